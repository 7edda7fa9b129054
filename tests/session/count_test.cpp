// What a count comes to: one job, or two that are compared.

#include "session/count.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <thread>

#include "counts.hpp"
#include "judge/log_file.hpp"
#include "judge/names.hpp"
#include "judge/result_file.hpp"
#include "played.hpp"
#include "store/checkpoint_files.hpp"
#include "support/captured_log.hpp"
#include "support/counted.hpp"
#include "support/text.hpp"
#include "system/file.hpp"

namespace nqueens {
namespace {

/// A count, what is said of it, and its files.
struct Counting : test::SavedCount {
  CountOutcome outcome{};
  std::string said{};

  explicit Counting(int rows) : SavedCount(rows) { request.settings.run.check_fraction = 0; }
  [[nodiscard]] const std::filesystem::path& path() const {
    return request.settings.checkpoint.path;
  }
  const RunResult& count(std::function<void(const Message&, Requests&)> hear = [](auto&, auto&) {
  }) {
    test::Workers workers(std::move(hear));
    const test::CapturedLog log;
    outcome = nqueens::count(workers.session(), request);
    said = log.text();
    static const RunResult none;
    EXPECT_TRUE(outcome.result) << said;
    return outcome.result ? *outcome.result : none;
  }
  [[nodiscard]] std::string result_file() const {
    return read_up_to(result_path(path()), 1U << 20U).value_or("");
  }
};

TEST(Count, SaysWhatCountedAndWithWhom) {
  Counting counting(8);
  const RunResult& result = counting.count();
  EXPECT_EQ(result.count, Count{92});
  EXPECT_EQ(result.agrees, true);
  EXPECT_FALSE(result.second);
  EXPECT_EQ(result.ranks, 1);
  EXPECT_EQ(result.workers, 2);
  EXPECT_FALSE(result.resumed);
  EXPECT_EQ(result.runs.starts, 1U);
  EXPECT_GT(result.runs.kernel_seconds, 0);
  EXPECT_FALSE(result.runs.kernels.empty());
  EXPECT_EQ(result.provenance.starts.size(), 1U);
  EXPECT_EQ(result.provenance.starts_without_log, 0U);
  EXPECT_GT(result.provenance.started, 0);
  EXPECT_GE(result.provenance.ended, result.provenance.started);
  EXPECT_FALSE(counting.outcome.stopped);
  EXPECT_TRUE(counting.outcome.checkpoint_saved);
  EXPECT_TRUE(counting.outcome.result_saved);
  for (const char* line :
       {"info starting n=8", "info counting on 2 threads\n", "info counted 92 solutions"}) {
    EXPECT_TRUE(test::has(counting.said, line));
  }
  EXPECT_EQ(counting.result_file(), to_json(result) + "\n");
  EXPECT_TRUE(compare_result(result, log_beside(counting.path()).result).is_same);
  EXPECT_EQ(log_beside(counting.path()).runs.at(0).stop, RunStop{});
  EXPECT_FALSE(result.fundamental);
  EXPECT_FALSE(test::has(counting.said, "by symmetry"));
}

TEST(Count, ShowsAFinishedJobAgain) {
  Counting counting(8);
  const RunResult first = counting.count();
  const std::string file = counting.result_file();
  const RunResult& again = counting.count();
  EXPECT_TRUE(test::has(counting.said, "is finished already"));
  EXPECT_FALSE(test::has(counting.said, "counting on "));
  EXPECT_EQ(again.count, first.count);
  EXPECT_TRUE(again.resumed);
  EXPECT_NEAR(again.runs.kernel_seconds, first.runs.kernel_seconds, 1e-5);
  EXPECT_EQ(again.provenance.starts.size(), 1U);
  EXPECT_NEAR(again.provenance.ended, first.provenance.ended, 0.001);
  EXPECT_EQ(counting.result_file(), file) << "it held the result";
  EXPECT_EQ(log_beside(counting.path()).runs.size(), 1U);
  // What is missing is written again.
  std::filesystem::remove(result_path(counting.path()));
  std::filesystem::remove(run_log_path(counting.path()));
  counting.count();
  EXPECT_NE(counting.result_file(), "");
  EXPECT_FALSE(std::filesystem::exists(run_log_path(counting.path())));
}

TEST(Count, PutsAResultIntoALogThatLacksIt) {
  Counting counting(8);
  counting.count();
  const std::filesystem::path log = run_log_path(counting.path());
  std::string text = read_up_to(log, 1U << 20U).value();
  text.erase(text.rfind('\n', text.size() - 2) + 1);
  std::filesystem::remove(log);
  {
    AppendFile file;
    ASSERT_TRUE(file.open(log));
    ASSERT_TRUE(file.append(text.substr(0, text.size() - 1)));
  }
  ASSERT_TRUE(log_beside(counting.path()).result.empty());
  const RunResult& result = counting.count();
  EXPECT_TRUE(compare_result(result, log_beside(counting.path()).result).is_same);
  EXPECT_EQ(log_beside(counting.path()).runs.size(), 1U);
}

TEST(Count, IsComparedWithItsSecondCount) {
  Counting counting(8);
  counting.request.settings.run.double_check = SecondCut::depth;
  const RunResult& result = counting.count();
  ASSERT_TRUE(result.second);
  EXPECT_TRUE(result.second->agrees);
  EXPECT_EQ(result.second->count, Count{92});
  EXPECT_FALSE(result.second->kernels.empty());
  EXPECT_NE(result.second->job, result.job);
  EXPECT_EQ(result.provenance.starts.size(), 2U) << "of both";
  EXPECT_TRUE(test::has(counting.said, "info the first count is 92; counting again"));
  EXPECT_TRUE(test::has(counting.said, "info the second count, by another decomposition"));
  EXPECT_EQ(counting.result_file(), to_json(result) + "\n");
  EXPECT_TRUE(compare_result(result, log_beside(counting.path()).result).is_same);
  EXPECT_FALSE(log_beside(second_path(counting.path())).result.empty());
}

TEST(Count, IsContradictedByAWrongSecondCount) {
  Counting counting(8);
  counting.request.settings.run.double_check = SecondCut::depth;
  counting.count();
  const std::filesystem::path second = second_path(counting.path());
  Checkpoint wrong = read_checkpoint(second);
  test::add(wrong, 0, 8);
  save_checkpoint(second, 1, wrong);
  counting.request.settings.run.double_check.reset();
  const RunResult& result = counting.count();
  ASSERT_TRUE(result.second);
  EXPECT_FALSE(result.second->agrees);
  EXPECT_EQ(result.second->count, Count{100});
  EXPECT_TRUE(test::has(result.fault, "its second count is 100"));
  EXPECT_TRUE(
      test::has(counting.said, "error the count adds up to 92, but its second count is 100"));
  EXPECT_TRUE(test::has(counting.result_file(), "\"agrees\":false"));
}

TEST(Count, WritesTheFirstResultBeforeTheSecondCount) {
  Counting counting(8);
  counting.request.settings.run.double_check = SecondCut::depth;
  test::PlayedSession played(test::one_worker);
  std::jthread worker([&] {  // leaves with the second count
    test::work(played.worker(1), [](const Results& results) { return results.job == 0; });
  });
  const test::CapturedLog log;
  const CountOutcome outcome = count(played.session(), counting.request);
  EXPECT_TRUE(outcome.stopped);
  EXPECT_FALSE(outcome.result);
  EXPECT_TRUE(outcome.checkpoint_saved);
  EXPECT_TRUE(test::has(counting.result_file(), "\"second_count\":null"));
  EXPECT_FALSE(log_beside(counting.path()).result.empty());
  EXPECT_EQ(log_beside(second_path(counting.path())).runs.at(0).stop,
            (RunStop{.reason = "signal to the workers", .saved = true}));
}

TEST(Count, WritesItsResultAgainOnceASecondCountSaysTheSame) {
  Counting counting(8);
  counting.count();
  counting.request.settings.run.double_check = SecondCut::depth;
  const RunResult& result = counting.count();
  EXPECT_TRUE(result.second);
  EXPECT_EQ(counting.result_file(), to_json(result) + "\n");
  EXPECT_EQ(log_beside(counting.path()).runs.size(), 1U);
  EXPECT_TRUE(test::has(log_beside(counting.path()).result, "\"second_count\":{"));
}

TEST(Count, OfAPartIsASumAndNoWhole) {
  Counting counting(8);
  counting.request.settings.count.tasks = 6;
  RunSettings& run = counting.request.settings.run;
  Count sum;
  for (std::uint64_t index = 1; index <= 2; ++index) {
    run.part = Part{.index = index, .parts = 2};
    const RunResult& result = counting.count();
    sum += result.count;
    EXPECT_EQ(result.part, to_string(*run.part));
    EXPECT_FALSE(result.agrees);
    EXPECT_EQ(counting.result_file(), "") << "it is for whole counts";
    EXPECT_EQ(test::has(counting.said, "info all tasks of " + counting.path().string() +
                                           " are done now; 'nqueens resume "),
              index == 2);
  }
  EXPECT_EQ(sum, Count{92});
  run.part = Part{};
  EXPECT_EQ(counting.count().count, Count{92});
  EXPECT_FALSE(counting.outcome.result->part);
  EXPECT_NE(counting.result_file(), "");
}

TEST(Count, HasNoSecondOfAPart) {
  Counting counting(8);
  counting.request.settings.run.part = Part{.index = 1, .parts = 2};
  counting.request.settings.run.double_check = SecondCut::none;
  save_checkpoint(second_path(counting.path()), 1, test::begun(test::eight(3)));
  save_checkpoint(counting.path(), 1, test::begun(test::eight()));
  counting.request.settings.count.depth.reset();
  counting.count();
  EXPECT_TRUE(has_generations(second_path(counting.path()))) << "nor is it given up";
}

// --- Symmetry

TEST(Count, CountsFundamentalSolutionsUpToASize) {
  Counting counting(8);
  counting.request.fundamental_up_to_n = 8;
  EXPECT_EQ(counting.count().fundamental, Count{12});
  EXPECT_TRUE(test::has(counting.result_file(), "\"fundamental\":\"12\""));
  EXPECT_FALSE(counting.outcome.stopped);
  counting.request.fundamental_up_to_n = 7;
  EXPECT_FALSE(counting.count().fundamental);
}

TEST(Count, IsStoppedBeforeItsFundamentalSolutions) {
  Counting counting(8);
  counting.count();
  counting.request.fundamental_up_to_n = 8;
  test::Workers workers;
  workers.requests.stop_signal = SIGTERM;
  const test::CapturedLog log;
  const CountOutcome outcome = count(workers.session(), counting.request);
  ASSERT_TRUE(outcome.result);
  EXPECT_EQ(outcome.result->count, Count{92});
  EXPECT_FALSE(outcome.result->fundamental);
  EXPECT_TRUE(outcome.stopped);
  EXPECT_TRUE(outcome.checkpoint_saved);
  EXPECT_TRUE(test::has(log.text(),
                        "warning stopped before the fundamental solutions were counted; the number "
                        "of all solutions is final\n"));
}

/// Saves a finished count whose first task has so many more.
void save_wrong(const Counting& counting, std::uint64_t more) {
  Checkpoint wrong = test::counted(test::eight());
  test::add(wrong, 0, more);
  save_checkpoint(counting.path(), 1, wrong);
}

TEST(Count, HasNoFundamentalSolutionsIfItIsWrong) {
  Counting counting(8);
  counting.request.settings.count.depth.reset();
  counting.request.fundamental_up_to_n = 8;
  save_wrong(counting, 8);
  const RunResult& result = counting.count();
  EXPECT_EQ(result.count, Count{100});
  EXPECT_EQ(result.agrees, false);
  EXPECT_FALSE(result.fundamental);
  EXPECT_TRUE(test::has(result.fault, "published count is 92"));
  EXPECT_FALSE(counting.outcome.stopped) << "nothing is left to count";
}

/// Its number is wrong already, and symmetry is asked, too.
TEST(Count, IsStoppedBeforeItWasCheckedBySymmetry) {
  Counting counting(8);
  counting.request.settings.count.depth.reset();
  save_wrong(counting, 8);
  test::Workers workers;
  workers.requests.stop_signal = SIGTERM;
  const test::CapturedLog log;
  const CountOutcome outcome = count(workers.session(), counting.request);
  ASSERT_TRUE(outcome.result);
  EXPECT_FALSE(outcome.stopped);
  EXPECT_TRUE(test::has(log.text(), "warning stopped before the total was checked by symmetry\n"));
}

TEST(Count, IsCheckedBySymmetryOnlyIfItsSequenceHasAny) {
  Counting counting(6);
  counting.request.settings.count = {.problem = {.n = 6, .sequence = Sequence::placements}};
  counting.request.fundamental_up_to_n = 8;
  EXPECT_FALSE(counting.count().fundamental);
  EXPECT_FALSE(counting.outcome.stopped);
}

// --- Ends

TEST(Count, EndsAtItsLimitOfTime) {
  Counting counting(8);
  counting.request.settings.run.limit_seconds = 1e-6;
  test::PlayedSession played(test::one_worker);
  test::come_and_go(played);
  const test::CapturedLog log;
  const CountOutcome outcome = count(played.session(), counting.request);
  EXPECT_TRUE(outcome.stopped);
  EXPECT_FALSE(outcome.result);
  EXPECT_TRUE(outcome.checkpoint_saved);
  EXPECT_EQ(log_beside(counting.path()).runs.at(0).stop.reason, "time limit");
  EXPECT_TRUE(test::has(log.text(), "info stopped (time limit) and saved to "));
}

TEST(Count, ShowsHowFarItIs) {
  Counting counting(8);
  counting.request.settings.run.progress = ProgressMode::log;
  counting.request.settings.run.log_interval_seconds = 1e-6;
  counting.count();
  EXPECT_TRUE(test::has(counting.said, " tasks, ")) << "as a line of progress";
  EXPECT_TRUE(test::has(counting.said, " solutions so far"));
}

TEST(Count, IsForecastOnlyOnce) {
  Counting counting(22);
  for (const bool is_new : {true, false}) {
    test::PlayedSession played(test::one_worker);
    counting.request.settings.run.limit_seconds = is_new ? std::optional(30.0) : std::nullopt;
    test::come_and_go(played);
    const test::CapturedLog log;
    EXPECT_TRUE(count(played.session(), counting.request).stopped);
    EXPECT_FALSE(test::has(log.text(), "expecting "));
    EXPECT_EQ(test::has(log.text(), "resuming "), !is_new);
  }
}

TEST(Count, SavesNothingWithoutACheckpoint) {
  Counting counting(8);
  counting.request.settings.checkpoint.path.clear();
  EXPECT_EQ(counting.count().count, Count{92});
  EXPECT_EQ(counting.outcome.result->provenance.starts.size(), 1U);
  EXPECT_TRUE(counting.outcome.checkpoint_saved);
  EXPECT_TRUE(counting.outcome.result_saved);
  EXPECT_FALSE(test::has(counting.said, "saved"));
  test::PlayedSession played(test::one_worker);
  test::come_and_go(played);
  const test::CapturedLog log;
  const CountOutcome outcome = count(played.session(), counting.request);
  EXPECT_TRUE(outcome.stopped);
  EXPECT_FALSE(outcome.checkpoint_saved);
  EXPECT_TRUE(std::filesystem::is_empty(counting.folder.path()));
}

TEST(Count, SaysIfItsResultCannotBeWritten) {
  Counting counting(8);
  const auto take_its_name = [&](const Message&, Requests&) {
    std::filesystem::create_directory(result_path(counting.path()));
  };
  EXPECT_EQ(counting.count(take_its_name).count, Count{92});
  EXPECT_TRUE(counting.outcome.checkpoint_saved);
  EXPECT_FALSE(counting.outcome.result_saved);
}

TEST(Count, SaysIfItsCheckpointCannotBeWritten) {
  Counting counting(8);
  test::Workers workers;
  const test::FullDisk full;
  const test::CapturedLog log;
  EXPECT_TRUE(test::has(
      test::error_of(ExitCode::checkpoint, [&] { count(workers.session(), counting.request); }),
      "cannot write '"));
}

TEST(Count, LogsItsSaves) {
  Counting counting(8);
  counting.count();
  EXPECT_GE(log_beside(counting.path()).saves, 1U);
}

TEST(Count, IsStoppedWhileItWalksOverPrefixes) {
  Counting counting(16);
  counting.request.settings.count.depth = 6;
  for (const ExitCode code : {ExitCode::stopped, ExitCode::runtime_error}) {
    test::PlayedSession played;
    played.requests.stop_signal = SIGTERM;
    EXPECT_TRUE(test::has(test::error_of(code, [&] { count(played.session(), counting.request); }),
                          "stopped"));
    counting.request.settings.checkpoint.path.clear();
  }
}

TEST(Count, ThrowsIfNoWorkerIsLeft) {
  Counting counting(8);
  test::PlayedSession played(test::one_worker);
  played.worker(1).send(0, Hello{});
  played.worker(1).send(0, Failure{.reason = "no kernel", .is_doubted = false});
  const test::CapturedLog log;
  EXPECT_EQ(
      test::error_of(ExitCode::runtime_error, [&] { count(played.session(), counting.request); }),
      "no worker is left (the last one said: no kernel); what was counted is in '" +
          counting.path().string() + "'; run the same command again");
  EXPECT_EQ(log_beside(counting.path()).runs.at(0).stop.reason, "no worker is left");
  EXPECT_FALSE(test::has(log.text(), "stopped ("));
}

}  // namespace
}  // namespace nqueens
