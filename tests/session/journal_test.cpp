// What a run has seen is what its log says: how it starts, its incidents, its last word, its end.

#include "session/journal.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <tuple>
#include <variant>
#include <vector>

#include "judge/log_file.hpp"
#include "judge/names.hpp"
#include "judge/result_file.hpp"
#include "played.hpp"
#include "support/captured_log.hpp"
#include "support/text.hpp"
#include "system/process.hpp"
#include "written.hpp"

namespace nqueens {
namespace {

using test::events_of;
using test::lines_of;
using test::Written;

TEST(Journal, SaysHowARunStarts) {
  Written written({{.workers = 2}, {.workers = 3}});
  written.request.settings.run.part = Part{.index = 1, .parts = 2};
  written.begin(Interval{.estimate = 92, .low = 90, .high = 95});
  written.expect_same_state();
  ASSERT_EQ(events_of(written.path()).size(), 2U) << "and the state";
  const RunStart start = lines_of<RunStart>(written.path()).at(0);
  EXPECT_FALSE(start.version.empty());
  EXPECT_FALSE(start.compiler.empty());
  EXPECT_FALSE(start.mpi.empty());
  EXPECT_FALSE(start.command.empty());
  EXPECT_EQ(start.host, this_process().host);
  EXPECT_EQ(start.process, this_process().pid);
  EXPECT_EQ(start.problem, "n=8");
  EXPECT_EQ(start.cut, describe_cut(written.run->job()));
  EXPECT_EQ(start.part, "1/2");
  EXPECT_EQ(start.expected, (std::vector<double>{92, 90, 95}));
  EXPECT_EQ(start.start, 1U);
  EXPECT_EQ(start.ranks, (std::vector<int>{2, 3}));
  EXPECT_EQ(start.before.tasks, written.run->before.tasks);
  written.request.settings.run.part.reset();
  written.begin();
  const RunStart second = lines_of<RunStart>(written.path()).at(1);
  EXPECT_EQ(second.part, "");
  EXPECT_TRUE(second.expected.empty());
  EXPECT_EQ(second.start, 2U);
}

TEST(Journal, WritesNothingWithoutACheckpoint) {
  Written written;
  written.request.settings.checkpoint.path.clear();
  Journal& journal = written.begin();
  written.come(1);
  written.count_batch();
  written.tick_at(5);
  EXPECT_TRUE(journal.state().runs.at(0).points.empty());
  journal.stop("SIGTERM");
  EXPECT_EQ(journal.state().runs.at(0).points.size(), 1U);
  EXPECT_EQ(journal.state().runs.at(0).stop, (RunStop{.reason = "SIGTERM", .saved = false}));
  EXPECT_TRUE(std::filesystem::is_empty(written.folder.path()));
  EXPECT_EQ(journal.provenance().starts.size(), 1U);
}

TEST(Journal, SetsAsideWhatIsNoLog) {
  Written written;
  written.begin().stop("SIGTERM");
  const std::filesystem::path log = run_log_path(written.path());
  std::ofstream(log) << "my notes\n";
  const test::CapturedLog said;
  written.begin();
  EXPECT_EQ(said.lines("warning '" + log.string() + "' was not a log of runs; it is now " +
                       log.string() + ".bad")
                .size(),
            1U);
  EXPECT_EQ(events_of(written.path()).size(), 2U);
  EXPECT_TRUE(std::filesystem::exists(log.string() + ".bad"));
  // A log that is damaged in one line stays.
  std::ofstream(log, std::ios::app) << "my notes\n";
  written.begin();
  EXPECT_EQ(lines_of<RunStart>(written.path()).size(), 2U);
}

TEST(Journal, GoesOnIfItsLogCannotBeWritten) {
  Written written;
  written.begin().stop("SIGTERM");
  std::filesystem::remove(run_log_path(written.path()));
  std::filesystem::create_directory(run_log_path(written.path()));
  {
    const test::CapturedLog said;
    Journal& journal = written.begin();
    EXPECT_EQ(said.lines("; the count goes on without this log").size(), 1U);
    written.come(1);
    written.tick_at(2);
    journal.stop("SIGTERM");
    EXPECT_EQ(said.lines("warning ").size(), 1U);
  }
  std::filesystem::remove(run_log_path(written.path()));
  Journal& journal = written.begin();
  const test::FullDisk full;
  const test::CapturedLog said;
  for (int saves = 0; saves < 3; ++saves) {
    journal.note_save();
  }
  EXPECT_EQ(said.lines("warning ").size(), 1U);
  EXPECT_EQ(said.lines("; the count goes on").size(), 1U);
}

// --- The last word

TEST(Journal, RenewsTheLastWordWhileItCounts) {
  Written written;
  Journal& journal = written.begin();
  const auto last_word = [&] {
    const auto events = events_of(written.path());
    const auto* now = std::get_if<RunNow>(&events.back().body);
    EXPECT_EQ(lines_of<RunNow>(written.path()).size(), now != nullptr ? 1U : 0U);
    return now != nullptr ? std::optional(*now) : std::nullopt;
  };
  ASSERT_TRUE(last_word());
  EXPECT_EQ(last_word()->now.seconds, 0);
  EXPECT_GT(last_word()->saved_at, 0);
  EXPECT_NEAR(last_word()->next_save_at, wall_time() + 60, 300);
  written.come(1);
  written.tick_at(0.9);
  EXPECT_EQ(last_word()->now.seconds, 0) << "it is renewed every five seconds";
  written.tick_at(2);
  EXPECT_EQ(last_word()->now.seconds, 2) << "and after each line";
  journal.note_save();
  EXPECT_EQ(last_word()->now.seconds, 2);
  written.tick_at(2000);  // the next rate comes in a minute
  written.tick_at(2004.9);
  EXPECT_EQ(last_word()->now.seconds, 2000);
  written.tick_at(2005.1);
  EXPECT_EQ(last_word()->now.seconds, 2005.1);
  journal.stop("SIGTERM");
  EXPECT_FALSE(last_word());
  written.expect_same_state();
}

TEST(Journal, SaysWhenTheNextSaveWillBe) {
  Written written;
  written.request.settings.checkpoint.interval_seconds = 0;
  written.begin();
  const double time = lines_of<RunNow>(written.path()).at(0).next_save_at;
  EXPECT_NEAR(time, wall_time(), 300);
  EXPECT_GE(time, lines_of<RunNow>(written.path()).at(0).saved_at - 0.001) << "not in the past";
}

// --- Incidents

TEST(Journal, HasAtMostSixtyIncidentsAMinute) {
  Written written;
  Journal& journal = written.begin();
  written.come(1);
  written.time = 3;
  for (int i = 0; i < 63; ++i) {
    journal.tell(Back{.worker = 1});
  }
  EXPECT_EQ(lines_of<RunIncident>(written.path()).size(), 60U);
  written.tick_at(30);
  EXPECT_EQ(written.rates().back().left_out, 3U);
  written.time = 59.9;
  journal.note_save();
  EXPECT_EQ(lines_of<RunIncident>(written.path()).size(), 60U);
  written.time = 60;
  for (int i = 0; i < 61; ++i) {
    journal.tell(Back{.worker = 1});
  }
  EXPECT_EQ(lines_of<RunIncident>(written.path()).size(), 120U);
  journal.stop("SIGTERM");
  EXPECT_EQ(written.rates().back().left_out, 2U);
  EXPECT_EQ(journal.state().left_out, 5U);
  EXPECT_EQ(journal.state().incidents.size(), 120U);
  written.expect_same_state();
}

TEST(Journal, HasSavesAndTheirFailures) {
  Written written;
  Journal& journal = written.begin();
  written.run->save();
  journal.note_save();
  {
    const test::FullDisk full;
    const test::CapturedLog log;
    written.run->save();
  }
  journal.note_save();
  const auto incidents = lines_of<RunIncident>(written.path());
  ASSERT_EQ(incidents.size(), 2U);
  EXPECT_EQ(incidents[0].kind, RunIncident::Kind::save);
  EXPECT_GT(incidents[0].seconds, 0);
  EXPECT_EQ(incidents[0].text, "");
  EXPECT_EQ(incidents[1].kind, RunIncident::Kind::save_failed);
  EXPECT_TRUE(test::has(incidents[1].text, "count.ckpt': File too large")) << incidents[1].text;
  EXPECT_EQ(journal.state().saves, 1U);
  journal.stop("SIGTERM");
  EXPECT_FALSE(lines_of<RunStop>(written.path()).at(0).saved);
}

// --- The end

TEST(Journal, IsMissingAResultUntilItIsFinished) {
  Written written;
  Journal& journal = written.begin();
  RunResult result{.job = written.run->job(), .count = Count{92}, .runs = {}};
  EXPECT_TRUE(journal.is_missing(result));
  journal.stop("");
  std::ignore = journal.provenance();
  journal.finish(result);
  EXPECT_FALSE(journal.is_missing(result));
  EXPECT_TRUE(compare_result(result, journal.state().result).is_same);
  EXPECT_TRUE(journal.state().runs[0].finished);
  written.expect_same_state();
  result.count = Count{93};
  EXPECT_TRUE(journal.is_missing(result));
  std::filesystem::remove(run_log_path(written.path()));
  EXPECT_FALSE(journal.is_missing(result)) << "a log without runs";
}

/// An earlier run has counted everything.
TEST(Journal, KeepsTheProvenanceOfAJobThatWasFinishedBefore) {
  Written written;
  {
    Journal& journal = written.begin();
    written.come(1);
    while (!written.run->scheduler.finished()) {
      written.count_batch();
    }
    written.run->save();
    journal.stop("");
  }
  const Provenance first = written.journal->provenance();
  EXPECT_EQ(first.starts.size(), 1U);
  EXPECT_EQ(first.starts_without_log, 0U);
  EXPECT_EQ(first.hosts, (std::set<std::string>{"a"}));
  EXPECT_NEAR(first.ended, wall_time(), 300);
  // It only reads the result.
  written.journal.reset();
  written.run.emplace(written.played.begin(), written.request, nullptr);
  written.run->begin();
  ASSERT_FALSE(written.run->has_tasks());
  written.journal.emplace(*written.run);
  Journal& journal = *written.journal;
  const Provenance again = journal.provenance();
  EXPECT_EQ(again.starts.size(), 1U);
  EXPECT_EQ(again.starts_without_log, 0U);
  EXPECT_NEAR(again.ended, static_cast<double>(written.run->history.saved_at), 2);
  const RunResult result{.job = written.run->job(), .count = Count{92}, .runs = {}};
  EXPECT_TRUE(journal.is_missing(result));
  journal.finish(result);
  EXPECT_FALSE(journal.is_missing(result));
  const auto events = events_of(written.path());
  EXPECT_EQ(lines_of<RunStart>(written.path()).size(), 1U);
  ASSERT_TRUE(std::holds_alternative<RunFinish>(events.back().body));
  EXPECT_NEAR(events.back().time, again.ended, 0.001);
}

TEST(Journal, MakesNoLogForAJobThatWasFinishedBefore) {
  Written written;
  written.begin();
  written.come(1);
  test::count_all(written.run->scheduler);
  written.run->save();
  std::filesystem::remove(run_log_path(written.path()));
  written.journal.reset();
  written.run.emplace(written.played.begin(), written.request, nullptr);
  written.run->begin();
  Journal journal(*written.run);
  std::ignore = journal.provenance();
  journal.finish({.job = written.run->job(), .count = Count{92}, .runs = {}});
  EXPECT_FALSE(std::filesystem::exists(run_log_path(written.path())));
}

TEST(Journal, EndsAtTheMomentAtWhichItStopped) {
  Written written;
  Journal& journal = written.begin();
  written.come(1);
  journal.stop("SIGTERM");
  const RunState::Run& run = journal.state().runs.at(0);
  EXPECT_EQ(run.stop, (RunStop{.reason = "SIGTERM", .saved = true}));
  EXPECT_NEAR(run.ended, wall_time(), 300);
  EXPECT_NEAR(journal.provenance().ended, run.ended, 1);
}

TEST(Journal, ThrowsIfNoTwoCountsAgree) {
  Written written;
  Journal& journal = written.begin();
  written.come(1);
  const Dispute dispute{.unit = {.task = 0}, .votes = {{.record = {}}}, .winner = {}};
  const UnitResult result;
  const Taken taken{
      .outcome = Outcome{.completion = Completion::unsettled, .unit = {}, .dispute = &dispute}};
  EXPECT_NE(
      test::error_of(ExitCode::wrong_answer,
                     [&] { journal.tell(Counted{.worker = 1, .result = result, .taken = taken}); }),
      "");
}

}  // namespace
}  // namespace nqueens
