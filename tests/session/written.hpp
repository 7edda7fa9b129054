// A run that is written down, whose workers and clock a test plays.
#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "counts.hpp"
#include "judge/log_file.hpp"
#include "judge/names.hpp"
#include "played.hpp"
#include "session/journal.hpp"
#include "support/captured_log.hpp"

namespace nqueens::test {

/// All lines of a log.
inline std::vector<RunEvent> events_of(const std::filesystem::path& checkpoint) {
  std::vector<RunEvent> events;
  read_events(run_log_path(checkpoint),
              [&events](RunEvent event) { events.push_back(std::move(event)); });
  return events;
}

/// Those of a kind.
template <class Body>
std::vector<Body> lines_of(const std::filesystem::path& checkpoint) {
  std::vector<Body> lines;
  for (const RunEvent& event : events_of(checkpoint)) {
    if (const auto* body = std::get_if<Body>(&event.body)) {
      lines.push_back(*body);
    }
  }
  return lines;
}

/// A run that is written down, by a clock that a test sets.
struct Written : SavedCount {
  const CapturedLog quiet{};
  PlayedSession played;
  double time = 0;  ///< since the journal was made
  std::optional<JobRun> run{};
  std::optional<Journal> journal{};

  explicit Written(std::vector<Rank> ranks = {{.workers = 2}}, int rows = 8)
      : SavedCount(rows), played(std::move(ranks)) {
    request.settings.run.check_fraction = 0;
    request.settings.count.tasks = 10;
  }
  Journal& begin(const std::optional<Interval>& expected = std::nullopt) {
    journal.reset();
    run.reset();
    played.end();
    run.emplace(played.begin(), request, nullptr);
    run->begin();
    time = -100;  // it begins later
    journal.emplace(*run, [this] {
      return Clock::time_point() +
             std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(time));
    });
    time = 0;
    journal->begin(expected);
    return *journal;
  }
  void come(WorkerId worker, const std::string& host = "a", const std::string& device = "") {
    test::come(run->scheduler, worker, host, device);
    journal->tell(Came{.worker = worker});
  }
  /// Some worker counts a batch, in so many seconds.
  void count_batch(double seconds = 0.5) {
    test::count_batch(
        run->scheduler,
        [&](UnitResult& result) {
          result.seconds = seconds;
          result.processor_seconds = seconds / 2;
        },
        [&](WorkerId worker, const UnitResult& result, const Taken& taken) {
          journal->tell(Counted{.worker = worker, .result = result, .taken = taken});
        });
  }
  /// Another one of that it did.
  void count(WorkerId worker, Completion completion, double seconds) {
    const UnitResult result{
        .unit = {.task = 0}, .count = Count{8}, .nodes = 9, .seconds = seconds, .kernel = "scalar"};
    const Taken taken{.outcome = Outcome{.completion = completion}};
    journal->tell(Counted{.worker = worker, .result = result, .taken = taken});
  }
  void tick_at(double seconds) {
    time = seconds;
    journal->tick();
  }
  [[nodiscard]] const std::filesystem::path& path() const {
    return request.settings.checkpoint.path;
  }
  [[nodiscard]] std::vector<RunRate> rates() const { return lines_of<RunRate>(path()); }
  /// What whoever reads the log has is what the run has, but for its last word.
  void expect_same_state() const {
    RunState read = read_log(run_log_path(path()));
    read.runs.back().state = {};
    read.runs.back().said_at = 0;
    EXPECT_EQ(read, journal->state());
  }
  [[nodiscard]] const WorkerShare& share(int rank, int device = 0) const {
    return journal->state().runs.back().shares.at({rank, device});
  }
};

}  // namespace nqueens::test
