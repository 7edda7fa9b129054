// Random histories of leases and results, on the queue and on a model that is as simple as can be.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "queue/histories.hpp"
#include "queue/queues.hpp"
#include "queue/work_queue.hpp"

namespace nqueens {
namespace {

using test::counted;

enum class QueueAct { next, complete, late, wrong, release, expire, restore, count };

using QueueEvent = test::Event<QueueAct>;

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
  std::optional<std::string> play(const std::vector<QueueEvent>& history) {
    begin(std::nullopt);
    for (const QueueEvent& event : history) {
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

  void begin(std::optional<QueueSnapshot> snapshot) {
    queue_.emplace(test::equal_costs(model_tasks),
                   CountStart{.snapshot = std::move(snapshot),
                              .leases = {.grace_seconds = grace, .expected_cost_rate = 400'000}});
  }

  std::optional<std::string> step(const QueueEvent& event) {
    const TaskId task = event.pick % model_tasks;
    const int worker = static_cast<int>(event.pick % model_workers);
    switch (event.act) {
      case QueueAct::next: return next(worker);
      case QueueAct::complete: {
        for (TaskId leased = 0; leased < model_tasks; ++leased) {
          if (tasks_[leased].state == Task::leased && tasks_[leased].worker == worker) {
            return complete(leased);
          }
        }
        return std::nullopt;
      }
      case QueueAct::late: return complete(task);
      case QueueAct::wrong: {
        if (tasks_[task].state != Task::done) {
          return std::nullopt;
        }
        if (queue_->complete(counted(task, true_count(task) + 1), {.worker = 7}) !=
            Completion::disputed) {
          return "a wrong count was not noticed";
        }
        if (queue_->finished()) {
          return "finished with a dispute";
        }
        return queue_->complete(counted(task, true_count(task)), {.worker = 8}) ==
                       Completion::settled
                   ? std::nullopt
                   : std::optional<std::string>("a dispute was not settled");
      }
      case QueueAct::release: {
        queue_->release(worker);
        for (Task& each : tasks_) {
          if (each.state == Task::leased && each.worker == worker) {
            each.state = Task::todo;
          }
        }
        return std::nullopt;
      }
      case QueueAct::expire: return expire();
      case QueueAct::restore: {
        begin(queue_->units().snapshot());
        for (Task& each : tasks_) {
          if (each.state == Task::leased) {
            each.state = Task::todo;
          }
        }
        return std::nullopt;
      }
      case QueueAct::count: break;
    }
    return "no such event";
  }

  std::optional<std::string> next(int worker) {
    const auto task = queue_->next(worker, now_);
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
    return queue_->complete(counted(task, true_count(task))) == expected
               ? std::nullopt
               : std::optional<std::string>("a result was not taken for what it is");
  }

  std::optional<std::string> expire() {
    for (const auto& expired : queue_->expire(now_)) {
      Task& task = tasks_[expired.unit.task];
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
    const QueueState& state = queue_->state();
    const Progress progress = queue_->progress();
    if (state.todo != counts[0] || state.leased != counts[1] || progress.tasks_done != counts[2]) {
      return "numbers of tasks differ";
    }
    if (progress.count != sum || progress_of(queue_->units().tasks().records).count != sum) {
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
    queue_->expire(std::numeric_limits<double>::infinity());
    while (const auto task = queue_->next(0, now_)) {
      queue_->complete(counted(*task, true_count(*task)));
    }
    return queue_->finished() ? std::nullopt
                              : std::optional<std::string>("the queue does not finish");
  }

  std::optional<test::TaskQueue> queue_;
  std::vector<Task> tasks_{model_tasks};
  double now_ = 0;
};

TEST(WorkQueue, BehavesLikeASimpleModelInRandomHistories) {
  EXPECT_EQ(
      test::first_failure<QueueAct>(
          3000, 150, [](const std::vector<QueueEvent>& history) { return Model().play(history); },
          {"next", "complete", "late", "wrong", "release", "expire", "restore"}),
      "");
}

}  // namespace
}  // namespace nqueens
