// What a run of a job goes on from, when it must end, and what it adds to the runs before.

#include "session/job.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <string>
#include <tuple>

#include "counts.hpp"
#include "judge/names.hpp"
#include "played.hpp"
#include "support/captured_log.hpp"
#include "support/text.hpp"

namespace nqueens {
namespace {

using test::PlayedSession;

/// A run that has begun.
struct Begun {
  PlayedSession played;
  JobRun run;

  explicit Begun(const CountRequest& request) : run(played.session(), request, nullptr) {
    run.begin();
  }
};

/// One run of it, in which one worker counts so many batches.
Checkpoint run_of(const CountRequest& request, int batches) {
  Begun begun(request);
  test::come(begun.run.scheduler, 1);
  for (int i = 0; i < batches; ++i) {
    test::count_batch(begun.run.scheduler);
  }
  begun.run.save();
  return read_checkpoint(request.settings.checkpoint.path);
}

std::string error_of(const CountRequest& request, ExitCode code) {
  return test::error_of(code, [&] { Begun{request}; });
}

/// Each batch is one task.
struct SmallCount : test::SavedCount {
  explicit SmallCount(int n = 8) : SavedCount(n) {
    request.settings.run.check_fraction = 0;
    request.settings.count.tasks = 5;
  }
};

TEST(JobRun, SavesAtOnceThatItBegins) {
  SmallCount count;
  Begun begun(count.request);
  const JobRun& run = begun.run;
  EXPECT_TRUE(run.file.empty());
  EXPECT_EQ(run.prefixes, run.job().prefixes().skip(max_prefixes));
  EXPECT_TRUE(run.has_tasks());
  EXPECT_FALSE(run.has_progressed());
  EXPECT_TRUE(run.is_saved());
  const Checkpoint saved = read_checkpoint(count.request.settings.checkpoint.path);
  EXPECT_EQ(saved.job, run.job());
  EXPECT_EQ(saved.runs, (Runs{.starts = 1}));
  EXPECT_NE(saved.check_seed, 0U);
  EXPECT_EQ(saved.check_seed, run.history.check_seed);
  EXPECT_FALSE(saved.part);
  EXPECT_NEAR(static_cast<double>(saved.saved_at), wall_time(), 300);
  EXPECT_EQ(test::number_of<Welcome>(begun.played.told()), 1);
}

TEST(JobRun, WritesNothingWithoutACheckpoint) {
  SmallCount count;
  count.request.settings.checkpoint.path.clear();
  Begun begun(count.request);
  EXPECT_TRUE(begun.run.is_saved());
  EXPECT_FALSE(begun.run.save());
  EXPECT_TRUE(std::filesystem::is_empty(count.folder.path()));
}

TEST(JobRun, GoesOnFromTheCheckpoint) {
  SmallCount count;
  const Checkpoint first = run_of(count.request, 2);
  EXPECT_EQ(progress_of(first.queue).tasks_done, 2U);
  count.request.start = StartMode::resume;
  count.request.settings.count = {};  // is ignored
  Begun begun(count.request);
  EXPECT_EQ(begun.run.file, count.request.settings.checkpoint.path);
  EXPECT_EQ(begun.run.job(), first.job);
  EXPECT_EQ(begun.run.before.tasks_done, 2U);
  EXPECT_EQ(begun.run.history.check_seed, first.check_seed);
  EXPECT_EQ(begun.run.history.runs.starts, 2U);
  EXPECT_TRUE(begun.run.has_tasks());
  const auto told = begun.played.told();
  ASSERT_EQ(told.size(), 2U);
  EXPECT_EQ(std::get<Welcome>(told[1]).problem, first.job.problem);
  EXPECT_EQ(std::get<Welcome>(told[1]).kernel, "auto");
}

TEST(JobRun, StartsOverBesideWhatWasThere) {
  SmallCount count;
  run_of(count.request, 2);
  count.request.start = StartMode::fresh;
  const test::CapturedLog log;
  EXPECT_EQ(progress_of(run_of(count.request, 0).queue).tasks_done, 0U);
  EXPECT_EQ(log.lines("the old checkpoint is now").size(), 1U);
}

TEST(JobRun, RefusesTheCheckpointOfAnotherJob) {
  SmallCount count;
  run_of(count.request, 1);
  const auto expect_refused = [&](const CountSettings& settings, const std::string& word) {
    CountRequest other = count.request;
    other.settings.count = settings;
    const std::string error = error_of(other, ExitCode::checkpoint);
    EXPECT_EQ(error.empty(), word.empty()) << error;
    EXPECT_TRUE(test::has(error, word));
  };
  const CountSettings same = count.request.settings.count;
  CountSettings settings = same;
  expect_refused(settings, "");
  settings.depth.reset();
  settings.tasks.reset();
  expect_refused(settings, "");
  settings.problem.n = 9;
  expect_refused(settings, "n");
  settings = same;
  settings.symmetry = Symmetry::mirror;
  expect_refused(settings, "symmetry");
  settings = same;
  settings.depth = 2;
  settings.tasks.reset();
  expect_refused(settings, "depth");
  settings = same;
  settings.tasks = 1000;
  expect_refused(settings, "tasks");
  settings = same;
  settings.slice_seconds = 1e-9;
  expect_refused(settings, "slice");
  settings.slice_seconds = 0;
  settings.tasks.reset();
  expect_refused(settings, "");
}

TEST(JobRun, KeepsTheSlicesOfItsCheckpoint) {
  SmallCount count(10);
  count.request.settings.count.slice_seconds = 1e-9;
  const Checkpoint first = run_of(count.request, 1);
  ASSERT_GT(first.job.slice_depth, 0);
  count.request.settings.count.slice_seconds.reset();
  EXPECT_EQ(Begun(count.request).run.job(), first.job);
  count.request.settings.count.tasks.reset();
  count.request.settings.count.depth.reset();
  count.request.settings.count.slice_seconds = 0;
  EXPECT_TRUE(test::has(error_of(count.request, ExitCode::checkpoint), "slice"));
}

TEST(JobRun, MayBeStoppedWhileItWaitsForTheLock) {
  SmallCount count;
  Begun holder(count.request);
  setenv("SLURM_JOB_ID", "7", 1);
  PlayedSession played;
  played.requests.stop_signal = SIGTERM;
  JobRun run(played.session(), count.request, nullptr);
  const test::CapturedLog log;
  EXPECT_EQ(test::error_of(ExitCode::stopped, [&] { run.begin(); }),
            "stopped while waiting for the lock of '" +
                count.request.settings.checkpoint.path.string() + "'; run the same command again");
  unsetenv("SLURM_JOB_ID");
}

TEST(JobRun, MayBeStoppedWhileItWalksOverThePrefixes) {
  SmallCount count(16);
  count.request.settings.count.depth = 6;
  PlayedSession played;
  played.requests.stop_signal = SIGTERM;
  JobRun run(played.session(), count.request, nullptr);
  EXPECT_THROW(run.begin(), WalkStopped);
}

TEST(JobRun, NeedsNoLockToShowAFinishedJob) {
  SmallCount count;
  run_of(count.request, 1000);
  SmallCount begun_before;
  run_of(begun_before.request, 1);
  const test::FullDisk full;
  Begun begun(count.request);
  EXPECT_TRUE(begun.run.scheduler.finished());
  EXPECT_FALSE(begun.run.has_tasks());
  const SmallCount fresh;
  EXPECT_TRUE(test::has(error_of(begun_before.request, ExitCode::checkpoint), "cannot write '"));
  EXPECT_TRUE(test::has(error_of(fresh.request, ExitCode::checkpoint), "cannot write '"));
}

// --- Parts

TEST(JobRun, CountsThePartThatItIsAskedFor) {
  SmallCount count;
  count.request.settings.run.part = Part{.index = 2, .parts = 3};
  {
    Begun begun(count.request);
    EXPECT_EQ(begun.run.part, count.request.settings.run.part);
    EXPECT_LT(begun.run.before.tasks, make_plan(begun.run.job()).tasks());
  }
  const Checkpoint saved = run_of(count.request, 1);
  EXPECT_EQ(saved.part, count.request.settings.run.part);
  // To resume is to go on with it, and to count again is to count all.
  count.request.settings.run.part.reset();
  EXPECT_FALSE(Begun(count.request).run.part);
  save_checkpoint(count.request.settings.checkpoint.path, 3, saved);
  count.request.start = StartMode::resume;
  EXPECT_EQ(Begun(count.request).run.part, saved.part);
  count.request.settings.run.part = Part{.index = 1, .parts = 1};
  EXPECT_FALSE(Begun(count.request).run.part);
  count.request.settings.run.part = Part{.index = 1, .parts = 3};
  EXPECT_EQ(Begun(count.request).run.part, count.request.settings.run.part);
}

TEST(JobRun, CountsNoPartOfWhatIsFinishedAsAWhole) {
  SmallCount count;
  run_of(count.request, 1000);
  count.request.start = StartMode::resume;
  EXPECT_FALSE(Begun(count.request).run.part);
  RunSettings& settings = count.request.settings.run;
  settings.part = Part{.index = 2, .parts = 3};
  EXPECT_EQ(error_of(count.request, ExitCode::usage),
            "'" + count.request.settings.checkpoint.path.string() +
                "' is finished as a whole, which part 2/3 is not; leave --part out for the whole "
                "count, or count the part into another checkpoint");
  settings.part = Part{};
  EXPECT_EQ(error_of(count.request, ExitCode::usage), "");
}

TEST(JobRun, GoesOnWithNoPartOnceAllIsFinished) {
  SmallCount count;
  Checkpoint all = run_of(count.request, 1000);
  all.part = Part{.index = 3, .parts = 3};  // the last one that was missing
  save_checkpoint(count.request.settings.checkpoint.path, 3, all);
  count.request.start = StartMode::resume;
  EXPECT_FALSE(Begun(count.request).run.part);
  save_checkpoint(count.request.settings.checkpoint.path, 3, all);
  count.request.settings.run.part = all.part;
  EXPECT_EQ(Begun(count.request).run.part, all.part);
}

TEST(JobRun, CountsNoPartTwice) {
  SmallCount count;
  RunSettings& settings = count.request.settings.run;
  settings.part = Part{.index = 2, .parts = 3};
  settings.double_check = SecondCut::depth;
  EXPECT_EQ(error_of(count.request, ExitCode::usage),
            "--double-check compares whole counts, and this is part 2/3; use it on the merged "
            "checkpoint");
  settings.double_check = SecondCut::none;
  EXPECT_EQ(error_of(count.request, ExitCode::usage), "");
}

// --- Limits

TEST(JobRun, EndsShortlyBeforeItsLimit) {
  SmallCount count;
  count.request.settings.checkpoint.path.clear();
  PlayedSession played;
  const JobRun run(played.session(), count.request, nullptr);
  const auto is_over = [&](std::optional<double> limit, int seconds_ago) {
    count.request.settings.run.limit_seconds = limit;
    count.request.started = Clock::now() - std::chrono::seconds(seconds_ago);
    return run.out_of_time();
  };
  EXPECT_FALSE(is_over({}, 1'000'000));
  EXPECT_FALSE(is_over(INFINITY, 1'000'000));
  EXPECT_TRUE(is_over(10'000, 9'997));
  EXPECT_FALSE(is_over(10'000, 9'000));
  EXPECT_TRUE(run.out_of_time() == run.is_over());
  played.requests.stop_signal = SIGTERM;
  EXPECT_FALSE(run.out_of_time());
  EXPECT_TRUE(run.is_over());
}

TEST(JobRun, PingsTheWorkersWhileNobodyIsServed) {
  SmallCount count;
  PlayedSession played(test::one_worker, 0);
  JobRun run(played.session(), count.request, nullptr);
  run.begin();
  EXPECT_EQ(test::number_of<Hello>(played.told()), 2)
      << "with its Welcome, and once the lock is there";
  EXPECT_FALSE(run.is_to_stop());
  EXPECT_EQ(test::number_of<Hello>(played.told()), 1);
  played.requests.stop_signal = SIGTERM;
  EXPECT_TRUE(run.is_to_stop());
}

// --- What is added up

TEST(JobRun, AddsOnlyItselfToTheRunsBefore) {
  SmallCount count;
  const Checkpoint first = run_of(count.request, 2);
  EXPECT_EQ(first.runs.starts, 1U);
  EXPECT_EQ(first.runs.kernel_seconds, 1);
  EXPECT_EQ(first.runs.kernels, "scalar");
  Begun begun(count.request);
  JobRun& run = begun.run;
  test::come(run.scheduler, 1);
  test::come(run.scheduler, 2, "b", "device 0", "opencl");
  test::count_batch(run.scheduler);
  EXPECT_TRUE(run.has_progressed());
  run.scheduler.depart(2);
  for (int saves = 0; saves < 2; ++saves) {
    EXPECT_TRUE(run.save());
    const Checkpoint saved = read_checkpoint(count.request.settings.checkpoint.path);
    EXPECT_EQ(saved.runs.starts, 2U);
    EXPECT_EQ(saved.runs.kernel_seconds, 1.5);
    EXPECT_EQ(saved.runs.lost_workers, 1U);
    EXPECT_EQ(progress_of(saved.queue).tasks_done, 3U);
    EXPECT_GE(saved.runs.elapsed_seconds, first.runs.elapsed_seconds);
    EXPECT_LT(saved.runs.elapsed_seconds, first.runs.elapsed_seconds + 300);
  }
  EXPECT_EQ(run.checkpoint().runs, run.history.runs) << "without this run";
  EXPECT_EQ(run.checkpoint().queue.done, read_checkpoint(run.keeper.path()).queue.done);
}

TEST(JobRun, AddsDevicesChecksAndDisputes) {
  SmallCount count;
  count.request.settings.run.check_fraction = 1;
  Begun begun(count.request);
  Scheduler& scheduler = begun.run.scheduler;
  for (const WorkerId worker : {1, 2}) {
    test::come(scheduler, worker, worker == 1 ? "a" : "b", worker == 1 ? "device 0" : "");
  }
  int results = 0;
  while (test::count_batch(scheduler, [&](UnitResult& result) {
           result.count += Count{++results == 1 ? 8U : 0U};
         }) > 0) {
  }
  Runs runs;
  begun.run.add_run(runs);
  EXPECT_EQ(runs.starts, 0U);
  EXPECT_EQ(runs.kernel_seconds, 0.5 * results);
  EXPECT_GT(runs.device_seconds, 0);
  EXPECT_LT(runs.device_seconds, runs.kernel_seconds);
  EXPECT_GT(runs.check_seconds, 0);
  EXPECT_EQ(runs.lost_workers, 0U);
  EXPECT_EQ(runs.disputes, begun.run.queue().checks().disputes().size());
}

TEST(JobRun, ChecksTasksAsItsSettingsSay) {
  SmallCount count;
  const auto policy = [&] { return Begun(count.request).run.queue().checks().policy(); };
  count.request.settings.run.check_fraction = 0.25;
  EXPECT_EQ(policy().fraction, 0.25);
  EXPECT_TRUE(policy().of_finished_job);
  EXPECT_TRUE(policy().of_real_counts);
  count.request.settings.run.check_fraction.reset();
  EXPECT_EQ(policy().fraction, default_check_fraction);
  EXPECT_FALSE(policy().of_finished_job);
  EXPECT_EQ(policy().seed, read_checkpoint(count.request.settings.checkpoint.path).check_seed);
  SmallCount of_a_turn;
  of_a_turn.request.settings.count = {
      .problem = {.n = 12, .sequence = Sequence::quarter_turn_queens}};
  of_a_turn.request.settings.run.check_fraction.reset();
  EXPECT_EQ(Begun(of_a_turn.request).run.queue().checks().policy().fraction, 0);
}

TEST(JobRun, CountsASecondTimeWithOtherKernels) {
  SmallCount count;
  const auto kernels_to_avoid = [&] {
    Begun begun(count.request);
    test::come(begun.run.scheduler, 1);
    return begun.run.scheduler.next(0)->units.at(0).kernels_to_avoid;
  };
  EXPECT_TRUE(kernels_to_avoid().empty());
  const Job job = make_job(count.request.settings.count);
  count.request.again = job;
  EXPECT_EQ(kernels_to_avoid(), (std::vector<std::string>{"scalar"}));
  count.request.again.reset();
  count.request.settings.checkpoint.path = second_path(count.request.settings.checkpoint.path);
  EXPECT_EQ(kernels_to_avoid(), (std::vector<std::string>{"scalar"}));
}

TEST(JobRun, BeginsTheSecondCountOfItsRequest) {
  SmallCount count;
  PlayedSession played;
  JobRun first(played.session(), count.request, nullptr);
  first.begin();
  CountRequest again = count.request;
  again.again = make_job({.problem = {.n = 8}, .depth = 4});
  again.settings.checkpoint.path = second_path(count.request.settings.checkpoint.path);
  again.start = StartMode::resume;  // as that of the first
  JobRun second(played.session(), again, &first);
  second.begin();
  EXPECT_EQ(second.job(), *again.again);
  second.save();
  EXPECT_TRUE(second.is_saved());
}

}  // namespace
}  // namespace nqueens
