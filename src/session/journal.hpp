// Journal: sums up the events of a run and writes them to the log of runs, NAME.run.jsonl beside
// the checkpoint.
//
// The progress bar and `status` must show the same state, so the journal encodes each line and
// reads it back into its own RunState. Besides that it keeps only what is not logged yet: sums
// since the last rate line, and which workers are present.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "report/result.hpp"
#include "report/run_state.hpp"
#include "serve/master.hpp"
#include "session/job.hpp"
#include "system/clock.hpp"
#include "system/file.hpp"

namespace nqueens {

/// Without a checkpoint nothing is written.
///
/// The log stays small with any number of workers. Rate lines: every second at first and near the
/// end, every minute after 20 minutes. The last line, the current state for `status`, is replaced
/// every five seconds. R ranks are listed every R/64 minutes. At most 60 lines a minute tell of
/// incidents and saves; the next rate line has the number of lines left out.
class Journal {
 public:
  /// @param run  outlives this
  /// @param now  the clock; tests have their own, since some lines come after minutes
  explicit Journal(const JobRun& run, std::function<Clock::time_point()> now = Clock::now);

  /// Starts the clock; workers are served from now on.
  /// @param expected  the count, if it was sampled
  void begin(const std::optional<Interval>& expected);

  /// Also logs the event through spdlog. Throws Error(wrong_answer) if no two independent counts of
  /// a task agree.
  void tell(const ServeEvent& event);
  void note_save();
  void tick();

  /// Call it when serving has ended. @param reason  see stop_reason()
  void stop(const std::string& reason);
  void finish(const RunResult& result);

  /// The origin of the job's counts over all runs. Call it after stop().
  [[nodiscard]] Provenance provenance();
  /// Whether the log has runs but another result or none, as for merged parts or before the second
  /// count.
  [[nodiscard]] bool is_missing(const RunResult& result) const;

  /// Seconds since begin().
  [[nodiscard]] double elapsed() const {
    return std::chrono::duration<double>(now_() - begun_).count();
  }
  [[nodiscard]] RunProgress progress() const;
  /// The state that readers of the log see of this run.
  [[nodiscard]] const RunState& state() const { return state_; }

 private:
  /// The worker threads of a rank, or one of its devices.
  struct Place {
    WorkerShare since{};       ///< its present workers, and their work since the last list of ranks
    double counted_until = 0;  ///< `since.here` is summed up to this time
    int newly_ready = 0;       ///< workers not logged yet
  };

  void come(WorkerId worker);
  void count(const Counted& counted);
  Place& place_of(WorkerId worker) {
    return places_[place_of_worker_.at(static_cast<std::size_t>(worker))];
  }
  void set_here(WorkerId worker, bool here);
  void note_presence(Place& place) const;
  void write_rate(bool at_end);
  void list_places(bool at_end);
  [[nodiscard]] RunStart start(const std::optional<Interval>& expected) const;
  [[nodiscard]] RunState logged() const;
  void write_newly_ready();
  void write_incident(RunIncident incident);
  void write_now();
  [[nodiscard]] std::vector<WorkerShare> groups() const;
  void write(decltype(RunEvent::body) body, double time = wall_time());
  void append(const std::string& line, bool is_transient = false);
  [[nodiscard]] double next_interval() const;

  const JobRun& run_;
  std::function<Clock::time_point()> now_;
  RunState state_;
  AppendFile file_;
  bool is_open_ = false;
  double ended_at_ = 0;  ///< seconds since 1970
  Clock::time_point begun_ = now_();
  std::vector<std::size_t> place_of_worker_;
  std::vector<bool> is_here_;  ///< by worker
  std::vector<Place> places_;
  std::set<std::string> new_processors_;  ///< not logged yet
  int working_ = 0;                       ///< workers at the last tick
  int lost_ = 0;                          ///< likewise
  std::uint64_t given_back_ = 0;          ///< units that workers held when they left
  RunRate sums_;                          ///< since the last rate line
  double next_rate_ = 1;
  double next_now_ = 0;
  double listed_at_ = 0;
  int minute_ = 0;  ///< of the run, in which `lines_` were written
  int lines_ = 0;
  bool has_warned_ = false;
};

}  // namespace nqueens
