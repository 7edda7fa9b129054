// What the log of the program says of a job: its start, its end, its times.

#include "session/tell.hpp"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

#include "counts.hpp"
#include "played.hpp"
#include "support/captured_log.hpp"
#include "support/text.hpp"

namespace nqueens {
namespace {

using test::has;
using test::logged_by;
using test::matches;

/// Eight queens in tasks of which each is a batch.
struct Told : test::SavedCount {
  test::PlayedSession played;
  std::optional<JobRun> run_{};

  explicit Told(int rows = 8) : SavedCount(rows) {
    request.settings.run.check_fraction = 0;
    request.settings.count.tasks = 10;
  }
  /// Begins a run; the one before ends.
  JobRun& begin() {
    run_.reset();
    played.end();
    run_.emplace(played.begin(), request, nullptr);
    run_->begin();
    return *run_;
  }
  /// One worker counts so many batches.
  JobRun& count(int batches) {
    test::come(run_->scheduler, 1);
    for (int i = 0; i < batches; ++i) {
      test::count_batch(run_->scheduler);
    }
    run_->save();
    return *run_;
  }
  [[nodiscard]] std::string path() const { return request.settings.checkpoint.path.string(); }
};

std::string said_at_start(const JobRun& run, const std::optional<Count>& first_count = {}) {
  return logged_by([&] { log_start(run, first_count); });
}

std::string tasks_of(const JobRun& run) {
  return std::to_string(run.queue().progress().tasks) + " tasks";
}

// --- Starts

TEST(Tell, SaysHowAJobStarts) {
  Told told;
  const JobRun& run = told.begin();
  const std::string shape =
      tasks_of(run) + ", " + std::to_string(run.prefixes) + " prefixes, " + describe_cut(run.job());
  const std::string saved = ", saved in " + told.path() + "\n";
  EXPECT_EQ(said_at_start(run), "info starting n=8: " + shape + saved);
  EXPECT_EQ(
      said_at_start(run, Count{92}),
      "info the first count is 92; counting again by another decomposition: " + shape + saved);
  told.request.settings.checkpoint.path.clear();
  EXPECT_EQ(said_at_start(told.begin()), "info starting n=8: " + shape + "\n");
}

TEST(Tell, SaysWhichPartStarts) {
  Told told;
  told.request.settings.run.part = Part{.index = 1, .parts = 2};
  const JobRun& run = told.begin();
  EXPECT_TRUE(has(said_at_start(run), ", part 1/2, saved in "));
}

TEST(Tell, SaysWhatAJobGoesOnFrom) {
  Told told;
  told.begin();
  told.count(2);
  const JobRun& run = told.begin();
  EXPECT_TRUE(matches(said_at_start(run), "info resuming n=8 from " + told.path() +
                                              ": \\d+(\\.\\d+)? %, 2 of " + tasks_of(run) +
                                              ", saved 20.*\n"));
  told.count(1000);
  EXPECT_TRUE(matches(said_at_start(told.begin()),
                      "info n=8 is finished already: " + told.path() + ", saved 20.*\n"));
}

TEST(Tell, SaysThatAPartGoesOn) {
  Told told;
  told.request.settings.run.part = Part{.index = 1, .parts = 2};
  told.begin();
  told.count(1);
  EXPECT_TRUE(matches(said_at_start(told.begin()), "info resuming n=8 .*, part 1/2, saved 20.*\n"));
  told.request.settings.run.part.reset();
  told.request.start = StartMode::resume;
  const std::string said = said_at_start(told.begin());
  EXPECT_EQ(said.find("info " + told.path() +
                      " is of part 1/2, which goes on; --part 1/1 counts the whole board\n"
                      "info resuming n=8 "),
            0U)
      << said;
}

TEST(Tell, SaysHowManySlicesAreDone) {
  Told told(10);
  told.request.settings.count.slice_seconds = 1e-9;
  told.begin();
  told.count(1);
  const Progress now = told.run_->queue().progress();
  ASSERT_EQ(now.slices_done, 1U);
  const std::string slices = " and 1 of " + std::to_string(now.slices) + " slices of " +
                             std::to_string(now.tasks_in_progress) + " task";
  EXPECT_TRUE(has(logged_by([&] { log_stop(*told.run_, "SIGTERM"); }), slices));
  EXPECT_TRUE(has(said_at_start(told.begin()), slices));
}

// --- Ends

TEST(Tell, GivesTheReasonForEachEnd) {
  Told told;
  const JobRun& run = told.begin();
  const auto reason = [&](ServeEnd end) { return stop_reason(run, {.end = end}); };
  EXPECT_EQ(reason(ServeEnd::finished), "");
  EXPECT_EQ(reason(ServeEnd::no_workers), "no worker is left");
  EXPECT_EQ(reason(ServeEnd::out_of_time), "time limit");
  EXPECT_EQ(reason(ServeEnd::stopped), "signal to the workers");
  told.played.requests.stop_signal = SIGTERM;
  EXPECT_EQ(reason(ServeEnd::stopped), "SIGTERM");
  EXPECT_EQ(reason(ServeEnd::out_of_time), "time limit");
  const auto failure = [&](const auto& error) {
    return stop_reason(run, {.end = ServeEnd::finished,
                             .failure = std::make_exception_ptr(error),
                             .last_failure = "its kernel"});
  };
  EXPECT_EQ(failure(std::runtime_error("no room")), "no room");
  EXPECT_EQ(failure(7), "unknown failure");
}

TEST(Tell, SaysThatTheCountsOfATaskDifferIfNothingElseIsToDo) {
  Told told;
  told.begin();
  const JobRun& run = told.count(1000);
  ASSERT_TRUE(run.scheduler.finished());
  EXPECT_EQ(stop_reason(run, {.end = ServeEnd::stopped}), "the counts of a task differ");
  EXPECT_EQ(stop_reason(run, {.end = ServeEnd::no_workers}), "no worker is left");
}

TEST(Tell, SaysWhatIsSavedAndHowToGoOn) {
  Told told;
  told.begin();
  const JobRun& run = told.count(2);
  const auto said = [&] { return logged_by([&] { log_stop(run, "SIGTERM"); }); };
  EXPECT_TRUE(matches(said(), "info stopped \\(SIGTERM\\) and saved to " + told.path() +
                                  ": \\d+(\\.\\d+)? %, 2 of " + tasks_of(run) +
                                  "; run the same command again to go on\n"));
  told.request.start = StartMode::fresh;
  EXPECT_TRUE(has(said(), "; run the same command again without --fresh to go on\n"));
}

TEST(Tell, SaysWhatHelpsIfNothingWasFinished) {
  Told told;
  const JobRun& run = told.begin();
  const auto said = [&] { return logged_by([&] { log_stop(run, "time limit"); }); };
  EXPECT_TRUE(matches(said(), ".*: 0.* %, 0 of " + tasks_of(run) +
                                  "; no task was finished: give it more time, or start over in "
                                  "finer slices with --fresh --slice-seconds 0.1\n"));
  told.request.settings.count.slice_seconds = 5;
  EXPECT_TRUE(has(said(), " with --fresh --slice-seconds 0.5\n"));
  told.request.start = StartMode::fresh;
  EXPECT_TRUE(has(said(), " with --fresh --slice-seconds 0.5\n"));
  told.request.start = StartMode::resume;
  EXPECT_TRUE(has(said(), ": give it more time; run the same command again to go on\n"));
  told.request.start = StartMode::automatic;
  told.request.again = run.job();
  EXPECT_TRUE(has(said(), ": give it more time; run the same command again to go on\n"));
  told.request.again.reset();
  told.begin();
  told.count(1);
  told.begin();
  EXPECT_TRUE(has(said(), "no task was finished: give it more time; run the same command again"));
}

TEST(Tell, SaysThatASliceIsToBeFinished) {
  Told told(10);
  told.request.settings.count.slice_seconds = 1e-9;
  const JobRun& run = told.begin();
  EXPECT_TRUE(has(logged_by([&] { log_stop(run, "time limit"); }), "; no slice was finished: "));
}

TEST(Tell, LeavesDoubtfulTasksOutOfWhatIsSaved) {
  Told told;
  told.request.settings.run.check_fraction = 1;
  JobRun& run = told.begin();
  test::come(run.scheduler, 1);
  test::come(run.scheduler, 2, "b");
  std::size_t results = 0;
  while (run.queue().checks().doubtful().empty()) {
    ASSERT_LT(results, 100U);
    test::count_batch(run.scheduler,
                      [&](UnitResult& result) { result.count += Count{++results == 1 ? 8U : 0U}; });
  }
  const std::uint64_t done = run.queue().progress().tasks_done;
  EXPECT_TRUE(has(logged_by([&] { log_stop(run, "SIGTERM"); }),
                  " %, " + std::to_string(done - 1) + " of " + tasks_of(run)));
}

TEST(Tell, SaysWhatIsLostWithoutACheckpointAndAfterAFailedSave) {
  Told told;
  told.begin();
  {
    const test::FullDisk full;
    const test::CapturedLog log;
    told.count(1);
  }
  const std::string done = "error stopped (SIGTERM) at 1 of " + tasks_of(*told.run_);
  const auto said = [&] { return logged_by([&] { log_stop(*told.run_, "SIGTERM"); }); };
  EXPECT_EQ(said(),
            done + "; the last save failed, and all work since the save before it is lost\n");
  EXPECT_EQ(advice_without_workers(*told.run_),
            "; the last save failed, and the one before it is in '" + told.path() +
                "'; run the same command again");
  told.run_->save();
  EXPECT_EQ(advice_without_workers(*told.run_),
            "; what was counted is in '" + told.path() + "'; run the same command again");
  told.request.start = StartMode::fresh;
  EXPECT_TRUE(has(advice_without_workers(*told.run_), "again without --fresh"));
  told.request.settings.checkpoint.path.clear();
  told.begin();
  told.count(1);
  EXPECT_EQ(said(), done + "; without a checkpoint they are lost; --checkpoint FILE saves them\n");
  EXPECT_EQ(advice_without_workers(*told.run_),
            "; run again with --checkpoint FILE so that nothing is lost");
}

// --- Times

TEST(Tell, SaysHowMuchOfTheCpuTimeWasUsed) {
  Told told;
  JobRun& run = told.begin();
  const auto said = [&](double seconds) {
    return logged_by([&] { log_processor_time(run.scheduler, seconds); });
  };
  EXPECT_EQ(said(2), "");
  test::come(run.scheduler, 1);
  EXPECT_EQ(said(2), "");
  test::count_batch(run.scheduler);
  EXPECT_EQ(said(2), "info CPU time 0.25 s of a possible 2.00 s (12 %)\n");
  EXPECT_EQ(said(0.5), "debug CPU time 0.25 s of a possible 0.50 s (50 %)\n");
  test::come(run.scheduler, 2);
  EXPECT_EQ(said(1), "info CPU time 0.25 s of a possible 2.00 s (12 %)\n");
  Told other;
  JobRun& of_device = other.begin();
  test::come(of_device.scheduler, 1, "a", "device 0");
  test::count_batch(of_device.scheduler);
  of_device.scheduler.greet(2, {});  // without a kernel
  EXPECT_EQ(logged_by([&] { log_processor_time(of_device.scheduler, 2); }), "");
}

TEST(Tell, ForecastsOnlyWhatTakesLong) {
  Told told(12);
  JobRun& run = told.begin();
  EXPECT_EQ(logged_by([&] { EXPECT_FALSE(log_forecast(run)); }), "");
  Told limited(20);
  limited.request.settings.run.limit_seconds = 30;
  JobRun& limited_run = limited.begin();
  EXPECT_EQ(logged_by([&] { EXPECT_FALSE(log_forecast(limited_run)); }), "");
}

TEST(Tell, ForecastsALongCountFromASample) {
  constexpr double published = 227'514'171'973'736;  // N = 24
  Told told(24);
  told.request.settings.count.tasks.reset();
  std::optional<Interval> expected;
  told.begin();
  const std::string said = logged_by([&] { expected = log_forecast(*told.run_); });
  ASSERT_TRUE(expected) << said;
  EXPECT_GT(expected->high, 0.5 * published);
  EXPECT_LT(expected->low, 2 * published);
  EXPECT_TRUE(matches(said,
                      "info expecting [^\n]*e\\+14 \\([^\n]*\\) solutions, in about [^\n]* on 2 "
                      "workers [^\n]*\nwarning on these workers this count takes about "
                      "[^\n]*; 'nqueens plan' estimates it for more workers\n"))
      << said;
  told.request.settings.run.part = Part{.index = 1, .parts = 2};
  told.begin();
  told.played.requests.stop_signal = SIGTERM;  // a few rounds do
  const test::CapturedLog log;
  EXPECT_FALSE(log_forecast(*told.run_)) << "the count of a part is another one";
}

}  // namespace
}  // namespace nqueens
