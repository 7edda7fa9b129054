// The job of a checkpoint and that of the run: what differs is named.

#include <gtest/gtest.h>

#include "checkpoint_examples.hpp"
#include "store/checkpoint_files.hpp"

namespace nqueens::checkpoint_test {
namespace {

TEST(Jobs, ADifferenceIsNamed) {
  const Job job{
      .problem = {.n = 18}, .symmetry = Symmetry::full, .depth = 5, .prefixes_per_task = 12};
  EXPECT_NO_THROW(require_same_job("x.ckpt", job, job));
  const auto message = [&job](const Job& other) {
    return test::error_of(ExitCode::checkpoint, [&] { require_same_job("x.ckpt", other, job); });
  };
  Job other = job;
  other.depth = 6;
  EXPECT_EQ(message(other),
            "checkpoint 'x.ckpt' has this count in another cut: it has depth=6, this job depth=5; "
            "leave out "
            "--depth, or depth in the job file, or name another with --checkpoint");
  other = job;
  other.symmetry = Symmetry::none;
  EXPECT_TRUE(test::has(message(other), "it has symmetry=none, this job symmetry=full"));
  other = job;
  other.problem.sequence = Sequence::torus;
  EXPECT_TRUE(test::has(message(other), "it has board=torus, this job board=square"));
  other = job;
  other.problem.sequence = Sequence::placements;
  EXPECT_TRUE(test::has(message(other), "it has quantity=placements, this job quantity=solutions"));
  other = job;
  other.prefixes_per_task = 24;
  EXPECT_TRUE(test::has(message(other),
                        "it has prefixes_per_task=24, this job prefixes_per_task=12; leave out "
                        "tasks in the job file, or"));
  other = job;
  other.slice_depth = 7;
  other.prefixes_per_slice = 4;
  EXPECT_TRUE(test::has(
      message(other),
      "it has slice_depth=7 prefixes_per_slice=4, this job slice_depth=0 "
      "prefixes_per_slice=1; leave out --slice-seconds, or slice_seconds in the job file, or"));
  other = job;
  other.stream_revision = 7;
  EXPECT_TRUE(test::has(message(other), "it has stream=7, this job stream=1"));
}

TEST(PlanOf, RefusesSlicesOfAnotherCut) {
  const Job job{.problem = {.n = 12},
                .depth = 3,
                .prefixes_per_task = 4,
                .slice_depth = 5,
                .prefixes_per_slice = 2};
  QueueSnapshot queue(make_plan(job).tasks(), 0);
  SliceSource source(job);
  const std::uint64_t cut = source.cut(1).slices;
  ASSERT_GE(cut, 2U);
  queue.in_slices.emplace(1, UnitRecords(cut, 0));
  EXPECT_EQ(plan_of(job, queue, "n12.ckpt").tasks(), queue.done.size());
  queue.in_slices.begin()->second = UnitRecords(cut + 1, 0);
  EXPECT_EQ(test::error_of(ExitCode::checkpoint, [&] { plan_of(job, queue, "n12.ckpt"); }),
            "checkpoint 'n12.ckpt' has " + std::to_string(cut + 1) +
                " slices of task 1 where its job has " + std::to_string(cut) +
                "; it cannot be used");
}

/// The walk through its prefixes ends where the file says that it does: this job has far more than
/// anybody can walk.
TEST(PlanOf, RefusesAFileWithFewerTasksThanItsJob) {
  const Job job{
      .problem = {.n = 32}, .symmetry = Symmetry::none, .depth = 20, .prefixes_per_task = 3};
  EXPECT_EQ(
      test::error_of(ExitCode::checkpoint, [&] { plan_of(job, QueueSnapshot(4, 0), "n32.ckpt"); }),
      "checkpoint 'n32.ckpt' has 4 tasks where its job has 5; it cannot be used");
}

}  // namespace
}  // namespace nqueens::checkpoint_test
