// What the tests of the queue begin with: equal tasks, and a task that is checked.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "queue/scheduler.hpp"
#include "queue/work_queue.hpp"

namespace nqueens::test {

inline std::vector<float> equal_costs(std::size_t tasks) {
  return std::vector<float>(tasks, 1000.0F);
}

/// A right result, whose count is 100 more than the task; or one that is wrong by so much.
inline UnitResult result_of(TaskId task, double seconds = 1, std::uint64_t wrong_by = 0) {
  return {.unit = {.task = task},
          .count = Count{100 + task + wrong_by},
          .nodes = 1,
          .seconds = seconds,
          .kernel = "avx512"};
}

/// What a worker counts of a task.
inline UnitResult counted(TaskId task, std::uint64_t count, const std::string& kernel = "avx512",
                          std::uint64_t nodes = 10) {
  return {.unit = {.task = task},
          .count = Count{count},
          .nodes = nodes,
          .seconds = 0.5,
          .kernel = kernel};
}

/// All avx kernels search alike.
inline CheckPolicy check_policy(double fraction, bool settle = true) {
  return {.fraction = fraction,
          .seed = 1,
          .settle = settle,
          .another_kernel = true,
          .same_search = [](std::string_view left, std::string_view right) {
            return left == right || (left.starts_with("avx") && right.starts_with("avx"));
          }};
}

inline const Job whole_tasks{.problem = {.n = 12}};

/// Short leases.
inline constexpr LeasePolicy lease_policy{.grace_seconds = 5, .expected_cost_rate = 400'000};

/// The worker is there, or back.
template <class To>
void arrive(To& workers, WorkerId worker, const std::string& host,
            const std::string& kernel = "avx512") {
  workers.greet(worker, {.host = host, .space = {}});
  workers.ready(worker, kernel, kernel == "opencl" ? "device 0 (played)" : "");
  workers.come_back(worker);
}

/// Workers by host, and their queue.
struct WithWorkers {
  void arrive(WorkerId worker, const std::string& host, const std::string& kernel = "avx512") {
    test::arrive(workers, worker, host, kernel);
  }

  WorkerTable workers{};
};

/// A queue of whole tasks, which tests call by their numbers.
struct TaskQueue : WithWorkers, WorkQueue {
  explicit TaskQueue(std::vector<float> costs, CountStart start = {}, const Job& job = whole_tasks)
      : WorkQueue(job, std::move(costs), workers, std::move(start)) {}
  TaskQueue(std::vector<float> costs, const LeasePolicy& leases)
      : TaskQueue(std::move(costs), CountStart{.leases = leases}) {}

  std::optional<TaskId> next(WorkerId worker, double now) {
    return task_of(WorkQueue::next(worker, now));
  }
  std::optional<TaskId> next_check(WorkerId worker, double now) {
    return task_of(WorkQueue::next_check(worker, now));
  }
  Completion complete(const UnitResult& result, const Sender& sender = {}) {
    return WorkQueue::complete(result, sender).completion;
  }
  /// From a worker that has arrived.
  Completion complete(const UnitResult& result, WorkerId worker) {
    return complete(result, {.worker = worker, .host = workers[worker].process.host});
  }
  /// The worker gets the first task to check, and counts it.
  Completion recount(WorkerId worker, std::uint64_t count, const std::string& kernel = "avx512",
                     std::uint64_t nodes = 10) {
    EXPECT_EQ(next_check(worker, 0), 0U);
    return complete(counted(0, count, kernel, nodes), worker);
  }
  void check(TaskId task) { WorkQueue::check({.task = task}); }
  [[nodiscard]] std::vector<std::string> kernels_to_avoid(TaskId task) const {
    return checks().kernels_to_avoid({.task = task});
  }

 private:
  static std::optional<TaskId> task_of(const std::optional<UnitId>& unit) {
    return unit ? std::optional(unit->task) : std::nullopt;
  }
};

/// The same for a scheduler. @return false if it was set aside
inline bool arrive(Scheduler& scheduler, WorkerId worker, const std::string& host,
                   const std::string& kernel = "avx512") {
  arrive<Scheduler>(scheduler, worker, host, kernel);
  return scheduler.arrive(worker);
}

/// One count of equal tasks, and workers of one host.
struct OneCount {
  explicit OneCount(std::size_t tasks, SchedulerPolicy policy = {}, CountStart start = {})
      : scheduler(policy) {
    scheduler.begin(whole_tasks, equal_costs(tasks), std::move(start));
  }

  void arrive(std::initializer_list<WorkerId> workers, const std::string& host = "a") {
    for (const WorkerId worker : workers) {
      test::arrive(scheduler, worker, host);
    }
  }

  /// Twenty tasks have taken so long.
  void measure(double seconds) {
    for (TaskId task = 0; task < 20; ++task) {
      scheduler.take(99, result_of(task, seconds));
    }
  }

  [[nodiscard]] const WorkQueue& queue() const { return scheduler.queue(); }

  /// Tasks of the next batch, which is for that worker; none where no worker is to get one.
  std::size_t next(WorkerId worker) {
    const auto assignment = scheduler.next(0);
    EXPECT_EQ(assignment ? assignment->worker : worker, worker);
    return assignment ? assignment->units.size() : 0;
  }

  [[nodiscard]] bool nobody_is_next() { return !scheduler.next(0).has_value(); }

  Scheduler scheduler;
};

/// A queue of one task that is checked, with these workers on these hosts.
struct QueueOfOne : TaskQueue {
  explicit QueueOfOne(const std::vector<std::pair<WorkerId, std::string>>& its_workers,
                      const CheckPolicy& checks = check_policy(1))
      : TaskQueue({1000.0F}, {.checks = checks, .leases = lease_policy}) {
    for (const auto& [worker, host] : its_workers) {
      arrive(worker, host);
    }
  }
};

/// Has the first worker count the task.
inline void count_first(TaskQueue& queue, std::uint64_t count, const std::string& host = "a") {
  ASSERT_EQ(queue.next(1, 0), 0U);
  ASSERT_EQ(queue.complete(counted(0, count), {.worker = 1, .host = host}), Completion::accepted);
}

}  // namespace nqueens::test
