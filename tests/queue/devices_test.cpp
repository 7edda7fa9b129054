// Devices among the workers: what they count is believed until one of them is found wrong, and
// nobody waits for them.

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "queue/queues.hpp"

namespace nqueens {
namespace {

using test::counted;
using test::equal_costs;
using test::whole_tasks;

/// Workers of one host: a device, number 1, and so many processors.
struct WithDevice : Scheduler {
  explicit WithDevice(std::size_t tasks, WorkerId processors, CountStart start = {}) {
    start.checks.is_of_device = [](std::string_view name) { return name.starts_with("opencl"); };
    begin(whole_tasks, equal_costs(tasks), std::move(start));
    test::arrive(*this, 1, "a", "opencl");
    for (WorkerId id = 2; id < 2 + processors; ++id) {
      test::arrive(*this, id, "a");
    }
  }

  /// What is right is 100.
  Taken take(WorkerId worker, TaskId task, std::uint64_t count, const std::string& kernel) {
    return Scheduler::take(worker, counted(task, count, kernel));
  }
};

TEST(Devices, AreSetAsideOnceTheyAreOutvoted) {
  WithDevice job(4, 2);
  for (TaskId task = 0; task < 3; ++task) {
    job.take(1, task, task == 0 ? 101 : 100, "opencl.3");
  }
  EXPECT_TRUE(job.take(2, 0, 100, "avx512").set_aside.empty());
  const Taken settled = job.take(3, 0, 100, "scalar");
  EXPECT_EQ(settled.outcome->completion, Completion::settled);
  ASSERT_EQ(settled.set_aside.size(), 1U);
  EXPECT_EQ(settled.set_aside[0].worker, 1);
  EXPECT_EQ(settled.set_aside[0].why, "it counted task 0 wrong");
  EXPECT_EQ(settled.set_aside[0].suspects, 2U);
  EXPECT_EQ(progress_of(job.queue().trusted_snapshot()).tasks_done, 1U);
  EXPECT_FALSE(job.take(1, 3, 100, "opencl.3").outcome) << "nobody listens to it any more";
}

/// A processor that is right against the device and its own second kernel is right.
TEST(Devices, AreOutvotedByTwoKernelsWhereThereIsOneProcessor) {
  WithDevice job(2, 1);
  job.take(1, 0, 101, "opencl.3");
  EXPECT_EQ(job.take(2, 0, 100, "avx512").outcome->completion, Completion::disputed);
  const Taken settled = job.take(2, 0, 100, "scalar");
  EXPECT_EQ(settled.outcome->completion, Completion::settled);
  EXPECT_EQ(job.queue().progress().count, Count{100});
  ASSERT_EQ(settled.set_aside.size(), 1U);
  EXPECT_EQ(settled.set_aside[0].worker, 1);
}

TEST(Devices, AreNotOutvotedByOneOfTwoProcessorsNorByOneKernel) {
  WithDevice two(2, 2);
  two.take(1, 0, 101, "opencl.3");
  two.take(2, 0, 100, "avx512");
  EXPECT_EQ(two.take(2, 0, 100, "scalar").outcome->completion, Completion::disputed);
  WithDevice one(2, 1);
  one.take(1, 0, 101, "opencl.3");
  one.take(2, 0, 100, "avx512");
  EXPECT_TRUE(one.take(2, 0, 100, "avx512").set_aside.empty());
  EXPECT_EQ(one.queue().progress().count, Count{101}) << "the first count stands, but not for long";
  EXPECT_FALSE(one.finished());
}

TEST(Devices, OutvoteAProcessorThatIsWrong) {
  WithDevice job(2, 1);
  job.take(1, 0, 100, "opencl.3");
  EXPECT_EQ(job.take(2, 0, 99, "avx512").outcome->completion, Completion::disputed);
  const Taken settled = job.take(2, 0, 100, "scalar");
  EXPECT_EQ(settled.outcome->completion, Completion::settled);
  EXPECT_EQ(job.queue().progress().count, Count{100});
  EXPECT_TRUE(settled.set_aside.empty()) << "once may have been a stray particle";
}

/// Tasks that were counted in an earlier run: two by devices of host a, one by a processor, one by
/// several kernels, one by a device of another host.
CountStart counted_before() {
  QueueSnapshot before(6, 0);
  const std::vector<Origin> origins = {{"opencl.3", "a"},
                                       {"opencl-stack.2", "a"},
                                       {"avx512.3", "a"},
                                       {std::string(several), std::string(several)},
                                       {"opencl.3", "b"}};
  for (TaskId task = 0; task < origins.size(); ++task) {
    before.set(task, {.count = 100, .nodes = 10, .origin = before.origins.add(origins[task])}, {});
  }
  CountStart start;
  start.snapshot = before;
  return start;
}

TEST(Devices, ThatCountWrongMakeWhatTheyCountedInEarlierRunsSuspect) {
  WithDevice job(6, 1, counted_before());
  job.take(1, 5, 100, "opencl.3");
  EXPECT_EQ(job.suspect(1), 4U);
  const QueueSnapshot believed = job.queue().trusted_snapshot();
  EXPECT_EQ(believed.done, (std::vector<bool>{false, false, true, false, true, false}));
}

TEST(Devices, AreNotBlamedForAProcessor) {
  WithDevice job(6, 1, counted_before());
  job.take(2, 5, 100, "avx512.3");
  EXPECT_EQ(job.suspect(2), 1U);
  EXPECT_EQ(progress_of(job.queue().trusted_snapshot()).tasks_done, 5U);
}

TEST(Devices, OfAnEarlierRunThatCountedWrongAreSuspect) {
  CountStart start = counted_before();
  start.to_check = {UnitId{.task = 0}};
  WithDevice job(6, 2, std::move(start));
  job.take(2, 0, 99, "avx512");
  const Taken settled = job.take(3, 0, 99, "scalar");
  EXPECT_EQ(settled.outcome->completion, Completion::settled);
  ASSERT_TRUE(settled.suspect_host);
  EXPECT_EQ(settled.suspect_host->host, "a");
  EXPECT_EQ(settled.suspect_host->suspects, 2U);
  EXPECT_EQ(job.queue().trusted_snapshot().done,
            (std::vector<bool>{true, false, true, false, true, false}));
}

TEST(Devices, OfWhichNothingIsMeasuredAreLateByWhatProcessorsTake) {
  for (const double seconds : {0.01, 0.1, 60.0}) {
    // The guess is 33 hours.
    test::TaskQueue queue(std::vector<float>(9, 6.0e10F));
    queue.arrive(1, "a", "opencl");
    queue.arrive(2, "a");
    queue.next(1, 0);
    EXPECT_TRUE(queue.expire(3600).empty());
    for (int i = 0; i < 2; ++i) {
      UnitResult result = counted(*queue.next(2, 0), 1);
      result.seconds = seconds;
      queue.complete(result, 2);
    }
    const double lease = 5 + std::min(2 * 100 * seconds, 600.0);
    EXPECT_TRUE(queue.expire(lease - 0.1).empty()) << seconds;
    EXPECT_EQ(queue.expire(lease + 0.1).size(), 1U) << seconds;
  }
}

TEST(Devices, AreNotExpectedBeforeTheyAreReady) {
  WorkerTable workers(2);
  EXPECT_EQ(workers.possible(), 2U);
  workers.greet(1, {.host = "a", .space = {}}, "device 0 (played)");
  workers.greet(2, {.host = "a", .space = {}});
  EXPECT_EQ(workers.devices_being_made(), 1U);
  EXPECT_EQ(workers.possible(), 1U);
  workers.ready(1, "opencl", "device 0 (played)");
  EXPECT_EQ(workers.devices_being_made(), 0U);
  EXPECT_EQ(workers.possible(), 2U);
}

// --- What any worker may return that is not the result of its task

/// Old results and those of another batch have the number of their own task, and are taken for
/// what they are: the first result of that task, or a vote on it. One that has the wrong number is
/// a wrong count, which only a check can find.
TEST(Workers, ThatReturnTheResultOfAnotherTaskAreOutvotedWhereItIsChecked) {
  Scheduler scheduler;
  scheduler.begin(whole_tasks, equal_costs(3), {.checks = test::check_policy(1)});
  for (const WorkerId worker : {1, 2, 3}) {
    test::arrive(scheduler, worker, "a");
  }
  for (TaskId task = 0; task < 2; ++task) {  // each time what task 2 has
    EXPECT_EQ(scheduler.take(1, counted(task, 102)).outcome->completion, Completion::accepted);
    EXPECT_EQ(scheduler.take(2, counted(task, 100 + task)).outcome->completion,
              Completion::disputed);
    const Taken settled = scheduler.take(3, counted(task, 100 + task, "scalar"));
    EXPECT_EQ(settled.outcome->completion, Completion::settled);
    EXPECT_EQ(settled.set_aside.size(), task);
  }
  EXPECT_EQ(scheduler.queue().progress().count, Count{201});
}

TEST(Workers, ThatReturnAnOldResultAgainChangeNothing) {
  Scheduler scheduler;
  scheduler.begin(whole_tasks, equal_costs(3), {});
  test::arrive(scheduler, 1, "a");
  scheduler.take(1, counted(0, 100));
  scheduler.take(1, counted(1, 101));
  EXPECT_EQ(scheduler.take(1, counted(0, 100)).outcome->completion, Completion::duplicate);
  EXPECT_EQ(scheduler.queue().progress().count, Count{201});
  EXPECT_EQ(scheduler.take(1, counted(0, 0)).outcome->completion, Completion::disputed)
      << "zeros do not replace its result";
}

}  // namespace
}  // namespace nqueens
