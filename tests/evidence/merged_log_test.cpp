// The starts and the logs of checkpoints that are merged: each start is one file's.

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "evidence/merge.hpp"
#include "judge/log_file.hpp"
#include "judge/names.hpp"
#include "records.hpp"

namespace nqueens::test {
namespace {

/// A log of runs, as it is written.
class LogText {
 public:
  /// @param process  of host a
  LogText& start(double time, std::int64_t process = 1) {
    return add(time, RunStart{.host = "a",
                              .process = process,
                              .problem = "n=8",
                              .cut = describe_cut(eight()),
                              .start = ++starts_,
                              .ranks = {1}});
  }
  LogText& rate(double time, double seconds, double busy) {
    return add(time, RunRate{.now = {.seconds = seconds}, .busy = busy});
  }
  template <class Body>
  LogText& add(double time, Body body) {
    text_ += encode({.time = time, .body = std::move(body)}) + "\n";
    return *this;
  }
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  std::string text_;
  std::uint64_t starts_ = 0;
};

struct MergedLogs {
  Records records;
  std::vector<std::filesystem::path> files{};

  /// Adds a part, with its log if it has one.
  void add(const Part& part, std::int64_t saved_at, std::uint64_t starts, double elapsed,
           double busy, const std::string& log) {
    Checkpoint checkpoint = counted(eight(), {}, part);
    checkpoint.saved_at = saved_at;
    checkpoint.runs.starts = starts;
    checkpoint.runs.elapsed_seconds = elapsed;
    checkpoint.runs.kernel_seconds = busy;
    const std::string name(1, static_cast<char>('a' + files.size()));
    files.push_back(records.save(name + ".ckpt", checkpoint));
    if (!log.empty()) {
      records.write(name + ".run.jsonl", log);
    }
  }
  /// Merges them. @return the runs of the merged checkpoint
  Runs runs() const {
    std::filesystem::remove(records / "m.ckpt");
    std::filesystem::remove(records / "m.run.jsonl");
    merge_checkpoints(files, records / "m.ckpt", false);
    return read_checkpoint(records / "m.ckpt").runs;
  }
  /// "input a.ckpt, start 1, stop: time limit".
  [[nodiscard]] std::string log() const {
    std::string text;
    read_events(records / "m.run.jsonl", [&](const RunEvent& event) {
      text += text.empty() ? "" : ", ";
      if (const auto* const input = std::get_if<RunInput>(&event.body)) {
        text += "input " + records.short_of(input->file);
      } else if (const auto* const start = std::get_if<RunStart>(&event.body)) {
        text += "start " + std::to_string(start->start);
      } else if (const auto* const stop = std::get_if<RunStop>(&event.body)) {
        text += "stop: " + stop->reason + (stop->saved ? "" : ", not saved");
      } else {
        text += std::holds_alternative<RunRate>(event.body)     ? "rate"
                : std::holds_alternative<RunFinish>(event.body) ? "finish"
                                                                : "other";
      }
    });
    return text;
  }
};

const RunStop time_limit{.reason = "time limit", .saved = true};

TEST(RunsOfMergedFiles, AddUp) {
  MergedLogs merged;
  merged.add({1, 2}, 100, 1, 60, 50, LogText().start(10).rate(70, 60, 50).text());
  merged.add({2, 2}, 200, 1, 30, 20, LogText().start(120).rate(150, 30, 20).text());
  const Runs runs = merged.runs();
  EXPECT_EQ(runs.starts, 2U);
  EXPECT_DOUBLE_EQ(runs.elapsed_seconds, 90);
  EXPECT_DOUBLE_EQ(runs.kernel_seconds, 70);
  EXPECT_EQ(runs.kernels, "scalar");
}

/// As of checkpoints that went on from one.
TEST(RunsOfMergedFiles, HaveAStartOfSeveralFilesOnce) {
  MergedLogs merged;
  LogText first;
  first.start(10).rate(70, 60, 50).add(70, time_limit);
  merged.add({1, 3}, 300, 2, 90, 70, LogText(first).start(200).rate(230, 30, 20).text());
  merged.add({2, 3}, 200, 2, 100, 75, LogText(first).start(90, 2).rate(130, 40, 25).text());
  const Runs runs = merged.runs();
  EXPECT_EQ(runs.starts, 3U);
  EXPECT_DOUBLE_EQ(runs.elapsed_seconds, 60 + 30 + 40);
  EXPECT_DOUBLE_EQ(runs.kernel_seconds, 50 + 20 + 25);
  merged.add({3, 3}, 150, 1, 60, 50, first.text());
  EXPECT_EQ(merged.runs(), runs) << "the one that both went on from adds nothing";
}

/// A start is told from others by its time, its host and its process.
TEST(RunsOfMergedFiles, KnowStartsOfOneTimeApart) {
  MergedLogs merged;
  merged.add({1, 2}, 100, 1, 60, 50, LogText().start(10, 1).rate(70, 60, 50).text());
  merged.add({2, 2}, 100, 1, 60, 50, LogText().start(10, 2).rate(70, 60, 50).text());
  EXPECT_EQ(merged.runs().starts, 2U);
  EXPECT_DOUBLE_EQ(merged.runs().elapsed_seconds, 120);
}

/// A log may say more than the checkpoint has.
TEST(RunsOfMergedFiles, AreNeverNegative) {
  MergedLogs merged;
  LogText first;
  first.start(10).rate(70, 60, 50).add(70, time_limit);
  merged.add({1, 2}, 300, 1, 60, 50, first.text());
  merged.add({2, 2}, 200, 2, 5, 5, LogText(first).start(90, 2).text());
  EXPECT_DOUBLE_EQ(merged.runs().elapsed_seconds, 60);
  EXPECT_DOUBLE_EQ(merged.runs().kernel_seconds, 50);
}

TEST(RunsOfMergedFiles, WithoutLogsAreOneIfTheyEndAlike) {
  MergedLogs merged;
  merged.add({1, 4}, 100, 2, 60, 50, "");
  merged.add({2, 4}, 100, 2, 60, 50, "");
  EXPECT_EQ(merged.runs().starts, 2U) << "a copy";
  EXPECT_DOUBLE_EQ(merged.runs().elapsed_seconds, 60);
  merged.add({3, 4}, 100, 1, 61, 50, "");
  EXPECT_EQ(merged.runs().starts, 3U);
  merged.add({4, 4}, 101, 1, 60, 50, "");
  EXPECT_EQ(merged.runs().starts, 4U);
  EXPECT_DOUBLE_EQ(merged.runs().elapsed_seconds, 181);
}

TEST(LogOfMergedFiles, HasTheRunsOfEachNumberedAnew) {
  MergedLogs merged;
  LogText first;
  first.start(10).rate(70, 60, 50).add(70, time_limit);
  first.start(80).add(90, RunNow{}).add(95, RunFinish{.result = "{}"});
  merged.add({1, 2}, 100, 2, 60, 50, first.text());
  merged.add({2, 2}, 200, 1, 30, 20, LogText().start(120).rate(150, 30, 20).text());
  merged.runs();
  EXPECT_EQ(merged.log(),
            "input a.ckpt, start 1, rate, stop: time limit, start 2, stop: all of it is counted, "
            "input b.ckpt, start 3, rate, stop: no word of its end");
  const RunState state = read_log(merged.records / "m.run.jsonl");
  EXPECT_EQ(state.inputs[0].started, 10);
  EXPECT_EQ(state.inputs[0].ended, 95);
  EXPECT_EQ(state.inputs[1].started, 120);
  EXPECT_EQ(state.result, "") << "it is of the part alone";
}

TEST(LogOfMergedFiles, HasARunOfSeveralOnce) {
  MergedLogs merged;
  LogText first;
  first.start(10).rate(70, 60, 50).add(70, time_limit);
  merged.add({1, 2}, 200, 2, 90, 70, LogText(first).start(200).add(230, time_limit).text());
  merged.add({2, 2}, 300, 2, 100, 75, LogText(first).start(90, 2).add(130, time_limit).text());
  merged.runs();
  EXPECT_EQ(merged.log(),
            "input a.ckpt, start 1, stop: time limit, input b.ckpt, start 2, rate, stop: time "
            "limit, start 3, stop: time limit")
      << "that of the file saved last";
}

TEST(LogOfMergedFiles, HasThoseOfFilesThatWereMergedBefore) {
  MergedLogs merged;
  LogText before;
  before.add(70, RunInput{.file = "x.ckpt", .started = 5, .ended = 70});
  before.start(10).add(70, time_limit);
  merged.add({1, 2}, 200, 1, 90, 70, before.text());
  merged.add({2, 2}, 100, 1, 60, 50, "");
  merged.runs();
  EXPECT_EQ(merged.log(), "input a.ckpt, input x.ckpt, start 1, stop: time limit, input b.ckpt");
}

}  // namespace
}  // namespace nqueens::test
