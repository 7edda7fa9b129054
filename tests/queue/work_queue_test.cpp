#include "nqueens/queue/work_queue.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "queue/histories.hpp"
#include "support/boards.hpp"

namespace nqueens {
namespace {

std::vector<float> equal_costs(std::size_t tasks) {
  return std::vector<float>(tasks, 1000.0F);
}

TaskResult result_of(TaskId task, std::uint64_t solutions = 0) {
  return {.task = task, .count = Count{solutions}, .nodes = 10 * task, .seconds = 0.001};
}

TEST(WorkQueue, HandsOutEveryTaskOnceInOrder) {
  WorkQueue queue(equal_costs(3));
  EXPECT_EQ(queue.next(1, 0), 0U);
  EXPECT_EQ(queue.next(2, 0), 1U);
  EXPECT_EQ(queue.next(1, 0), 2U);
  EXPECT_EQ(queue.next(1, 0), std::nullopt);
}

/// In passes, each with the longer half of what is left, and each in order.
TEST(WorkQueue, HandsOutTheLongestFirst) {
  WorkQueue queue({1, 8, 2, 7, 3, 6, 4, 5});
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
    WorkQueue queue(costs);
    std::set<TaskId> seen;
    while (const auto task = queue.next(1, 0)) {
      seen.insert(*task);
    }
    EXPECT_EQ(seen.size(), tasks);
  }
}

TEST(WorkQueue, SumsResultsAndFinishes) {
  WorkQueue queue(equal_costs(2));
  queue.next(1, 0);
  queue.next(1, 0);
  EXPECT_EQ(queue.complete(result_of(0, 5)), Completion::accepted);
  EXPECT_FALSE(queue.finished());
  EXPECT_EQ(queue.complete(result_of(1, 7)), Completion::accepted);
  EXPECT_TRUE(queue.finished());
  EXPECT_EQ(queue.state().count, Count{12});
  EXPECT_EQ(queue.state().nodes, 10U);
}

TEST(WorkQueue, TasksOfALostWorkerGoToOthersFirst) {
  WorkQueue queue(equal_costs(4));
  queue.next(1, 0);
  queue.next(2, 0);
  EXPECT_EQ(queue.release(1), 1U);
  EXPECT_EQ(queue.release(1), 0U);
  EXPECT_EQ(queue.next(2, 0), 0U);
  EXPECT_EQ(queue.next(2, 0), 2U);
  EXPECT_EQ(queue.state().retries, 1U);
}

TEST(WorkQueue, ALateResultIsTakenAndTheTaskNotDoneAgain) {
  WorkQueue queue(equal_costs(1));
  queue.next(1, 0);
  queue.release(1);
  EXPECT_EQ(queue.complete(result_of(0, 3)), Completion::accepted);
  EXPECT_EQ(queue.next(2, 0), std::nullopt);
  EXPECT_TRUE(queue.finished());
}

TEST(WorkQueue, ASecondResultIsComparedAndNeverAdded) {
  WorkQueue queue(equal_costs(1));
  queue.next(1, 0);
  queue.release(1);
  queue.next(2, 0);
  EXPECT_EQ(queue.complete(result_of(0, 3)), Completion::accepted);
  EXPECT_EQ(queue.complete(result_of(0, 3)), Completion::duplicate);
  EXPECT_EQ(queue.complete(result_of(0, 4)), Completion::disputed);
  EXPECT_EQ(queue.state().count, Count{3});
  EXPECT_EQ(queue.state().duplicates, 1U);
}

TEST(WorkQueue, AnotherNumberOfNodesIsNoConflictSinceKernelsDiffer) {
  WorkQueue queue(equal_costs(1));
  queue.complete(result_of(0, 3));
  TaskResult other = result_of(0, 3);
  other.nodes = 99;
  EXPECT_EQ(queue.complete(other), Completion::duplicate);
}

TEST(WorkQueue, LeasesExpireAfterTheTimeThatTasksTake) {
  WorkQueue queue(equal_costs(100), {.grace_seconds = 5, .unmeasured_cost_rate = 1000});
  queue.next(1, 0);  // 1 s assumed, twice that plus 5 s allowed
  EXPECT_TRUE(queue.expire(6.9).empty());
  const auto expired = queue.expire(7.1);
  ASSERT_EQ(expired.size(), 1U);
  EXPECT_EQ(expired[0].task, 0U);
  EXPECT_EQ(expired[0].worker, 1);
  EXPECT_EQ(queue.state().leased, 0U);
  EXPECT_EQ(queue.state().todo, 100U);
}

/// The guess that the first leases are made with is hours for tasks of a minute.
TEST(WorkQueue, MeasuredTimesCorrectTheFirstLeases) {
  WorkQueue queue(std::vector<float>(100, 6.0e10F));
  const auto lost = queue.next(1, 0);
  const auto lives = queue.next(2, 590);
  for (int i = 0; i < 3; ++i) {
    EXPECT_TRUE(queue.expire(600).empty());
    queue.complete({.task = *queue.next(3, 0), .count = Count{1}, .nodes = 1, .seconds = 60});
  }
  const auto expired = queue.expire(600);
  ASSERT_EQ(expired.size(), 1U);
  EXPECT_EQ(expired.front().task, lost);
  EXPECT_EQ(queue.complete({.task = *lives, .count = Count{1}, .nodes = 1, .seconds = 60}),
            Completion::accepted);
}

TEST(WorkQueue, MeasuredTimesSetTheDeadline) {
  WorkQueue queue(equal_costs(100), {.grace_seconds = 5, .unmeasured_cost_rate = 1000});
  for (int i = 0; i < 50; ++i) {
    const auto task = queue.next(1, 0);
    TaskResult result = result_of(*task);
    result.seconds = 100;
    queue.complete(result);
  }
  EXPECT_NEAR(*queue.seconds_per_cost(), 0.1, 0.01);
  queue.next(1, 0);
  EXPECT_TRUE(queue.expire(200).empty());
  EXPECT_EQ(queue.expire(300).size(), 1U);
}

TEST(WorkQueue, ATaskHeldAheadHasTimeForTheOneBefore) {
  WorkQueue queue(equal_costs(2), {.grace_seconds = 5, .unmeasured_cost_rate = 1000});
  queue.next(1, 0);
  queue.next(1, 0);
  EXPECT_EQ(queue.expire(8).size(), 1U);
  EXPECT_EQ(queue.expire(9.1).size(), 1U);
}

TEST(WorkQueue, ATimeThatIsNoNumberDoesNoHarm) {
  WorkQueue queue(equal_costs(2));
  TaskResult result = result_of(0);
  result.seconds = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(queue.complete(result), Completion::accepted);
  EXPECT_EQ(queue.seconds_per_cost(), std::nullopt);
}

TEST(WorkQueue, RefusesATaskThatTheJobDoesNotHave) {
  WorkQueue queue(equal_costs(2));
  EXPECT_THROW(queue.complete(result_of(2)), std::out_of_range);
}

TEST(WorkQueue, RefusesASnapshotOfAnotherSize) {
  WorkQueue queue(equal_costs(2));
  EXPECT_THROW(queue.restore(WorkQueue(equal_costs(3)).snapshot()), std::invalid_argument);
}

TEST(WorkQueue, AddsBeyond64Bits) {
  WorkQueue queue(equal_costs(2));
  for (TaskId task = 0; task < 2; ++task) {
    queue.complete({.task = task, .count = Count::from_words(1, 1), .nodes = 1, .seconds = 1});
  }
  EXPECT_EQ(queue.state().count, Count::from_words(2, 2));
  EXPECT_EQ(totals(queue.snapshot()).count, Count::from_words(2, 2));
}

// ------------------------------------------------------------------------------------------------
// Random histories against a model, shrunk when they fail.

enum class Act { next, complete, late, wrong, release, expire, restore, count };

using Event = test::Event<Act>;

std::string describe(const std::vector<Event>& history) {
  static constexpr const char* names[] = {"next",    "complete", "late",   "wrong",
                                          "release", "expire",   "restore"};
  std::ostringstream text;
  for (const Event& event : history) {
    text << names[static_cast<int>(event.act)] << '(' << event.pick << ") ";
  }
  return text.str();
}

constexpr std::size_t model_tasks = 12;
constexpr int model_workers = 4;
constexpr double grace = 5;

std::uint64_t true_count(TaskId task) {
  return 100 + task;
}

/// The queue as simple as can be: a state per task, looked at one by one.
class Model {
 public:
  /// Plays the history on the queue and on the model. @return what went wrong, or nothing
  std::optional<std::string> play(const std::vector<Event>& history) {
    for (const Event& event : history) {
      now_ += 1;
      if (auto problem = step(event)) {
        return *problem + " at " + std::to_string(now_);
      }
      if (auto problem = compare()) {
        return *problem + " at " + std::to_string(now_);
      }
    }
    return finish();
  }

 private:
  struct Task {
    enum { todo, leased, done } state = todo;
    int worker = 0;
    double since = 0;
  };

  std::optional<std::string> step(const Event& event) {
    const TaskId task = event.pick % model_tasks;
    const int worker = static_cast<int>(event.pick % model_workers);
    switch (event.act) {
      case Act::next: return next(worker);
      case Act::complete: {
        for (TaskId leased = 0; leased < model_tasks; ++leased) {
          if (tasks_[leased].state == Task::leased && tasks_[leased].worker == worker) {
            return complete(leased);
          }
        }
        return std::nullopt;
      }
      case Act::late: return complete(task);
      case Act::wrong: {
        if (tasks_[task].state != Task::done) {
          return std::nullopt;
        }
        if (queue_.complete(result_of(task, true_count(task) + 1), {.worker = 7}) !=
            Completion::disputed) {
          return "a wrong count was not noticed";
        }
        if (queue_.finished()) {
          return "finished with a dispute";
        }
        return queue_.complete(result_of(task, true_count(task)), {.worker = 8}) ==
                       Completion::settled
                   ? std::nullopt
                   : std::optional<std::string>("a dispute was not settled");
      }
      case Act::release: {
        queue_.release(worker);
        for (Task& each : tasks_) {
          if (each.state == Task::leased && each.worker == worker) {
            each.state = Task::todo;
          }
        }
        return std::nullopt;
      }
      case Act::expire: return expire();
      case Act::restore: {
        WorkQueue fresh(equal_costs(model_tasks), policy);
        fresh.restore(queue_.snapshot());
        queue_ = fresh;
        for (Task& each : tasks_) {
          if (each.state == Task::leased) {
            each.state = Task::todo;
          }
        }
        return std::nullopt;
      }
      case Act::count: break;
    }
    return "no such event";
  }

  std::optional<std::string> next(int worker) {
    const auto task = queue_.next(worker, now_);
    const bool any_todo = std::any_of(tasks_.begin(), tasks_.end(),
                                      [](const Task& each) { return each.state == Task::todo; });
    if (task.has_value() != any_todo) {
      return any_todo ? "no task although one is to do" : "a task although none is to do";
    }
    if (task) {
      if (tasks_[*task].state != Task::todo) {
        return "task " + std::to_string(*task) + " was not to do";
      }
      tasks_[*task] = {Task::leased, worker, now_};
    }
    return std::nullopt;
  }

  std::optional<std::string> complete(TaskId task) {
    const Completion expected =
        tasks_[task].state == Task::done ? Completion::duplicate : Completion::accepted;
    tasks_[task].state = Task::done;
    return queue_.complete(result_of(task, true_count(task))) == expected
               ? std::nullopt
               : std::optional<std::string>("a result was not taken for what it is");
  }

  std::optional<std::string> expire() {
    for (const auto& expired : queue_.expire(now_)) {
      Task& task = tasks_[expired.task];
      if (task.state != Task::leased || task.worker != expired.worker) {
        return "a lease expired that was not there";
      }
      if (now_ - task.since < grace) {
        return "a lease expired too early";
      }
      task.state = Task::todo;
    }
    for (const Task& task : tasks_) {
      if (task.state == Task::leased && now_ - task.since > 20 * grace) {
        return "a lease never expires";
      }
    }
    return std::nullopt;
  }

  std::optional<std::string> compare() const {
    std::uint64_t counts[3] = {0, 0, 0};
    Count sum;
    for (TaskId task = 0; task < model_tasks; ++task) {
      ++counts[tasks_[task].state];
      if (tasks_[task].state == Task::done) {
        sum += Count{true_count(task)};
      }
    }
    const QueueState& state = queue_.state();
    if (state.todo != counts[0] || state.leased != counts[1] || state.done != counts[2]) {
      return "numbers of tasks differ";
    }
    if (state.count != sum || totals(queue_.snapshot()).count != sum) {
      return "sums differ";
    }
    if (std::abs(state.done_cost + state.todo_cost + 1000.0 * static_cast<double>(state.leased) -
                 state.total_cost) > 0.1) {
      return "costs do not add up";
    }
    return std::nullopt;
  }

  /// Whatever happened, the rest can be done.
  std::optional<std::string> finish() {
    queue_.expire(std::numeric_limits<double>::infinity());
    while (const auto task = queue_.next(0, now_)) {
      queue_.complete(result_of(*task, true_count(*task)));
    }
    return queue_.finished() ? std::nullopt
                             : std::optional<std::string>("the queue does not finish");
  }

  static constexpr LeasePolicy policy{.grace_seconds = grace, .unmeasured_cost_rate = 1000};
  WorkQueue queue_{equal_costs(model_tasks), policy};
  std::vector<Task> tasks_{model_tasks};
  double now_ = 0;
};

std::optional<std::string> failure_of(const std::vector<Event>& history) {
  return Model().play(history);
}

TEST(WorkQueue, BehavesLikeASimpleModelInRandomHistories) {
  const std::uint64_t seed = test::test_seed();
  std::mt19937_64 random(seed);
  for (int trial = 0; trial < 3000; ++trial) {
    const std::vector<Event> history = test::random_history<Act>(random, 150);
    if (failure_of(history)) {
      const std::vector<Event> shortest = test::shrunk(history, failure_of);
      FAIL() << *failure_of(shortest) << "; seed " << seed << ", history: " << describe(shortest);
    }
  }
}

/// A queue of three tasks whose counts have two parts each.
WorkQueue queue_of_placements() {
  return WorkQueue({1, 1, 1}, LeasePolicy{}, 2);
}

TaskResult placed(TaskId task, std::uint64_t first, std::uint64_t second) {
  return {.task = task,
          .count = Count{first + second},
          .placed = {first, second},
          .nodes = 1,
          .seconds = 1};
}

TEST(WorkQueue, AddsUpTheRowsOfPlacements) {
  WorkQueue queue = queue_of_placements();
  EXPECT_EQ(queue.complete(placed(2, 3, 4)), Completion::accepted);
  EXPECT_EQ(queue.complete(placed(0, 10, 20)), Completion::accepted);
  EXPECT_EQ(placed_by_row(queue.snapshot()), (std::vector<Count>{13, 24}));
  EXPECT_EQ(queue.state().count, Count{37});
  EXPECT_EQ(queue.complete(placed(2, 3, 4)), Completion::duplicate);
  EXPECT_EQ(placed_by_row(queue.snapshot()), (std::vector<Count>{13, 24}));
}

TEST(WorkQueue, APlacementOnAnotherRowIsDisputed) {
  WorkQueue queue = queue_of_placements();
  EXPECT_EQ(queue.complete(placed(1, 3, 4)), Completion::accepted);
  EXPECT_EQ(queue.complete(placed(1, 4, 3)), Completion::disputed);
}

TEST(WorkQueue, RefusesResultsAndSnapshotsWithOtherRows) {
  WorkQueue queue = queue_of_placements();
  TaskResult result = placed(0, 1, 2);
  result.placed.pop_back();
  EXPECT_THROW(queue.complete(result), std::invalid_argument);
  result.placed = {1, 3};
  EXPECT_THROW(queue.complete(result), std::invalid_argument);
  EXPECT_EQ(queue.state().done, 0U);
  EXPECT_THROW(queue.restore(WorkQueue({1, 1, 1}).snapshot()), std::invalid_argument);
  WorkQueue other = queue_of_placements();
  other.complete(placed(1, 5, 6));
  queue.restore(other.snapshot());
  EXPECT_EQ(placed_by_row(queue.snapshot()), (std::vector<Count>{5, 6}));
  EXPECT_EQ(queue.state().count, Count{11});
}

}  // namespace
}  // namespace nqueens
