// The scheduling policy, call by call.

#include "queue/scheduler.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "queue/queues.hpp"

namespace nqueens {
namespace {

using test::equal_costs;
using test::OneCount;
using test::result_of;
using test::whole_tasks;

constexpr double forever = std::numeric_limits<double>::infinity();

TEST(Scheduler, BeginsWithSingleTasksUntilTheirTimeIsKnown) {
  OneCount job(100);
  job.arrive({1});
  EXPECT_EQ(job.next(1), 1U);
}

TEST(Scheduler, GivesAWorkerTwoBatchesAndNoMore) {
  OneCount job(100);
  job.arrive({1});
  EXPECT_EQ(job.next(1), 1U);
  EXPECT_EQ(job.next(1), 1U);
  EXPECT_TRUE(job.nobody_is_next());
  job.scheduler.tick(0);
  EXPECT_TRUE(job.nobody_is_next());
  job.scheduler.batch_finished(1);
  EXPECT_EQ(job.next(1), 1U);
  EXPECT_TRUE(job.nobody_is_next());
}

TEST(Scheduler, GivesLongBatchesOneAtATime) {
  OneCount job(1000, {.batch_seconds = 60});
  job.measure(20);
  job.arrive({1});
  EXPECT_GT(job.next(1), 0U);
  EXPECT_TRUE(job.nobody_is_next());
  job.scheduler.tick(0);
  EXPECT_TRUE(job.nobody_is_next());
  job.scheduler.batch_finished(1);
  EXPECT_GT(job.next(1), 0U);
}

/// The one whose result is to be checked may not do so.
TEST(Scheduler, AsksAnIdleWorkerWhenACheckOpens) {
  OneCount job(1, {}, {.checks = {.fraction = 1, .seed = 1}});
  job.arrive({1, 2});
  EXPECT_EQ(job.next(1), 1U);
  EXPECT_TRUE(job.nobody_is_next());
  job.scheduler.take(1, result_of(0));
  job.scheduler.batch_finished(1);
  const auto check = job.scheduler.next(0);
  ASSERT_TRUE(check);
  EXPECT_EQ(check->worker, 2);
  ASSERT_EQ(check->units.size(), 1U);
  EXPECT_EQ(check->units[0].kernels_to_avoid, std::vector<std::string>{"avx512"});
  EXPECT_TRUE(job.nobody_is_next());
}

/// What came back waits for the next tick, where nobody asks before.
TEST(Scheduler, GivesWhatComesBackToIdleWorkersFirst) {
  OneCount job(3);
  job.arrive({1, 2, 3});
  EXPECT_EQ(job.next(1), 1U);
  EXPECT_EQ(job.next(1), 1U);
  EXPECT_EQ(job.next(2), 1U);
  EXPECT_TRUE(job.nobody_is_next());
  EXPECT_EQ(job.scheduler.depart(1), 2U);
  EXPECT_TRUE(job.nobody_is_next());
  EXPECT_TRUE(job.scheduler.tick(0).empty());
  EXPECT_EQ(job.next(3), 1U);
  EXPECT_EQ(job.next(3), 1U);
  EXPECT_TRUE(job.nobody_is_next());
}

TEST(Scheduler, SizesBatchesByTheMeasuredTime) {
  OneCount job(100'000, {.batch_seconds = 1});
  job.measure(0.01);
  job.arrive({1});
  EXPECT_NEAR(static_cast<double>(job.next(1)), 100, 2);
}

TEST(Scheduler, MakesBatchesSmallWhenLittleIsLeft) {
  OneCount job(100, {.batch_seconds = 1000});
  job.measure(0.01);
  job.arrive({1, 2, 3, 4});
  EXPECT_EQ(job.next(1), 5U);  // 80 to do, 4 workers, a quarter of each share
  while (const auto assignment = job.scheduler.next(0)) {
    job.scheduler.batch_finished(assignment->worker);
  }
  EXPECT_EQ(job.queue().state().todo, 0U);
}

constexpr std::size_t measured = 10'000;

/// Worker 2 takes ten times as long as worker 1, but for ten tasks only.
void measure_a_slow_worker(OneCount& job) {
  for (TaskId task = 0; task < measured; ++task) {
    const WorkerId worker = task < 10 ? 2 : 1;
    job.scheduler.take(worker, result_of(task, worker == 2 ? 0.1 : 0.01));
  }
  job.arrive({1, 2});
}

TEST(Scheduler, GivesASlowWorkerAsMuchLess) {
  OneCount job(measured + 1900, {.batch_seconds = 1});
  measure_a_slow_worker(job);
  EXPECT_NEAR(static_cast<double>(job.next(1)), 100, 2);
  job.next(1);
  EXPECT_NEAR(static_cast<double>(job.next(2)), 10, 1);
}

/// It would begin a task that the other ends sooner after the rest.
TEST(Scheduler, GivesASlowWorkerNothingAtTheEnd) {
  OneCount job(measured + 10, {.batch_seconds = 1});
  measure_a_slow_worker(job);
  EXPECT_EQ(job.next(1), 2U);
  EXPECT_EQ(job.next(1), 1U);
  EXPECT_TRUE(job.nobody_is_next());
  job.scheduler.tick(0);
  EXPECT_TRUE(job.nobody_is_next());
  EXPECT_EQ(job.scheduler.depart(1), 3U);
  job.scheduler.tick(0);
  EXPECT_EQ(job.next(2), 1U);
}

TEST(Scheduler, HonoursTheLimitOfPrefixes) {
  OneCount job(100'000, {.batch_seconds = 1, .max_prefixes = 7});
  job.measure(0.01);
  job.arrive({1});
  EXPECT_EQ(job.next(1), 7U);
}

TEST(Scheduler, GivesNothingToAWorkerThatLeftAndTakesItsTasksBack) {
  OneCount job(10);
  job.arrive({1});
  job.next(1);
  EXPECT_EQ(job.scheduler.depart(1), 1U);
  EXPECT_TRUE(job.nobody_is_next());
  job.scheduler.batch_finished(1);
  EXPECT_TRUE(job.nobody_is_next());
  EXPECT_EQ(job.scheduler.workers().working(), 0U);
}

TEST(Scheduler, GivesALateWorkerNothingBehindTheBatchesThatItStillHolds) {
  OneCount job(10);
  job.arrive({1});
  job.next(1);
  job.next(1);
  EXPECT_TRUE(job.nobody_is_next());
  const std::vector<Lost> lost = job.scheduler.tick(forever);
  ASSERT_EQ(lost.size(), 1U);
  EXPECT_EQ(lost[0].workers, std::vector<WorkerId>{1});
  EXPECT_EQ(lost[0].returned, 2U);
  EXPECT_EQ(job.scheduler.workers().working(), 0U);
  job.scheduler.batch_finished(1);
  EXPECT_TRUE(job.nobody_is_next()) << "before it is back";
  job.arrive({1});
  EXPECT_EQ(job.next(1), 1U);
  EXPECT_TRUE(job.nobody_is_next()) << "it still works on one of the old batches";
  EXPECT_EQ(job.queue().state().leased, 1U);
}

TEST(Scheduler, TakesBackWhatWorkersOfASilentHostHold) {
  OneCount job(10, {}, {.leases = {.grace_seconds = forever}});
  job.arrive({1, 2});
  test::arrive(job.scheduler, 3, "b");
  while (!job.nobody_is_next()) {
  }
  const double asked = host_ping_seconds(1) + 1;
  EXPECT_TRUE(job.scheduler.to_ping(asked - 1).empty());
  job.scheduler.hear(3, asked);
  EXPECT_EQ(job.scheduler.to_ping(asked), std::vector<WorkerId>{1});
  EXPECT_TRUE(job.scheduler.to_ping(asked + host_ping_seconds(1)).empty());
  const double long_ago = asked + host_silence_seconds(1) + 1;
  job.scheduler.hear(3, long_ago);
  EXPECT_EQ(job.scheduler.to_ping(long_ago), (std::vector<WorkerId>{1, 2})) << "one may hang";
  const std::vector<Lost> lost = job.scheduler.tick(long_ago);
  ASSERT_EQ(lost.size(), 1U);
  EXPECT_EQ(lost[0].workers, (std::vector<WorkerId>{1, 2}));
  EXPECT_EQ(lost[0].returned, 4U);
  EXPECT_TRUE(job.scheduler.tick(long_ago + 1).empty());
  job.scheduler.hear(1, long_ago + 2);
  job.arrive({1});
  EXPECT_TRUE(job.scheduler.tick(long_ago + 2).empty());
  EXPECT_EQ(job.scheduler.workers().working(), 2U);
}

/// Each count has a clock of its own.
TEST(Scheduler, KnowsNothingOfWhenAHostWasHeardInTheCountBefore) {
  const auto workers = std::make_shared<WorkerTable>();
  Scheduler first({}, workers);
  test::arrive(first, 1, "a");
  first.hear(1, 1e6);
  Scheduler second({}, workers);
  second.begin(whole_tasks, equal_costs(1));
  const double asked = host_ping_seconds(1) + 1;
  EXPECT_EQ(second.to_ping(asked).size(), 1U);
  EXPECT_TRUE(second.tick(asked + host_silence_seconds(1)).empty());
  EXPECT_EQ(second.tick(asked + host_silence_seconds(1) + 1).size(), 1U);
}

/// A new worker speaks for its host, too.
TEST(Scheduler, KeepsAHostOnWhichAnotherWorkerArrives) {
  OneCount job(10);
  job.arrive({1});
  EXPECT_EQ(job.scheduler.to_ping(100), std::vector<WorkerId>{1});
  job.scheduler.hear(2, 101);
  job.arrive({2});
  EXPECT_TRUE(job.scheduler.tick(101 + host_silence_seconds(1)).empty());
}

/// A master that was paused asks before it gives anybody up.
TEST(Scheduler, LosesNoHostThatItHasNotAsked) {
  OneCount job(10);
  job.arrive({1, 2});
  EXPECT_TRUE(job.scheduler.tick(1e6).empty());
  EXPECT_EQ(job.scheduler.to_ping(1e6).size(), 1U);
  job.scheduler.hear(2, 1e6 + 1);
  EXPECT_TRUE(job.scheduler.tick(1e6 + 1 + host_silence_seconds(1)).empty());
}

TEST(Scheduler, BelievesAWorkerThatSaysHowManyBatchesItHolds) {
  OneCount job(10);
  job.scheduler.holds(1, 0);
  EXPECT_EQ(job.scheduler.workers().working(), 0U);
  job.arrive({1});
  job.next(1);
  job.next(1);
  job.scheduler.holds(1, 1);  // the other batch, or the word of its end, was lost on the way
  EXPECT_EQ(job.next(1), 1U);
  EXPECT_TRUE(job.nobody_is_next());
}

TEST(Scheduler, GivesUnitsWithTheirPrefixes) {
  const Job pairs{.problem = {.n = 8}, .depth = 2, .prefixes_per_task = 2};
  std::vector<Prefix> expected;
  JobPrefixes stream = pairs.prefixes();
  for (Prefix prefix; stream.next(prefix);) {
    expected.push_back(prefix);
  }
  Scheduler scheduler;
  scheduler.begin(pairs, equal_costs((expected.size() + 1) / 2));
  test::arrive(scheduler, 1, "a");
  std::size_t units = 0;
  while (const auto assignment = scheduler.next(0)) {
    for (const UnitPrefixes& unit : assignment->units) {
      const std::size_t first = 2 * unit.unit.task;
      ASSERT_EQ(unit.prefixes.size(), std::min<std::size_t>(2, expected.size() - first));
      EXPECT_EQ(unit.prefixes[0].placement.diagonals, expected[first].placement.diagonals);
      scheduler.take(1, result_of(unit.unit.task));
      ++units;
    }
    scheduler.batch_finished(1);
  }
  EXPECT_EQ(units, scheduler.queue().progress().tasks);
}

TEST(Scheduler, AsksForOtherKernelsThanTheWorkersOwn) {
  OneCount job(2, {.other_kernels = true});
  job.arrive({1});
  const auto assignment = job.scheduler.next(0);
  ASSERT_TRUE(assignment);
  ASSERT_EQ(assignment->units.size(), 1U);
  EXPECT_EQ(assignment->units[0].kernels_to_avoid, std::vector<std::string>{"avx512"});
}

TEST(Scheduler, SetsAsideWhoeverSendsWhatCannotBe) {
  OneCount job(10);
  job.arrive({1});
  job.next(1);
  const Taken taken = job.scheduler.take(1, result_of(10));
  EXPECT_FALSE(taken.outcome);
  ASSERT_EQ(taken.set_aside.size(), 1U);
  EXPECT_EQ(taken.set_aside[0].worker, 1);
  EXPECT_TRUE(job.nobody_is_next());
  EXPECT_FALSE(test::arrive(job.scheduler, 1, "a"));
  EXPECT_TRUE(job.nobody_is_next());
  EXPECT_FALSE(job.scheduler.take(1, result_of(0)).outcome);
  EXPECT_EQ(job.queue().state().leased, 0U);
}

/// Its second wrong count tells against all that it has counted.
TEST(Scheduler, SetsAsideAWorkerThatIsOutvotedTwice) {
  OneCount job(6);
  job.arrive({1, 2, 3});
  for (TaskId task = 0; task < 3; ++task) {
    job.scheduler.take(1, result_of(task, 1, 1));
  }
  const auto settle = [&](TaskId task) {
    job.scheduler.take(2, result_of(task));
    return job.scheduler.take(3, result_of(task));
  };
  EXPECT_TRUE(settle(0).set_aside.empty());
  const Taken second = settle(1);
  EXPECT_EQ(second.outcome->completion, Completion::settled);
  ASSERT_NE(second.outcome->dispute, nullptr);
  EXPECT_EQ(second.outcome->dispute->unit, UnitId{.task = 1});
  ASSERT_EQ(second.set_aside.size(), 1U);
  EXPECT_EQ(second.set_aside[0].worker, 1);
  EXPECT_EQ(second.set_aside[0].why, "it counted task 0 and task 1 wrong");
  EXPECT_EQ(second.set_aside[0].suspects, 1U) << "task 2";
  EXPECT_EQ(job.scheduler.workers().working(), 2U);
}

/// What it counted before is found wrong afterwards.
TEST(Scheduler, SetsAWorkerAsideOnce) {
  OneCount job(6);
  job.arrive({1, 2, 3});
  for (TaskId task = 0; task < 2; ++task) {
    job.scheduler.take(1, result_of(task, 1, 1));
  }
  EXPECT_EQ(job.scheduler.take(1, result_of(10)).set_aside.size(), 1U);
  for (TaskId task = 0; task < 2; ++task) {
    job.scheduler.take(2, result_of(task));
    const Taken settled = job.scheduler.take(3, result_of(task));
    EXPECT_EQ(settled.outcome->completion, Completion::settled);
    EXPECT_TRUE(settled.set_aside.empty());
  }
}

/// Which number of nodes is wrong, the third cannot say.
TEST(Scheduler, SetsNobodyAsideWithWhomAnotherAgrees) {
  OneCount job(3, {}, {.checks = test::check_policy(0)});
  job.arrive({1, 2, 3});
  for (TaskId task = 0; task < 3; ++task) {
    job.scheduler.take(1, test::counted(task, 100, "avx512", 17));
    const Taken second = job.scheduler.take(2, test::counted(task, 100, "avx2", 10));
    EXPECT_EQ(second.outcome->completion, Completion::disputed);
    const Taken third = job.scheduler.take(3, test::counted(task, 100, "scalar", 30));
    EXPECT_EQ(third.outcome->completion, Completion::settled);
    EXPECT_TRUE(third.set_aside.empty());
  }
}

TEST(Scheduler, SuspectsTheHostOfAWrongCountOfAnEarlierRun) {
  for (const bool suspect_hosts : {false, true}) {
    Scheduler scheduler({.suspect_hosts = suspect_hosts});
    QueueSnapshot before(3, 0);
    const OriginId origin = before.origins.add({.kernel = "avx2", .host = "old"});
    for (TaskId task = 0; task < 3; ++task) {
      before.set(task, {.count = 100 + task + (task == 0 ? 1 : 0), .nodes = 1, .origin = origin},
                 {});
    }
    CountStart start;
    start.snapshot = before;
    start.to_check = {UnitId{.task = 0}};
    scheduler.begin(whole_tasks, {1, 1, 1}, std::move(start));
    for (const WorkerId worker : {1, 2}) {
      test::arrive(scheduler, worker, "host" + std::to_string(worker));
    }
    EXPECT_EQ(scheduler.take(1, result_of(0)).outcome->completion, Completion::disputed);
    const Taken taken = scheduler.take(2, result_of(0));
    EXPECT_EQ(taken.outcome->completion, Completion::settled);
    ASSERT_EQ(taken.suspect_host.has_value(), suspect_hosts);
    if (suspect_hosts) {
      EXPECT_EQ(taken.suspect_host->host, "old");
      EXPECT_EQ(taken.suspect_host->suspects, 2U);
      EXPECT_EQ(scheduler.suspect_hosts(), std::set<std::string>{"old"});
    }
    EXPECT_EQ(scheduler.finished(), !suspect_hosts);
  }
}

}  // namespace
}  // namespace nqueens
