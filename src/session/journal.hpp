// Journal: adds up what happens in a run of a job, and writes it into the log of its runs,
// NAME.run.jsonl beside the checkpoint.
//
// The run at work must have the same state as whoever reads its log, or `status` would say what the
// bar does not. So the journal encodes a line and reads it back into its own RunState. What stands
// beside that is what no line has said yet: sums since the last one, and who is here now.
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
/// The log stays small, however many workers there are. In the first 20 minutes and near the end
/// there is a rate line every second, else every minute. The last line, the state for `status`, is
/// renewed every five seconds. R ranks are listed every R/64 minutes. A
/// minute has 60 lines of incidents and saves at most; the next rate line says how many were left
/// out.
class Journal {
 public:
  /// @param run  outlives this
  /// @param now  the clock; a test has its own, since some lines come after minutes
  explicit Journal(const JobRun& run, std::function<Clock::time_point()> now = Clock::now);

  /// Workers are served from now on.
  /// @param expected  the count, if it was sampled
  void begin(const std::optional<Interval>& expected);

  /// Says it in the log of the program, too. Throws Error(wrong_answer) if no two independent
  /// counts of a task agree.
  void tell(const ServeEvent& event);
  void note_save();
  void tick();

  /// Serving has ended. @param reason  see stop_reason()
  void stop(const std::string& reason);
  void finish(const RunResult& result);

  /// Where the job comes from, over all runs. After stop().
  [[nodiscard]] Provenance provenance();
  /// Whether the log has runs without this result, as that of merged parts, or without its second
  /// count.
  [[nodiscard]] bool is_missing(const RunResult& result) const;

  /// Seconds since workers are served.
  [[nodiscard]] double elapsed() const {
    return std::chrono::duration<double>(now_() - begun_).count();
  }
  [[nodiscard]] RunProgress progress() const;
  /// What whoever reads the log will have of this run.
  [[nodiscard]] const RunState& state() const { return state_; }

 private:
  /// Where workers count: the threads of a rank, or one of its devices.
  struct Place {
    WorkerShare since{};       ///< its workers here, and what they did since ranks were last listed
    double counted_until = 0;  ///< to when `since.here` goes
    int newly_ready = 0;       ///< workers that no line names yet
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
  RunState state_;  ///< of this run
  AppendFile file_;
  bool is_open_ = false;
  double ended_at_ = 0;  ///< seconds since 1970
  Clock::time_point begun_ = now_();
  std::vector<std::size_t> place_of_worker_;
  std::vector<bool> is_here_;  ///< by worker
  std::vector<Place> places_;
  std::set<std::string> new_processors_;  ///< that no line names yet
  int working_ = 0;                       ///< workers at the last tick
  int lost_ = 0;                          ///< likewise
  RunRate sums_;                          ///< since the last rate line
  double next_rate_ = 1;
  double next_now_ = 0;
  double listed_at_ = 0;
  int minute_ = 0;  ///< in which `lines_` were written
  int lines_ = 0;
  bool has_warned_ = false;
};

}  // namespace nqueens
