// The scheduling policy at the end of a run, where the rules of its middle would make some workers
// wait for others; and whom it blames.

#include <gtest/gtest.h>

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

/// Else some would have two of the last ones, and others none.
TEST(SchedulerAtTheEnd, GivesOneBatchEachIfThereIsLessThanATaskForEveryWorker) {
  OneCount job(23);
  job.measure(0.01);
  job.arrive({1, 2, 3, 4});
  for (const WorkerId worker : {1, 2, 3}) {
    EXPECT_EQ(job.next(worker), 1U);
  }
  EXPECT_TRUE(job.nobody_is_next());
  OneCount with_four(24);
  with_four.measure(0.01);
  with_four.arrive({1, 2, 3, 4});
  EXPECT_EQ(with_four.next(1), 1U);
  EXPECT_EQ(with_four.next(2), 1U) << "three tasks are left for four";
}

TEST(SchedulerAtTheEnd, GivesLongTasksOneAtATime) {
  for (const auto& [seconds, batches] : {std::pair(9.9, 2), {10.1, 1}}) {
    OneCount job(1000, {.batch_seconds = 1});
    job.measure(seconds);
    job.arrive({1});
    for (int batch = 0; batch < batches; ++batch) {
      EXPECT_EQ(job.next(1), 1U) << seconds;
    }
    EXPECT_TRUE(job.nobody_is_next()) << seconds;
    job.scheduler.tick(0);
    EXPECT_TRUE(job.nobody_is_next()) << seconds;
  }
}

/// All others wait for the leases of one that dies at the end.
TEST(SchedulerAtTheEnd, LetsNobodyHoldResultsForLongerThanThereIsWork) {
  constexpr WorkerId workers = 20'000;
  for (const auto& [tasks, seconds] : {std::pair(100, 1.5), {35'020, 1.75}, {200'020, 2.0}}) {
    OneCount job(static_cast<std::size_t>(tasks));
    job.measure(1);
    for (WorkerId worker = 1; worker <= workers; ++worker) {
      job.arrive({worker});
    }
    const auto batch = job.scheduler.next(0);
    ASSERT_TRUE(batch);
    EXPECT_NEAR(batch->hold_seconds, seconds, 1e-6) << tasks;
  }
}

/// Many ranks of the host that has counted a task may be asked in vain to check it.
TEST(SchedulerAtTheEnd, FindsTheOneWorkerThatMayCheckAmongManyThatMayNot) {
  OneCount job(1, {}, {.checks = test::check_policy(1)});
  constexpr WorkerId neighbours = 900;
  for (WorkerId worker = 1; worker <= neighbours; ++worker) {
    job.arrive({worker});
  }
  EXPECT_EQ(job.next(1), 1U);
  EXPECT_TRUE(job.nobody_is_next());
  job.scheduler.take(1, result_of(0));
  job.scheduler.batch_finished(1);
  test::arrive<Scheduler>(job.scheduler, neighbours + 1, "b");
  EXPECT_TRUE(job.nobody_is_next()) << "eight are asked at once";
  job.scheduler.tick(0);
  EXPECT_EQ(job.next(neighbours + 1), 1U);
}

/// Worker 2 takes ten times as long; only it may check what worker 1 has counted.
TEST(SchedulerAtTheEnd, GivesALateSlowWorkerNoChecksAsLongAsOthersWork) {
  OneCount job(103, {.batch_seconds = 1}, {.checks = test::check_policy(0)});
  job.arrive({1}, "a");
  job.arrive({2}, "b");
  EXPECT_EQ(job.next(1), 1U);
  for (TaskId task = 1; task < 103; ++task) {
    const WorkerId worker = task < 10 ? 2 : 1;
    job.scheduler.take(worker, result_of(task, worker == 2 ? 0.1 : 0.01));
  }
  job.scheduler.take(1, result_of(50, 0.01, 7));  // differs, so that it is to be checked
  EXPECT_EQ(job.queue().state().todo_checks, 1U);
  job.scheduler.holds(2, 0);
  EXPECT_TRUE(job.nobody_is_next()) << "it would end its check after all others have ended";
  job.scheduler.take(1, result_of(0, 0.01));
  job.scheduler.batch_finished(1);
  job.scheduler.depart(1);
  job.scheduler.tick(0);
  const auto check = job.scheduler.next(0);
  ASSERT_TRUE(check);
  EXPECT_EQ(check->worker, 2);
}

/// A run that does nothing but checks: their batches are shares of what is left of them.
TEST(SchedulerAtTheEnd, SizesBatchesOfChecksByWhatIsLeftOfThem) {
  QueueSnapshot before(400, 0);
  const OriginId origin = before.origins.add({.kernel = "avx2", .host = "old"});
  CountStart start;
  for (TaskId task = 0; task < 400; ++task) {
    before.set(task, {.count = 100 + task, .nodes = 1, .origin = origin}, {});
    start.to_check.push_back({.task = task});
  }
  start.snapshot = std::move(before);
  OneCount job(400, {.batch_seconds = 1000}, std::move(start));
  job.arrive({1, 2});
  EXPECT_EQ(job.next(1), 1U) << "nobody knows yet what a check takes";
  job.scheduler.take(1, result_of(0, 0.8));
  job.scheduler.batch_finished(1);
  // 398 are to do, two workers, a quarter of each share: 49.75 with as many costs as a check has.
  EXPECT_EQ(job.next(1), 50U);
}

TEST(Blame, IsForADisputeThatNobodyWinsToo) {
  Scheduler scheduler({.suspect_hosts = true});
  QueueSnapshot before(3, 0);
  const OriginId origin = before.origins.add({.kernel = "avx2", .host = "old"});
  for (TaskId task = 0; task < 3; ++task) {
    before.set(task, {.count = 100 + task, .nodes = 1, .origin = origin}, {});
  }
  CountStart start;
  start.snapshot = std::move(before);
  start.to_check = {UnitId{.task = 0}};
  start.checks.settle = false;
  scheduler.begin(test::whole_tasks, {1, 1, 1}, std::move(start));
  test::arrive(scheduler, 1, "a");
  const Taken taken = scheduler.take(1, result_of(0, 1, 1));
  EXPECT_EQ(taken.outcome->completion, Completion::unsettled);
  ASSERT_TRUE(taken.suspect_host) << "nobody knows which of the two is wrong";
  EXPECT_EQ(taken.suspect_host->host, "old");
  EXPECT_EQ(taken.suspect_host->suspects, 3U);
}

/// The same message may come again, and again.
TEST(Blame, IsOnceForATaskHoweverOftenItIsDisputed) {
  OneCount job(4);
  job.arrive({1, 2, 3});
  const auto outvote = [&job](TaskId task) {
    job.scheduler.take(1, result_of(task, 1, 1));
    job.scheduler.take(2, result_of(task));
    return job.scheduler.take(3, result_of(task));
  };
  EXPECT_TRUE(outvote(0).set_aside.empty());
  job.scheduler.take(1, result_of(0, 1, 1));
  const Taken again = job.scheduler.take(3, result_of(0));
  ASSERT_NE(again.outcome->dispute, nullptr);
  EXPECT_EQ(again.outcome->completion, Completion::settled);
  EXPECT_TRUE(again.set_aside.empty()) << "it is the same wrong count";
  EXPECT_EQ(outvote(1).set_aside.size(), 1U);
}

/// Its next task may take three times as long as expected, times its slowness, while two as fast as
/// the other do the rest: that is 60 tasks.
TEST(SchedulerAtTheEnd, GivesASlowWorkerItsLastTaskWhenTheOthersStillHaveAsMuch) {
  for (const auto& [left, gets_one] : {std::pair(60, true), {59, false}}) {
    OneCount job(static_cast<std::size_t>(10'002 + left), {.batch_seconds = 1, .max_prefixes = 1});
    for (TaskId task = 0; task < 10'000; ++task) {
      const WorkerId worker = task < 10 ? 2 : 1;
      job.scheduler.take(worker, result_of(task, worker == 2 ? 0.1 : 0.01));
    }
    job.arrive({1, 2});
    EXPECT_EQ(job.next(1), 1U);
    EXPECT_EQ(job.next(1), 1U);
    ASSERT_EQ(job.queue().state().todo, static_cast<std::uint64_t>(left));
    EXPECT_EQ(job.scheduler.next(0).has_value(), gets_one) << left;
  }
}

}  // namespace
}  // namespace nqueens
