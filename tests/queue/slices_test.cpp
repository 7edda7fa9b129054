// WorkQueue: tasks are counted in slices, and fold into one record each.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "queue/queues.hpp"
#include "queue/work_queue.hpp"

namespace nqueens {
namespace {

constexpr std::size_t all_tasks = 8;

/// Eight tasks, by the column of the first queen; three slices each.
const Job sliced{.problem = {.n = 8},
                 .symmetry = Symmetry::none,
                 .depth = 1,
                 .slice_depth = 2,
                 .prefixes_per_slice = 2};

std::uint64_t slices_of(TaskId task) {
  return SliceSource(sliced).cut(task).slices;
}

struct SlicedQueue : test::WithWorkers, WorkQueue {
  explicit SlicedQueue(CountStart start = {.leases = test::lease_policy})
      : WorkQueue(sliced, test::equal_costs(all_tasks), workers, std::move(start)) {
    for (const auto& [worker, host] : {std::pair(1, "a"), std::pair(2, "b"), std::pair(3, "c")}) {
      arrive(worker, host);
    }
  }
};

/// Each slice has its own count: those of a task cannot be exchanged for those of another.
std::uint64_t right_count(const UnitId& unit) {
  return 1000 + 10 * unit.task + unit.slice;
}

UnitResult result_of(const UnitId& unit, std::uint64_t wrong_by = 0,
                     const std::string& kernel = "avx512") {
  return {.unit = unit,
          .count = Count{right_count(unit) + wrong_by},
          .nodes = 10,
          .seconds = 0.5,
          .kernel = kernel};
}

Count right_count_of_task(TaskId task) {
  Count sum;
  for (SliceId slice = 0; slice < slices_of(task); ++slice) {
    sum += right_count({.task = task, .slice = slice});
  }
  return sum;
}

Sender sender(WorkerId worker) {
  return {.worker = worker, .host = std::string(1, static_cast<char>('a' + worker - 1))};
}

Completion give(WorkQueue& queue, const UnitId& unit, WorkerId worker, std::uint64_t wrong_by = 0) {
  return queue.complete(result_of(unit, wrong_by), sender(worker)).completion;
}

/// Leases all slices of the next task to the worker.
std::vector<UnitId> lease_task(WorkQueue& queue, WorkerId worker, double now = 0) {
  std::vector<UnitId> units{queue.next(worker, now).value()};
  while (units.size() < slices_of(units.front().task)) {
    units.push_back(queue.next(worker, now).value());
  }
  return units;
}

/// All slices of the first task are done, but to be checked.
QueueSnapshot saved_before_its_checks() {
  SlicedQueue queue({.checks = test::check_policy(1)});
  for (const UnitId& unit : lease_task(queue, 1)) {
    EXPECT_EQ(give(queue, unit, 1), Completion::accepted);
  }
  return queue.trusted_snapshot();
}

TEST(Slices, OpensATaskOnlyWhenNoOpenOneHasSlicesToDo) {
  SlicedQueue queue;
  std::set<TaskId> seen;
  while (!queue.finished()) {
    const std::vector<UnitId> units = lease_task(queue, 1);
    for (const UnitId& unit : units) {
      EXPECT_EQ(unit.task, units.front().task);
    }
    EXPECT_TRUE(seen.insert(units.front().task).second);
    EXPECT_EQ(queue.progress().tasks_in_progress, 1U);
    EXPECT_EQ(queue.progress().slices, units.size());
    for (const UnitId& unit : units) {
      EXPECT_EQ(give(queue, unit, 1), Completion::accepted);
    }
    EXPECT_EQ(queue.progress().tasks_in_progress, 0U);
  }
  EXPECT_EQ(seen.size(), all_tasks);
  EXPECT_EQ(queue.next(1, 0), std::nullopt);
  EXPECT_TRUE(queue.whole());
}

TEST(Slices, FoldsTheSlicesOfATaskIntoOneRecord) {
  SlicedQueue queue;
  const std::vector<UnitId> units = lease_task(queue, 1);
  const TaskId task = units.front().task;
  for (const UnitId& unit : units) {
    EXPECT_FALSE(queue.units().tasks().records.done[task]);
    give(queue, unit, 1);
  }
  const QueueSnapshot saved = queue.trusted_snapshot();
  ASSERT_TRUE(saved.done[task]);
  EXPECT_TRUE(saved.in_slices.empty());
  const UnitRecord record = saved.records[task];
  EXPECT_EQ(record.count, right_count_of_task(task));
  EXPECT_EQ(record.nodes, 10 * units.size());
  EXPECT_EQ(record.microseconds, 500'000 * units.size());
  EXPECT_EQ(saved.origins[record.origin], (Origin{.kernel = "avx512", .host = "a"}));
  EXPECT_EQ(record.confirmed_by, unknown_origin);
  EXPECT_EQ(queue.progress().count, right_count_of_task(task));
}

TEST(Slices, SaysThatSeveralHaveCountedATask) {
  SlicedQueue queue;
  const std::vector<UnitId> units = lease_task(queue, 1);
  for (const UnitId& unit : units) {
    give(queue, unit, unit == units.back() ? 2 : 1);
  }
  const QueueSnapshot saved = queue.units().snapshot();
  EXPECT_EQ(saved.origins[saved.records[units.front().task].origin],
            (Origin{.kernel = "avx512", .host = std::string(several)}));
}

TEST(Slices, AddsASliceOnceHoweverOftenAndLateItComes) {
  SlicedQueue queue;
  const std::vector<UnitId> units = lease_task(queue, 1);
  EXPECT_EQ(give(queue, units[0], 1), Completion::accepted);
  EXPECT_EQ(give(queue, units[0], 2), Completion::duplicate);
  EXPECT_EQ(queue.progress().count, Count{right_count(units[0])});
  for (const UnitId& unit : units) {
    give(queue, unit, 1);
  }
  const Count folded = right_count_of_task(units.front().task);
  EXPECT_EQ(give(queue, units[1], 2), Completion::duplicate);
  EXPECT_EQ(queue.progress().count, folded);
  EXPECT_EQ(queue.state().duplicates, 3U);
}

TEST(Slices, ATaskWhoseCutIsStoppedIsToDoAgain) {
  bool going = false;
  SlicedQueue queue({.leases = test::lease_policy, .keep_going = [&] { return going; }});
  EXPECT_EQ(queue.next(1, 0), std::nullopt);
  EXPECT_EQ(queue.progress().tasks_in_progress, 0U);
  going = true;
  std::set<TaskId> seen;
  while (!queue.finished()) {
    for (const UnitId& unit : lease_task(queue, 1)) {
      seen.insert(unit.task);
      give(queue, unit, 1);
    }
  }
  EXPECT_EQ(seen.size(), all_tasks);
}

TEST(Slices, ACheckWhoseCutIsStoppedIsToDoAgain) {
  QueueSnapshot done(all_tasks, 0);
  {
    SlicedQueue queue;
    while (!queue.finished()) {
      give(queue, queue.next(1, 0).value(), 1);
    }
    done = queue.trusted_snapshot();
  }
  bool going = false;
  SlicedQueue queue({.snapshot = std::move(done),
                     .checks = test::check_policy(0),
                     .to_check = {{.task = 5}},
                     .keep_going = [&] { return going; }});
  EXPECT_EQ(queue.next_check(2, 0), std::nullopt);
  going = true;
  EXPECT_EQ(queue.next_check(2, 0).value().task, 5U);
}

TEST(Slices, RefusesWhatTheJobIsNotCutInto) {
  SlicedQueue queue;
  const UnitId unit = queue.next(1, 0).value();
  const auto slices = static_cast<SliceId>(slices_of(unit.task));
  EXPECT_THROW(give(queue, {.task = unit.task, .slice = slices}, 1), std::out_of_range);
  EXPECT_THROW(give(queue, {.task = all_tasks, .slice = 0}, 1), std::out_of_range);
  EXPECT_THROW(give(queue, {.task = unit.task}, 1), std::invalid_argument);
  EXPECT_EQ(queue.progress().count, Count{});
  Job uncut = sliced;
  uncut.slice_depth = 0;
  WorkerTable nobody;
  WorkQueue without_slices(uncut, test::equal_costs(all_tasks), nobody);
  EXPECT_THROW(give(without_slices, {.task = 0, .slice = 0}, 1), std::invalid_argument);
  QueueSnapshot of_slices(all_tasks, 0);
  of_slices.in_slices.emplace(0, UnitRecords(3, 0));
  EXPECT_THROW(WorkQueue(uncut, test::equal_costs(all_tasks), nobody, {.snapshot = of_slices}),
               std::invalid_argument);
}

TEST(Slices, ATaskInDisputeFoldsWhenItsSliceIsSettled) {
  SlicedQueue queue({.checks = test::check_policy(0)});
  const std::vector<UnitId> units = lease_task(queue, 1);
  const UnitId disputed = units[0];
  EXPECT_EQ(give(queue, disputed, 1, 7), Completion::accepted);
  EXPECT_EQ(give(queue, disputed, 2), Completion::disputed);
  for (const UnitId& unit : units) {
    if (unit != disputed) {
      give(queue, unit, 1);
    }
  }
  EXPECT_FALSE(queue.units().tasks().records.done[disputed.task]);
  const QueueSnapshot doubtful = queue.trusted_snapshot();
  ASSERT_EQ(doubtful.in_slices.size(), 1U);
  EXPECT_FALSE(doubtful.in_slices.begin()->second.done[disputed.slice]);
  ASSERT_EQ(queue.next_check(3, 1), disputed);
  const Outcome outcome = queue.complete(result_of(disputed), sender(3));
  EXPECT_EQ(outcome.completion, Completion::settled);
  EXPECT_EQ(outcome.unit, disputed);
  ASSERT_NE(outcome.dispute, nullptr);
  EXPECT_EQ(outcome.dispute->unit, disputed);
  ASSERT_TRUE(queue.units().tasks().records.done[disputed.task]);
  EXPECT_EQ(queue.units().tasks().records.records[disputed.task].count,
            right_count_of_task(disputed.task));
}

TEST(Slices, GoesOnWithTheSlicesThatWereSaved) {
  SlicedQueue before;
  const std::vector<UnitId> units = lease_task(before, 1);
  give(before, units[1], 1);
  const QueueSnapshot saved = before.trusted_snapshot();
  ASSERT_EQ(saved.in_slices.size(), 1U);
  SlicedQueue after({.snapshot = saved});
  EXPECT_EQ(after.units().snapshot(), saved);
  EXPECT_EQ(after.progress().count, Count{right_count(units[1])});
  std::set<UnitId> left(units.begin(), units.end());
  left.erase(units[1]);
  while (!left.empty()) {
    const UnitId unit = after.next(2, 0).value();
    EXPECT_EQ(left.erase(unit), 1U) << to_string(unit);
    give(after, unit, 2);
  }
  ASSERT_TRUE(after.units().tasks().records.done[units.front().task]);
  EXPECT_EQ(after.progress().count, right_count_of_task(units.front().task));
}

TEST(Slices, ATaskThatIsToBeCheckedFoldsWhenAllSlicesAreConfirmed) {
  SlicedQueue queue({.snapshot = saved_before_its_checks(), .checks = test::check_policy(1)});
  const TaskId task = queue.units().snapshot().in_slices.begin()->first;
  EXPECT_FALSE(queue.units().tasks().records.done[task]);
  for (std::uint64_t i = 0; i < slices_of(task); ++i) {
    const UnitId unit = queue.next_check(2, 0).value();
    ASSERT_EQ(unit.task, task);
    EXPECT_EQ(give(queue, unit, 2), Completion::confirmed);
  }
  ASSERT_TRUE(queue.units().tasks().records.done[task]);
  EXPECT_NE(queue.units().tasks().records.records[task].confirmed_by, unknown_origin);
}

/// A run was stopped when they only waited for their checks; or a merge has made the file.
TEST(Slices, ChecksTheSlicesOfATaskThatAreAllDone) {
  const QueueSnapshot saved = saved_before_its_checks();
  ASSERT_EQ(saved.in_slices.size(), 1U);
  ASSERT_TRUE(saved.in_slices.begin()->second.finished());
  const TaskId task = saved.in_slices.begin()->first;
  SlicedQueue queue({.snapshot = saved,
                     .checks = test::check_policy(0),
                     .wanted = [](TaskId) { return false; },
                     .to_check = {{.task = task, .slice = 1}}});
  EXPECT_EQ(queue.next(2, 0), std::nullopt);
  ASSERT_EQ(queue.next_check(2, 0), (UnitId{.task = task, .slice = 1}));
  EXPECT_EQ(queue.next_check(3, 0), std::nullopt);
  EXPECT_FALSE(queue.finished());
  EXPECT_EQ(give(queue, {.task = task, .slice = 1}, 2), Completion::confirmed);
  EXPECT_TRUE(queue.finished());
  EXPECT_TRUE(queue.checks().is_confirmed({.task = task, .slice = 1}));
  EXPECT_EQ(queue.units().snapshot().in_slices.size(), 1U);
}

/// The check of a task that is folded is a second table of slices. What its first count sent is no
/// part of that: else whoever counts wrong would confirm himself.
TEST(Slices, ALateSliceOfTheFirstCountIsNoPartOfACheck) {
  SlicedQueue queue;
  const std::vector<UnitId> units = lease_task(queue, 1);
  const TaskId task = units.front().task;
  for (const UnitId& unit : units) {
    give(queue, unit, 1, 7);  // wrong
  }
  queue.check({.task = task});
  const UnitId checked = queue.next_check(2, 0).value();
  ASSERT_EQ(checked.task, task);
  EXPECT_EQ(queue.checks().kernels_to_avoid(checked), std::vector<std::string>{"avx512"});
  EXPECT_EQ(queue.next_check(1, 0), std::nullopt) << "it counted the slices before";
  for (const UnitId& unit : units) {
    EXPECT_EQ(give(queue, unit, 1, 7), Completion::duplicate) << to_string(unit);
    EXPECT_FALSE(queue.units().is_done(unit)) << to_string(unit);
  }
  EXPECT_FALSE(queue.finished());
  EXPECT_EQ(queue.units().tasks().records.records[task].confirmed_by, unknown_origin);
  EXPECT_EQ(queue.complete(result_of(checked, 0, "avx2"), sender(2)).completion,
            Completion::accepted);
  for (std::size_t i = 1; i < units.size(); ++i) {
    const UnitId next = queue.next_check(2, 0).value();
    const Outcome outcome = queue.complete(result_of(next, 0, "avx2"), sender(2));
    EXPECT_EQ(outcome.completion,
              i + 1 < units.size() ? Completion::accepted : Completion::disputed);
    EXPECT_EQ(outcome.unit.is_slice(), i + 1 < units.size());
  }
}

TEST(Slices, ATaskWhoseSlicesWereAllSavedFoldsAtTheStart) {
  const QueueSnapshot saved = saved_before_its_checks();
  const TaskId task = saved.in_slices.begin()->first;
  const SlicedQueue queue({.snapshot = saved});
  ASSERT_TRUE(queue.units().tasks().records.done[task]);
  EXPECT_EQ(queue.units().tasks().records.records[task].count, right_count_of_task(task));
  EXPECT_EQ(queue.progress().tasks_in_progress, 0U);
  EXPECT_TRUE(queue.units().snapshot().in_slices.empty());
}

TEST(Slices, CostAsMuchAsTheirTask) {
  SlicedQueue queue;
  bool was_shorter = false;
  while (!queue.finished()) {
    const std::vector<UnitId> units = lease_task(queue, 1);
    const TaskCut cut = SliceSource(sliced).cut(units.front().task);
    double sum = 0;
    for (const UnitId& unit : units) {
      const double cost = queue.units().cost(unit);
      sum += cost;
      EXPECT_NEAR(cost / queue.units().cost(units.front()),
                  unit.slice + 1 == cut.slices ? cut.last : 1, 1e-6);
      was_shorter = was_shorter || cut.last < 1;
    }
    EXPECT_NEAR(sum, queue.units().cost({.task = units.front().task}), 1e-3);
    for (const UnitId& unit : units) {
      give(queue, unit, 1);
    }
  }
  EXPECT_TRUE(was_shorter);
}

/// As long as others may come.
TEST(Slices, WhoeverCountedSomeOfATaskChecksNoneOfIt) {
  SlicedQueue queue;
  const std::vector<UnitId> units = lease_task(queue, 1);
  for (const UnitId& unit : units) {
    give(queue, unit, unit == units.front() ? 2 : 1);
  }
  queue.check({.task = units.front().task});
  queue.workers.expect(4);
  EXPECT_EQ(queue.next_check(1, 0), std::nullopt);
  EXPECT_EQ(queue.next_check(2, 0), std::nullopt);
  EXPECT_EQ(queue.next_check(3, 0), units.front());
  queue.workers.expect(3);
  EXPECT_EQ(queue.next_check(1, 0), units[1]) << "nobody else will come";
}

}  // namespace
}  // namespace nqueens
