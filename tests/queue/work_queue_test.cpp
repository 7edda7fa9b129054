// Tasks that are handed out, come back and are added up, call by call.

#include "queue/work_queue.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <optional>
#include <set>
#include <vector>

#include "queue/queues.hpp"

namespace nqueens {
namespace {

using test::counted;
using test::equal_costs;
using test::TaskQueue;

TEST(WorkQueue, HandsOutEveryTaskOnceInOrder) {
  TaskQueue queue(equal_costs(3));
  EXPECT_EQ(queue.next(1, 0), 0U);
  EXPECT_EQ(queue.next(2, 0), 1U);
  EXPECT_EQ(queue.next(1, 0), 2U);
  EXPECT_EQ(queue.next(1, 0), std::nullopt);
}

/// In passes, each with the longer half of what is left, and each in order.
TEST(WorkQueue, HandsOutTheLongestFirst) {
  TaskQueue queue({1, 8, 2, 7, 3, 6, 4, 5});
  std::vector<TaskId> order;
  while (const auto task = queue.next(1, 0)) {
    order.push_back(*task);
  }
  EXPECT_EQ(order, (std::vector<TaskId>{1, 3, 5, 7, 4, 6, 2, 0}));
}

TEST(WorkQueue, LeavesNoTaskOutWhateverTheCosts) {
  for (std::size_t tasks = 0; tasks < 300; ++tasks) {
    std::vector<float> costs;
    for (std::size_t task = 0; task < tasks; ++task) {
      costs.push_back(1.0F + static_cast<float>(task * task % 17));
    }
    TaskQueue queue(costs);
    std::set<TaskId> seen;
    while (const auto task = queue.next(1, 0)) {
      seen.insert(*task);
    }
    EXPECT_EQ(seen.size(), tasks);
  }
}

TEST(WorkQueue, SumsResultsAndFinishes) {
  TaskQueue queue(equal_costs(2));
  queue.next(1, 0);
  queue.next(1, 0);
  EXPECT_EQ(queue.complete(counted(0, 5)), Completion::accepted);
  EXPECT_FALSE(queue.finished());
  EXPECT_EQ(queue.complete(counted(1, 7)), Completion::accepted);
  EXPECT_TRUE(queue.finished());
  EXPECT_EQ(queue.progress().count, Count{12});
  EXPECT_EQ(queue.progress().nodes, 20U);
}

TEST(WorkQueue, TasksOfALostWorkerGoToOthersFirst) {
  TaskQueue queue(equal_costs(4));
  queue.next(1, 0);
  queue.next(2, 0);
  EXPECT_EQ(queue.release(1), 1U);
  EXPECT_EQ(queue.release(1), 0U);
  EXPECT_EQ(queue.next(2, 0), 0U);
  EXPECT_EQ(queue.next(2, 0), 2U);
  EXPECT_EQ(queue.state().retries, 1U);
}

TEST(WorkQueue, ALateResultIsTakenAndTheTaskNotDoneAgain) {
  TaskQueue queue(equal_costs(1));
  queue.next(1, 0);
  queue.release(1);
  EXPECT_EQ(queue.complete(counted(0, 3)), Completion::accepted);
  EXPECT_EQ(queue.next(2, 0), std::nullopt);
  EXPECT_TRUE(queue.finished());
}

TEST(WorkQueue, ASecondResultIsComparedAndNeverAdded) {
  TaskQueue queue(equal_costs(1));
  queue.next(1, 0);
  queue.release(1);
  queue.next(2, 0);
  EXPECT_EQ(queue.complete(counted(0, 3)), Completion::accepted);
  EXPECT_EQ(queue.complete(counted(0, 3)), Completion::duplicate);
  EXPECT_EQ(queue.complete(counted(0, 4)), Completion::disputed);
  EXPECT_EQ(queue.progress().count, Count{3});
  EXPECT_EQ(queue.state().duplicates, 1U);
}

TEST(WorkQueue, AnotherNumberOfNodesIsNoConflictSinceKernelsDiffer) {
  TaskQueue queue(equal_costs(1));
  queue.complete(counted(0, 3));
  UnitResult other = counted(0, 3);
  other.nodes = 99;
  EXPECT_EQ(queue.complete(other), Completion::duplicate);
}

TEST(WorkQueue, LeasesExpireAfterTheTimeThatTasksTake) {
  TaskQueue queue(equal_costs(100), test::lease_policy);
  queue.next(1, 0);  // 1 s assumed, twice that plus 5 s allowed
  EXPECT_TRUE(queue.expire(6.9).empty());
  const auto expired = queue.expire(7.1);
  ASSERT_EQ(expired.size(), 1U);
  EXPECT_EQ(expired[0].unit.task, 0U);
  EXPECT_EQ(expired[0].worker, 1);
  EXPECT_EQ(queue.state().leased, 0U);
  EXPECT_EQ(queue.state().todo, 100U);
}

/// The guess that the first leases are made with is hours for tasks of a minute.
TEST(WorkQueue, MeasuredTimesCorrectTheFirstLeases) {
  TaskQueue queue(std::vector<float>(100, 6.0e10F));
  const auto lost = queue.next(1, 0);
  const auto lives = queue.next(2, 590);
  for (int i = 0; i < 2; ++i) {  // two workers hold something else
    EXPECT_TRUE(queue.expire(600).empty());
    queue.complete(
        {.unit = {.task = *queue.next(3, 0)}, .count = Count{1}, .nodes = 1, .seconds = 60});
  }
  const auto expired = queue.expire(600);
  ASSERT_EQ(expired.size(), 1U);
  EXPECT_EQ(expired.front().unit.task, lost);
  EXPECT_EQ(
      queue.complete({.unit = {.task = *lives}, .count = Count{1}, .nodes = 1, .seconds = 60}),
      Completion::accepted);
}

TEST(WorkQueue, MeasuredTimesSetTheDeadline) {
  TaskQueue queue(equal_costs(100), test::lease_policy);
  for (int i = 0; i < 50; ++i) {
    const auto task = queue.next(1, 0);
    UnitResult result = counted(*task, 0);
    result.seconds = 100;
    queue.complete(result);
  }
  EXPECT_NEAR(*queue.pace().seconds_per_cost(WorkerKind::processor), 0.1, 0.01);
  queue.next(1, 0);
  EXPECT_TRUE(queue.expire(200).empty());
  EXPECT_EQ(queue.expire(300).size(), 1U);
}

TEST(WorkQueue, ATaskHeldAheadHasTimeForTheOneBefore) {
  TaskQueue queue(equal_costs(2), test::lease_policy);
  queue.next(1, 0);
  queue.next(1, 0);
  EXPECT_EQ(queue.expire(8).size(), 1U);
  EXPECT_EQ(queue.expire(9.1).size(), 1U);
}

TEST(WorkQueue, ALeaseHasTimeForWhatItsWorkerStillHolds) {
  TaskQueue queue(equal_costs(100), test::lease_policy);
  queue.next(1, 0);  // and keeps it
  for (int i = 0; i < 50; ++i) {
    UnitResult result = counted(*queue.next(1, 0), 0);
    result.seconds = 100;
    queue.complete(result);
  }
  queue.next(1, 0);
  EXPECT_TRUE(queue.expire(200).empty());
  EXPECT_EQ(queue.expire(1000).size(), 2U);
}

TEST(WorkQueue, ATimeThatIsNoNumberDoesNoHarm) {
  TaskQueue queue(equal_costs(2));
  UnitResult result = counted(0, 0);
  result.seconds = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(queue.complete(result), Completion::accepted);
  EXPECT_EQ(queue.pace().seconds_per_cost(WorkerKind::processor), std::nullopt);
}

TEST(WorkQueue, RefusesATaskThatTheJobDoesNotHave) {
  TaskQueue queue(equal_costs(2));
  EXPECT_THROW(queue.complete(counted(2, 0)), std::out_of_range);
  EXPECT_TRUE(queue.units().has({.task = 1}));
  EXPECT_FALSE(queue.units().has({.task = 2}));
}

TEST(WorkQueue, RefusesASnapshotOfAnotherSize) {
  EXPECT_THROW(TaskQueue(equal_costs(2), {.snapshot = QueueSnapshot(3, 0)}), std::invalid_argument);
}

TEST(WorkQueue, AddsBeyond64Bits) {
  TaskQueue queue(equal_costs(2));
  for (TaskId task = 0; task < 2; ++task) {
    queue.complete(
        {.unit = {.task = task}, .count = Count::from_words(1, 1), .nodes = 1, .seconds = 1});
  }
  EXPECT_EQ(queue.progress().count, Count::from_words(2, 2));
  EXPECT_EQ(progress_of(queue.units().snapshot()).count, Count::from_words(2, 2));
}

/// A queue of three tasks whose counts have two parts each.
TaskQueue queue_of_placements(std::optional<QueueSnapshot> snapshot = {}) {
  return TaskQueue({1, 1, 1}, {.snapshot = std::move(snapshot)},
                   {.problem = {.n = 2, .sequence = Sequence::placements}});
}

UnitResult placed(TaskId task, std::uint64_t first, std::uint64_t second) {
  return {.unit = {.task = task},
          .count = Count{first + second},
          .placed = {first, second},
          .nodes = 1,
          .seconds = 1};
}

TEST(WorkQueue, AddsUpTheRowsOfPlacements) {
  TaskQueue queue = queue_of_placements();
  EXPECT_EQ(queue.complete(placed(2, 3, 4)), Completion::accepted);
  EXPECT_EQ(queue.complete(placed(0, 10, 20)), Completion::accepted);
  EXPECT_EQ(placed_by_row(queue.units().snapshot()), (std::vector<Count>{13, 24}));
  EXPECT_EQ(queue.progress().count, Count{37});
  EXPECT_EQ(queue.complete(placed(2, 3, 4)), Completion::duplicate);
  EXPECT_EQ(placed_by_row(queue.units().snapshot()), (std::vector<Count>{13, 24}));
}

TEST(WorkQueue, APlacementOnAnotherRowIsDisputed) {
  TaskQueue queue = queue_of_placements();
  EXPECT_EQ(queue.complete(placed(1, 3, 4)), Completion::accepted);
  EXPECT_EQ(queue.complete(placed(1, 4, 3)), Completion::disputed);
}

TEST(WorkQueue, RefusesResultsAndSnapshotsWithOtherRows) {
  TaskQueue queue = queue_of_placements();
  UnitResult result = placed(0, 1, 2);
  result.placed.pop_back();
  EXPECT_THROW(queue.complete(result), std::invalid_argument);
  result.placed = {1, 3};
  EXPECT_THROW(queue.complete(result), std::invalid_argument);
  EXPECT_EQ(queue.progress().tasks_done, 0U);
  EXPECT_THROW(queue_of_placements(QueueSnapshot(3, 0)), std::invalid_argument);
  queue.complete(placed(1, 5, 6));
  const TaskQueue resumed = queue_of_placements(queue.units().snapshot());
  EXPECT_EQ(placed_by_row(resumed.units().tasks().records), (std::vector<Count>{5, 6}));
  EXPECT_EQ(resumed.progress().count, Count{11});
}

TEST(WorkQueue, SaysWhichShareOfTheWorkIsDone) {
  TaskQueue queue({1, 3});
  EXPECT_EQ(queue.progress().share_done, 0);
  queue.complete(counted(1, 5));
  EXPECT_DOUBLE_EQ(queue.progress().share_done, 0.75);
  queue.complete(counted(0, 5));
  EXPECT_EQ(queue.progress().share_done, 1);
}

TEST(WorkQueue, LeavesOutWhatTheRunDoesNotCount) {
  TaskQueue queue({1, 1, 1, 1, 1}, {.wanted = [](TaskId task) { return task % 2 == 1; }});
  EXPECT_EQ(queue.progress().tasks, 2U);
  EXPECT_DOUBLE_EQ(queue.state().total_cost, 2);
  std::vector<TaskId> tasks;
  while (const auto task = queue.next(1, 0)) {
    tasks.push_back(*task);
    queue.complete(counted(*task, 1));
  }
  EXPECT_EQ(tasks, (std::vector<TaskId>{1, 3}));
  EXPECT_TRUE(queue.finished());
  EXPECT_FALSE(queue.whole());
  EXPECT_EQ(queue.complete(counted(0, 1)), Completion::accepted) << "a result is a result";
  EXPECT_EQ(queue.progress().tasks_done, 3U);
  EXPECT_TRUE(queue.finished());
}

TEST(WorkQueue, ALateResultSaysHowFastItsWorkerIs) {
  TaskQueue queue(equal_costs(2));
  queue.arrive(1, "a");
  queue.arrive(2, "a");
  queue.complete(test::result_of(0, 1), 1);
  EXPECT_EQ(queue.complete(test::result_of(0, 10), 2), Completion::duplicate);
  EXPECT_DOUBLE_EQ(queue.pace().slowness(1), 1);
  EXPECT_DOUBLE_EQ(queue.pace().slowness(2), 10);
}

}  // namespace
}  // namespace nqueens
