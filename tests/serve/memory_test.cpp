// What a unit costs the master in memory: `plan` says it of tasks, `status` of slices.

#include <gtest/gtest.h>
#include <malloc.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "queue/work_queue.hpp"
#include "support/projection.hpp"
#include "view/projection.hpp"

namespace nqueens {
namespace {

constexpr std::uint64_t tasks = 300'000;

/// In use, in bytes; 0 under sanitizers, which have an allocator of their own.
double allocated() {
  const struct mallinfo2 now = mallinfo2();
  return static_cast<double>(now.uordblks + now.hblkhd);
}

double planned_memory(const Problem& problem, std::uint64_t of_tasks) {
  Projection projection = test::example_projection();
  projection.job.problem = problem;
  projection.tasks = of_tasks;
  return nlohmann::json::parse(to_json(projection))["memory_bytes"].get<double>();
}

/// Numbers as for N = 28, on some hundred hosts.
UnitResult result_of(TaskId task, std::size_t rows) {
  const std::uint64_t part = 20'000'000'000 + 8 * (task * 40'503 % 1'000'003);
  return {.unit = {.task = task},
          .count = Count{part} * std::max<std::uint64_t>(rows, 10),
          .placed = std::vector<std::uint64_t>(rows, part),
          .nodes = 1'000'000'000'000 + task,
          .seconds = 900 + static_cast<double>(task % 100),
          .kernel = "avx512"};
}

TEST(Memory, OfAUnitIsWhatPlanAndStatusSay) {
  for (const Problem problem : {Problem{.n = 28}, {.n = 20, .sequence = Sequence::placements}}) {
    const double before = allocated();
    if (before == 0) {
      GTEST_SKIP() << "the allocator does not say what is in use";
    }
    const WorkerTable workers(2);
    WorkQueue queue({.problem = problem, .depth = 6}, std::vector<float>(tasks, 1e12F), workers,
                    {.checks = {.fraction = 0.005, .seed = 1}});
    for (TaskId task = 0; task < tasks; ++task) {
      queue.complete(result_of(task, problem.parts()),
                     {.worker = 1, .host = "node" + std::to_string(task % 300)});
    }
    const double at_work = (allocated() - before) / tasks;
    const QueueSnapshot saved = queue.trusted_snapshot();
    const double at_save = (allocated() - before) / tasks;
    const double planned = (planned_memory(problem, tasks) - planned_memory(problem, 0)) / tasks;
    const auto of_slice = static_cast<double>(bytes_per_slice(problem.parts()));
    RecordProperty("bytes", std::to_string(at_work) + " " + std::to_string(at_save));
    EXPECT_LT(at_save, planned);  // and what the allocator loses
    EXPECT_GT(at_save, 0.6 * planned);
    EXPECT_NEAR(at_work, of_slice, of_slice / 8);
  }
}

}  // namespace
}  // namespace nqueens
