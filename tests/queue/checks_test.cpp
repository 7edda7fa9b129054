// Tasks that are counted once more: which ones, by whom, and what confirms a count.

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "queue/queues.hpp"
#include "queue/work_queue.hpp"

namespace nqueens {
namespace {

using test::check_policy;
using test::count_first;
using test::counted;
using test::equal_costs;
using test::lease_policy;
using test::QueueOfOne;
using test::TaskQueue;

using Tasks = std::vector<TaskId>;

TEST(Checks, ChooseTheirShareOfTheTasksByTheirSeed) {
  const auto chosen = [](double fraction, std::uint64_t seed) {
    const CheckPolicy checks{.fraction = fraction, .seed = seed};
    Tasks tasks;
    for (TaskId task = 0; task < 100'000; ++task) {
      if (checks.chooses(task)) {
        tasks.push_back(task);
      }
    }
    return tasks;
  };
  EXPECT_TRUE(chosen(0, 1).empty());
  EXPECT_EQ(chosen(1, 1).size(), 100'000U);
  // Six standard deviations of the binomial distribution either way.
  EXPECT_NEAR(static_cast<double>(chosen(0.005, 1).size()), 500, 134);
  EXPECT_NEAR(static_cast<double>(chosen(0.5, 1).size()), 50'000, 949);
  EXPECT_EQ(chosen(0.005, 1), chosen(0.005, 1));
  EXPECT_NE(chosen(0.005, 1), chosen(0.005, 2));
}

TEST(Checks, GoToAnotherHostWhereThereIsOne) {
  QueueOfOne queue({{1, "a"}, {2, "a"}, {3, "b"}});
  count_first(queue, 7);
  EXPECT_FALSE(queue.finished());
  EXPECT_EQ(queue.next_check(1, 0), std::nullopt);
  EXPECT_EQ(queue.next_check(2, 0), std::nullopt);
  EXPECT_EQ(queue.next_check(3, 0), 0U);
  EXPECT_EQ(queue.kernels_to_avoid(0), std::vector<std::string>{"avx512"});
  EXPECT_EQ(queue.next_check(3, 0), std::nullopt) << "it is out already";
  EXPECT_EQ(queue.complete(counted(0, 7, "avx2"), 3), Completion::confirmed);
  EXPECT_TRUE(queue.finished());
  EXPECT_EQ(queue.state().checks, 1U);
  EXPECT_DOUBLE_EQ(queue.state().check_seconds, 0.5);
  const UnitRecord record = queue.units().tasks().records.records[0];
  EXPECT_EQ(to_string(queue.units().snapshot().origins[record.origin]), "avx512 on a");
  EXPECT_EQ(to_string(queue.units().snapshot().origins[record.confirmed_by]), "avx2 on b");
  EXPECT_EQ(progress_of(queue.units().snapshot()).tasks_confirmed, 1U);
}

TEST(Checks, GoToAnotherWorkerWhereThereIsOneHost) {
  QueueOfOne queue({{1, "a"}, {2, "a"}});
  count_first(queue, 7);
  EXPECT_EQ(queue.next_check(1, 0), std::nullopt);
  EXPECT_EQ(queue.next_check(2, 0), 0U);
}

TEST(Checks, OfDevicesGoToProcessorsAsLongAsDevicesHaveNewTasks) {
  TaskQueue queue(equal_costs(3), {.checks = check_policy(1), .leases = lease_policy});
  queue.arrive(1, "a", "opencl");
  queue.arrive(2, "a", "opencl");
  queue.arrive(3, "a");
  ASSERT_EQ(queue.next(1, 0), 0U);
  ASSERT_EQ(queue.next(3, 0), 1U);
  ASSERT_EQ(queue.complete(counted(0, 7, "opencl"), 1), Completion::accepted);
  EXPECT_EQ(queue.next_check(2, 0), std::nullopt);
  ASSERT_EQ(queue.complete(counted(1, 8), 3), Completion::accepted);
  EXPECT_EQ(queue.next_check(2, 0), 1U) << "a processor has counted it";
  EXPECT_EQ(queue.next_check(3, 0), 0U);
  queue.release(3);
  queue.workers.depart(3, WorkerTable::Stage::left);
  EXPECT_EQ(queue.next_check(2, 0), 0U) << "there are no processors";
  queue.release(2);
  queue.arrive(4, "a");
  EXPECT_EQ(queue.next(4, 0), 2U);
  EXPECT_EQ(queue.next_check(2, 0), 1U);
  EXPECT_EQ(queue.next_check(2, 0), 0U) << "nothing else is to do";
}

TEST(Checks, GoToAnotherKernelWhereThereIsOneWorker) {
  QueueOfOne queue({{1, "a"}});
  count_first(queue, 7);
  EXPECT_EQ(queue.recount(1, 7, "avx2"), Completion::confirmed);
  EXPECT_TRUE(queue.finished());
}

TEST(Checks, WaitForOtherWorkersThatMayStillCome) {
  QueueOfOne queue({{1, "a"}});
  queue.workers.expect(2);
  count_first(queue, 7);
  EXPECT_EQ(queue.next_check(1, 0), std::nullopt);
  EXPECT_EQ(queue.complete(counted(0, 7, "avx2"), 1), Completion::agrees)
      << "nobody confirms himself";
  EXPECT_EQ(progress_of(queue.trusted_snapshot()).tasks_done, 1U) << "nobody doubts it";
  queue.arrive(2, "a");
  EXPECT_EQ(queue.recount(2, 7, "sse4"), Completion::confirmed);
  EXPECT_TRUE(queue.checks().disputes().empty());
  EXPECT_TRUE(queue.finished());
}

TEST(Checks, AreNotDoneByTheSameMessageTwice) {
  QueueOfOne queue({{1, "a"}, {2, "a"}});
  count_first(queue, 7);
  EXPECT_EQ(queue.complete(counted(0, 7), 1), Completion::duplicate);
  EXPECT_FALSE(queue.finished());
}

/// A worker that was alone when it began to check counts by itself when it ends.
TEST(Checks, AreNoDisputeWhereTheVotesAgreeButAreOfOneWorker) {
  QueueOfOne queue({{1, "a"}});
  count_first(queue, 7);
  EXPECT_EQ(queue.next_check(1, 0), 0U);
  queue.arrive(2, "a");
  EXPECT_EQ(queue.complete(counted(0, 7, "avx2"), 1), Completion::agrees);
  EXPECT_FALSE(queue.finished());
  EXPECT_EQ(queue.recount(2, 7, "sse4"), Completion::confirmed);
  EXPECT_TRUE(queue.finished());
  EXPECT_TRUE(queue.checks().disputes().empty());
  EXPECT_EQ(queue.checks().counts().confirmed, 1U);
  EXPECT_EQ(progress_of(queue.units().snapshot()).tasks_confirmed, 1U);
}

TEST(Checks, AreDoneByALateResultOfAnotherWorker) {
  QueueOfOne queue({{1, "a"}, {2, "a"}});
  count_first(queue, 7);
  EXPECT_EQ(queue.next_check(2, 0), 0U);
  EXPECT_EQ(queue.complete(counted(0, 7), {.worker = 5, .host = "c"}), Completion::confirmed);
  EXPECT_TRUE(queue.finished());
  EXPECT_EQ(queue.complete(counted(0, 7, "avx2"), 2), Completion::duplicate);
}

TEST(Checks, CompareNodesOfOneSearchOnly) {
  QueueOfOne other_search({{1, "a"}, {2, "b"}});
  count_first(other_search, 7);
  EXPECT_EQ(other_search.complete(counted(0, 7, "scalar", 99), 2), Completion::confirmed);
  QueueOfOne same_search({{1, "a"}, {2, "b"}});
  count_first(same_search, 7);
  EXPECT_EQ(same_search.complete(counted(0, 7, "avx2", 99), 2), Completion::disputed);
}

/// Many votes of one host are worth no more than one, and there is only room for so many.
TEST(Checks, TakeNoLateCountByTheSameKernelOnTheSameHostForACheck) {
  QueueOfOne queue({{1, "a"}, {2, "a"}});
  count_first(queue, 7);
  EXPECT_EQ(queue.complete(counted(0, 7), 2), Completion::duplicate);
  EXPECT_FALSE(queue.finished());
  EXPECT_EQ(queue.complete(counted(0, 7, "avx2"), 2), Completion::confirmed);
}

TEST(Checks, KeepAConfirmationByAnotherHost) {
  QueueOfOne queue({{1, "a"}, {2, "b"}});
  count_first(queue, 7);
  EXPECT_EQ(queue.recount(2, 7, "avx2"), Completion::confirmed);
  queue.workers.depart(2, WorkerTable::Stage::lost);
  queue.check(0);
  EXPECT_EQ(queue.recount(1, 7, "sse4"), Completion::confirmed);
  const QueueSnapshot& snapshot = queue.units().snapshot();
  EXPECT_EQ(snapshot.origins[snapshot.records[0].confirmed_by].host, "b");
  EXPECT_EQ(queue.suspect(1), 0U);
}

TEST(Checks, GoToOthersWhenTheCheckerIsGoneOrLate) {
  QueueOfOne queue({{1, "a"}, {2, "b"}, {3, "b"}});
  count_first(queue, 7);
  ASSERT_EQ(queue.next_check(2, 0), 0U);
  EXPECT_EQ(queue.release(2), 1U);
  ASSERT_EQ(queue.next_check(3, 0), 0U);
  EXPECT_TRUE(queue.expire(1).empty());
  EXPECT_EQ(queue.expire(1e9).size(), 1U);
  EXPECT_EQ(queue.state().todo, 0U) << "the task itself is done";
  EXPECT_EQ(queue.state().leased, 0U);
  EXPECT_EQ(queue.recount(2, 7, "avx2"), Completion::confirmed);
}

/// Before the first check it is guessed that checks take eight times as long.
TEST(Checks, AreLeasedForAsLongAsChecksTake) {
  const double guessed = 8 * 2 * 100;
  for (const TaskId before : {0U, 40U}) {
    TaskQueue queue(test::equal_costs(60), test::lease_policy);
    queue.arrive(1, "a");
    queue.arrive(2, "b");
    const auto result_of = [](TaskId task, const char* kernel) {
      UnitResult result = counted(task, 7, kernel);
      result.seconds = 100;
      return result;
    };
    for (TaskId task = 0; task <= 40; ++task) {
      queue.complete(result_of(task, "avx512"), 1);
    }
    for (TaskId task = 0; task < before; ++task) {
      queue.check(task);
      ASSERT_EQ(queue.next_check(2, 0), task);
      ASSERT_EQ(queue.complete(result_of(task, "avx2"), 2), Completion::confirmed);
    }
    queue.check(40);
    ASSERT_EQ(queue.next_check(2, 0), 40U);
    EXPECT_TRUE(queue.expire(200).empty());
    EXPECT_EQ(queue.expire(guessed / 4).size(), before == 0 ? 0U : 1U);
  }
}

TEST(Checks, BringBackWhatASuspectHasCountedWhenOthersConfirmIt) {
  TaskQueue queue({1, 1, 1}, {.checks = check_policy(0)});
  queue.arrive(1, "a");
  queue.arrive(2, "b");
  for (TaskId task = 0; task < 3; ++task) {
    const WorkerId worker = task == 1 ? 2 : 1;
    ASSERT_EQ(queue.next(worker, 0), task);
    queue.complete(counted(task, 5), worker);
  }
  queue.workers.depart(1, WorkerTable::Stage::lost);
  EXPECT_EQ(queue.suspect(1), 2U);
  EXPECT_EQ(progress_of(queue.trusted_snapshot()).count, Count{5});
  EXPECT_FALSE(queue.finished());
  EXPECT_EQ(queue.recount(2, 5, "avx2"), Completion::confirmed);
  ASSERT_EQ(queue.next_check(2, 0), 2U);
  EXPECT_EQ(queue.complete(counted(2, 6, "avx2"), 2), Completion::disputed);
  ASSERT_EQ(queue.next_check(2, 0), 2U);
  EXPECT_EQ(queue.complete(counted(2, 6, "sse4"), 2), Completion::settled)
      << "the only worker left, and another kernel";
  EXPECT_TRUE(queue.finished());
  EXPECT_EQ(progress_of(queue.trusted_snapshot()).count, Count{16});
}

TEST(Checks, GoOnAfterARestore) {
  TaskQueue queue({1000.0F, 1000.0F}, {.checks = check_policy(1)});
  count_first(queue, 7);
  TaskQueue resumed({1000.0F, 1000.0F},
                    {.snapshot = queue.trusted_snapshot(), .checks = check_policy(1)});
  EXPECT_EQ(resumed.checks().counts().open, 1U);
  resumed.arrive(1, "a");
  ASSERT_EQ(resumed.next_check(1, 0), 0U) << "the worker of a new run is not the one of an earlier";
  EXPECT_EQ(resumed.complete(counted(0, 7, "avx2"), 1), Completion::confirmed);
  const TaskQueue confirmed({1000.0F, 1000.0F},
                            {.snapshot = resumed.trusted_snapshot(), .checks = check_policy(1)});
  EXPECT_EQ(confirmed.checks().counts().open, 0U) << "what is confirmed is not checked again";
}

TEST(Checks, LeaveAFinishedJobFinishedWhereNobodyAsks) {
  TaskQueue queue({1000.0F});
  count_first(queue, 7);
  CheckPolicy checks = check_policy(1);
  for (const bool asked : {false, true}) {
    checks.of_finished_job = asked;
    const TaskQueue resumed({1000.0F}, {.snapshot = queue.trusted_snapshot(), .checks = checks});
    EXPECT_EQ(resumed.finished(), !asked);
  }
}

TEST(Checks, SuspectWhatAHostHasCountedInEarlierRuns) {
  TaskQueue queue({1000.0F, 1000.0F});
  count_first(queue, 7);
  TaskQueue resumed({1000.0F, 1000.0F}, {.snapshot = queue.trusted_snapshot()});
  EXPECT_EQ(resumed.suspect(1), 0U) << "the worker of a new run is not the one of an earlier";
  EXPECT_EQ(resumed.suspect_host("b"), 0U);
  EXPECT_EQ(resumed.suspect_host("a"), 1U);
  EXPECT_EQ(progress_of(resumed.trusted_snapshot()).tasks_done, 0U);
}

/// The only task has been counted, and is to be checked.
struct ChecksOfOne : test::WithWorkers {
  Vote vote(std::uint64_t count, WorkerId worker, const std::string& host,
            const std::string& kernel = "avx512") {
    const OriginId origin = units.origins().add({.kernel = kernel, .host = host});
    return {.record = {.count = count, .nodes = 10, .origin = origin}, .worker = worker};
  }
  void begin(const Vote& first) {
    units.set(unit, first);
    checks.open(unit);
  }

  static constexpr UnitId unit{.task = 0};
  Units units{{1000.0F}, 0, {}, {}};
  Checks checks{units, workers, check_policy(1)};
};

/// How many have counted the slices of a task nobody knows, but that they are no single worker.
TEST(Checks, OfSlicesByManyAreVotesOfAsManyWorkers) {
  ChecksOfOne one;
  one.arrive(1, "a");
  one.arrive(2, "b");
  one.arrive(3, "b");
  one.begin(one.vote(7, several_workers, "a"));
  const auto differs = [&one](std::uint64_t count, WorkerId worker, const std::string& host) {
    return one.checks.vote(one.unit, one.vote(count, worker, host), false) == Completion::disputed;
  };
  EXPECT_TRUE(differs(8, several_workers, "a"));
  EXPECT_TRUE(differs(9, 2, "b"));
  EXPECT_TRUE(differs(10, 3, "b"));
  EXPECT_TRUE(one.checks.may_count(one.unit, 1));
  EXPECT_TRUE(one.checks.may_count(one.unit, 2)) << "two workers of each host have voted";
}

TEST(Checks, OfSlicesByManyHostsAreIndependent) {
  for (const bool by_many : {false, true}) {
    ChecksOfOne one;
    one.arrive(1, "a");
    one.arrive(2, "b");
    const std::string host = by_many ? std::string(several) : "a";
    one.begin(one.vote(7, several_workers, host));
    EXPECT_EQ(one.checks.vote(one.unit, one.vote(7, several_workers, host, "avx2"), false),
              by_many ? Completion::confirmed : Completion::agrees);
  }
}

}  // namespace
}  // namespace nqueens
