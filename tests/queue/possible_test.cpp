// Results and saved records that no search can have.

#include <gtest/gtest.h>

#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include "queue/snapshot.hpp"
#include "queues.hpp"

namespace nqueens {
namespace {

using test::counted;

CheckPolicy strict() {
  CheckPolicy policy = test::check_policy(0);
  policy.of_real_counts = true;
  return policy;
}

TEST(ImpossibleResults, AreRefusedAndTheQueueIsAsItWas) {
  test::TaskQueue queue(test::equal_costs(2), {.checks = strict()});
  queue.arrive(1, "a");
  ASSERT_EQ(queue.next(1, 0), 0U);
  EXPECT_THROW(queue.complete(counted(0, 15, "avx512", 10), 1), std::invalid_argument);
  EXPECT_THROW(queue.complete(counted(0, 16, "avx512", 0), 1), std::invalid_argument);
  EXPECT_EQ(queue.progress().tasks_done, 0U);
  EXPECT_EQ(queue.complete(counted(0, 16, "avx512", 10), 1), Completion::accepted);
}

/// Where results are not those of real counts, nothing but the sum shows that they are too large.
TEST(ImpossibleResults, ThatPassTheLargestSumSetTheirWorkerAside) {
  Scheduler scheduler(SchedulerPolicy{});
  scheduler.begin(test::whole_tasks, test::equal_costs(2), {});
  ASSERT_TRUE(test::arrive(scheduler, 1, "a"));
  ASSERT_TRUE(scheduler.next(0));
  UnitResult result = counted(0, 16);
  const auto most = std::numeric_limits<std::uint64_t>::max();
  result.count = Count::from_words(most, most);
  EXPECT_TRUE(scheduler.take(1, result).outcome);
  result.unit.task = 1;
  const Taken taken = scheduler.take(1, result);
  EXPECT_FALSE(taken.outcome);
  ASSERT_EQ(taken.set_aside.size(), 1U);
  EXPECT_NE(taken.set_aside[0].why.find("its result cannot be added"), std::string::npos);
}

TEST(ImpossibleResults, SetTheirWorkerAside) {
  Scheduler scheduler(SchedulerPolicy{});
  scheduler.begin(test::whole_tasks, test::equal_costs(2), {.checks = strict()});
  ASSERT_TRUE(test::arrive(scheduler, 1, "a"));
  ASSERT_TRUE(scheduler.next(0));
  const Taken taken = scheduler.take(1, counted(0, 16, "avx512", 0));
  EXPECT_FALSE(taken.outcome);
  ASSERT_EQ(taken.set_aside.size(), 1U);
  EXPECT_NE(taken.set_aside[0].why.find("impossible result of task 0, whose 0 nodes "
                                        "cannot find 16 solutions"),
            std::string::npos)
      << taken.set_aside[0].why;
}

TEST(ImpossibleRecords, AreNotDoneAndTheFirstIsNamed) {
  Job job = test::whole_tasks;
  job.depth = 5;
  job.slice_depth = 7;
  QueueSnapshot queue(5, 0);
  for (const TaskId task : {0U, 2U, 3U}) {
    queue.set(task, {.count = 16 + (task == 3 ? 1U : 0U), .nodes = 10}, {});
  }
  UnitRecords slices(4, 0);
  slices.set(1, {.count = 16, .nodes = 10}, {});
  slices.set(2, {.count = 16, .nodes = 0}, {});
  queue.in_slices.emplace(4, slices);
  const Impossible found = clear_impossible(job, queue);
  EXPECT_EQ(found.units, 2U);
  EXPECT_EQ(found.first, "task 3, whose count 17 is no multiple of 2");
  EXPECT_EQ(queue.done, (std::vector<bool>{true, false, true, false, false}));
  EXPECT_EQ(queue.in_slices.at(4).done, (std::vector<bool>{false, true, false, false}));
  EXPECT_EQ(progress_of(queue).count, Count{48});
  EXPECT_EQ(clear_impossible(job, queue).units, 0U);
}

TEST(ImpossibleRecords, OfPlacementsAreRowsThatNoSearchFinds) {
  const Job job{.problem = {.n = 8, .sequence = Sequence::placements},
                .symmetry = Symmetry::mirror,
                .depth = 2};
  const auto fault = [&job](std::uint64_t nodes, const std::vector<std::uint64_t>& rows) {
    QueueSnapshot queue(1, 8);
    queue.set(0, {.count = 10, .nodes = nodes}, rows);
    return clear_impossible(job, queue).first;
  };
  EXPECT_EQ(fault(5, {0, 0, 4, 6, 0, 0, 0, 0}), "");
  EXPECT_EQ(fault(5, {0, 0, 3, 7, 0, 0, 0, 0}), "task 0, whose row sum 3 is no multiple of 2");
  EXPECT_EQ(fault(5, {0, 2, 4, 4, 0, 0, 0, 0}),
            "task 0, which has placements on the rows of its prefixes");
  EXPECT_EQ(fault(6, {0, 0, 4, 6, 0, 0, 0, 0}), "task 0, whose 6 nodes do not make the count 10");
}

}  // namespace
}  // namespace nqueens
