// RunHistory: all runs of a job as its log of events has them, summed up for a page.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "report/run_events.hpp"

namespace nqueens {

/// One run.
struct LoggedRun {
  /// The state at one moment.
  struct Point {
    double at = 0;  ///< seconds since the job began to be counted; time between runs is left out
    double seconds = 0;  ///< since the point before
    double counted = 0;  ///< solutions since the point before
    double busy = 0;     ///< seconds in the kernel since the point before
    Progress now{};
  };
  RunStart start;
  double time = 0;   ///< when it began, since 1970
  double begin = 0;  ///< the same, on the scale of the points
  double end = 0;
  double ended = 0;  ///< the time of its last line
  std::vector<Point> points{};
  std::map<int, WorkerShare> ranks{};
  std::string reason{};  ///< why it stopped; empty: it finished, or was killed
  bool saved = false;
  bool finished = false;
  std::uint64_t confirmed = 0;

  /// Its last state.
  [[nodiscard]] const Progress& now() const {
    return points.empty() ? start.before : points.back().now;
  }
};

struct RunHistory {
  struct Incident {
    double at = 0;    ///< as Point::at
    double time = 0;  ///< since 1970
    RunIncident what;
  };
  static constexpr std::size_t max_incidents = 2000;

  std::vector<LoggedRun> runs{};
  std::vector<Incident> incidents{};  ///< without saves; the first ones
  std::uint64_t left_out = 0;         ///< incidents that are not there
  std::uint64_t saves = 0;
  double save_seconds = 0;
  LengthHistogram lengths{};
  std::string result{};       ///< the JSON object of the result file; empty: not finished
  std::uint64_t skipped = 0;  ///< lines that hold no event

  /// Takes the next line of the log.
  void add(std::string_view line);

 private:
  void add(double time, RunStart start);
  void add(double time, const RunWorkers& workers);
  void add(double time, const RunRate& rate);
  void add(double /*time*/, const RunNow& /*now*/) {}
  void add(double time, RunIncident incident);
  void add(double time, const RunStop& stop);
  void add(double time, const RunFinish& finish);
};

}  // namespace nqueens
