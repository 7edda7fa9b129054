// RunState: the history of a job's runs. The run at work and a reader of its log have the same
// state, since both apply the same events.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "nqueens/estimate.hpp"
#include "report/run_log.hpp"

namespace nqueens {

/// The state at the start of a run, and now.
struct RunProgress {
  Progress before{};
  Progress now{};
  std::optional<Interval> expected{};  ///< final count, if it was sampled
};

struct RunState {
  /// The state at one moment.
  struct Point {
    double at = 0;       ///< seconds of counting since the job began, without the time between runs
    double seconds = 0;  ///< since the previous point
    double counted = 0;  ///< solutions since the previous point
    double busy = 0;     ///< seconds in the kernel since then, of all workers
    Progress now{};

    friend bool operator==(const Point&, const Point&) = default;
  };

  struct Run {
    RunStart start{};
    std::uint64_t number = 1;  ///< among all runs, also those that saved nothing
    double time = 0;           ///< of the start, since 1970
    double begin = 0;          ///< the same, as Point::at
    double end = 0;
    double ended = 0;  ///< since 1970; 0: no end is logged
    std::vector<Point> points{};
    std::map<std::pair<int, int>, WorkerShare> shares{};  ///< by rank and device
    std::set<std::string> processors{};
    RunStop stop{};  ///< without reason: finished, at work, or without a word of its end
    /// What the next run, or the checkpoint, has of its work; nothing if unknown.
    std::optional<Progress> kept{};
    bool finished = false;
    std::uint64_t confirmed = 0;
    std::uint64_t losses = 0;  ///< of workers, including those that came back
    RunNow state{};            ///< as last logged
    double said_at = 0;        ///< time of `state`, since 1970; 0: none, or other lines follow it

    [[nodiscard]] const Progress& now() const;
    [[nodiscard]] RunProgress progress() const;
    /// The work of each rank, with threads and devices together.
    [[nodiscard]] std::vector<WorkerShare> by_rank() const;

    friend bool operator==(const Run&, const Run&) = default;
  };

  struct Incident {
    double at = 0;    ///< like Point::at
    double time = 0;  ///< since 1970
    RunIncident what;

    friend bool operator==(const Incident&, const Incident&) = default;
  };
  static constexpr std::size_t max_incidents = 2000;

  std::vector<RunInput> inputs{};
  std::vector<Run> runs{};
  std::vector<Incident> incidents{};  ///< the first ones, without saves
  std::uint64_t left_out = 0;         ///< incidents beyond these
  std::uint64_t saves = 0;
  double save_seconds = 0;
  LengthHistogram lengths{};
  std::string result{};       ///< JSON object of the result file; empty: not finished
  std::uint64_t skipped = 0;  ///< lines that hold no event, and events outside a run

  /// Seconds of counting, without the time between runs.
  [[nodiscard]] double end() const { return runs.empty() ? 0 : runs.back().end; }
  void apply(RunEvent event);
  /// Applies the next line of a log.
  /// @param skims  skips rates and incidents, which are most lines
  void read(std::string_view line, bool skims = false);

  friend bool operator==(const RunState&, const RunState&) = default;
};

/// The work of each host, greatest first.
std::vector<WorkerShare> loads_of_hosts(const RunState& state);

}  // namespace nqueens
