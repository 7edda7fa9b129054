// RunState: what has happened in a job's runs. The run at work and a reader of its log have the
// same state, since both add up the same events.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "nqueens/estimate.hpp"
#include "report/run_log.hpp"

namespace nqueens {

/// What a run begins with, and its state now.
struct RunProgress {
  Progress before{};
  Progress now{};
  std::optional<Interval> expected{};  ///< the count at the end, if it was sampled
};

struct RunState {
  /// The state at one moment.
  struct Point {
    double at = 0;  ///< seconds since the job began to be counted; time between runs is left out
    double seconds = 0;  ///< since the point before
    double counted = 0;  ///< solutions since the point before
    double busy = 0;     ///< seconds in the kernel that these took, of all workers
    Progress now{};

    friend bool operator==(const Point&, const Point&) = default;
  };

  struct Run {
    RunStart start{};
    double time = 0;   ///< when it began, since 1970
    double begin = 0;  ///< the same, on the scale of the points
    double end = 0;
    double ended = 0;  ///< when it said that it ends, since 1970; 0: it has not
    std::vector<Point> points{};
    std::map<std::pair<int, int>, WorkerShare> shares{};  ///< by rank and device
    std::set<std::string> processors{};
    RunStop stop{};  ///< without a reason: it finished, or was killed
    bool finished = false;
    std::uint64_t confirmed = 0;
    RunNow state{};      ///< its last word
    double said_at = 0;  ///< of that, since 1970; 0: it has none, or the log goes on behind it

    /// Its last state.
    [[nodiscard]] const Progress& now() const;
    [[nodiscard]] RunProgress progress() const;
    /// What each rank has counted, threads and devices together.
    [[nodiscard]] std::vector<WorkerShare> by_rank() const;

    friend bool operator==(const Run&, const Run&) = default;
  };

  struct Incident {
    double at = 0;    ///< as Point::at
    double time = 0;  ///< since 1970
    RunIncident what;

    friend bool operator==(const Incident&, const Incident&) = default;
  };
  static constexpr std::size_t max_incidents = 2000;

  std::vector<RunInput> inputs{};
  std::vector<Run> runs{};
  std::vector<Incident> incidents{};  ///< without saves; the first ones
  std::uint64_t left_out = 0;         ///< incidents that are not there
  std::uint64_t saves = 0;
  double save_seconds = 0;
  LengthHistogram lengths{};
  std::string result{};       ///< the JSON object of the result file; empty: not finished
  std::uint64_t skipped = 0;  ///< lines that hold no event, and events outside a run

  /// How long the job was at work.
  [[nodiscard]] double end() const { return runs.empty() ? 0 : runs.back().end; }
  void apply(RunEvent event);
  /// Applies the next line of a log.
  /// @param skims  leaves out rates and incidents, of which a log has most
  void read(std::string_view line, bool skims = false);

  friend bool operator==(const RunState&, const RunState&) = default;
};

/// Those that did most come first.
std::vector<WorkerShare> loads_of_hosts(const RunState& state);

}  // namespace nqueens
