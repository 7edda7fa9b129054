// What the tests of the queue begin with: equal tasks, and a task that is checked.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "queue/work_queue.hpp"

namespace nqueens::test {

inline std::vector<float> equal_costs(std::size_t tasks) {
  return std::vector<float>(tasks, 1000.0F);
}

/// A right result, whose count is 100 more than the task; or one that is wrong by so much.
inline TaskResult result_of(TaskId task, double seconds = 1, std::uint64_t wrong_by = 0) {
  return {.task = task,
          .count = Count{100 + task + wrong_by},
          .nodes = 1,
          .seconds = seconds,
          .kernel = "avx512"};
}

/// What a worker counts of a task.
inline TaskResult counted(TaskId task, std::uint64_t count, const std::string& kernel = "avx512",
                          std::uint64_t nodes = 10) {
  return {.task = task, .count = Count{count}, .nodes = nodes, .seconds = 0.5, .kernel = kernel};
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

/// A queue of one task that is checked, with these workers on these hosts.
inline WorkQueue queue_of_one(const std::vector<std::pair<WorkerId, std::string>>& workers,
                              double fraction = 1) {
  WorkQueue queue({1000.0F}, {.grace_seconds = 5, .unmeasured_cost_rate = 1000});
  queue.set_check_policy(check_policy(fraction));
  for (const auto& [worker, host] : workers) {
    queue.arrive(worker, host);
  }
  return queue;
}

/// Has the first worker count the task.
inline void count_first(WorkQueue& queue, std::uint64_t count, const std::string& host = "a") {
  ASSERT_EQ(queue.next(1, 0), 0U);
  ASSERT_EQ(queue.complete(counted(0, count), {.worker = 1, .host = host}), Completion::accepted);
}

/// One dispute a task.
inline std::vector<Dispute> disputes_of(const WorkQueue& queue) {
  return by_unit(queue.disputes(),
                 [&queue](const UnitId& unit) { return queue.checks().is_confirmed(unit.task); });
}

}  // namespace nqueens::test
