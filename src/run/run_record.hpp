// RunRecord: keeps the log of events of a job's runs, NAME.run.jsonl beside its checkpoint.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "report/provenance.hpp"
#include "report/result.hpp"
#include "report/run_log.hpp"
#include "run/job_run.hpp"
#include "serve/serve.hpp"
#include "system/clock.hpp"
#include "system/file.hpp"

namespace nqueens {

/// Without a checkpoint, and before it begins, nothing is written.
///
/// The log stays small, however many workers there are. In the first 20 minutes and near the end
/// there is a rate line every second, else every minute. The last line, the state for `status`, is
/// renewed every five seconds. R ranks are listed every R/64 minutes. A
/// minute has 60 lines of incidents and saves at most; the next rate line says how many were left
/// out.
class RunRecord {
 public:
  /// @param run  outlives this
  RunRecord(const JobRun& run, std::span<const Rank> ranks);

  /// Workers are served from now on.
  /// @param expected  the count, if it was sampled
  void begin(const std::optional<Interval>& expected);
  /// From now on it is written down.
  void open();

  /// For the master. `save` and `tick` are left to the caller, who calls note_save() and tick().
  [[nodiscard]] ServeHooks hooks();
  void note_save();
  void tick(const Workforce& workforce);

  /// Serving has ended. @param reason  see stop_reason()
  void stop(const std::string& reason);
  /// The result is known.
  void finish(const RunResult& result);

  /// Where the job comes from, over all runs. After stop().
  [[nodiscard]] Provenance provenance();
  /// Whether the log has runs without this result, as that of merged parts, or without its second
  /// count. After provenance().
  [[nodiscard]] bool lacks(const RunResult& result) const;

  /// Seconds since workers are served.
  [[nodiscard]] double elapsed() const { return seconds_since(begun_); }
  [[nodiscard]] RunProgress progress() const;

 private:
  /// What the threads of a rank have done, or one of its devices.
  struct Shares {
    int rank = 0;
    bool is_device = false;
    double counted_until = 0;  ///< to when `sums.here` goes
    int newly_ready = 0;       ///< workers that no line names yet
    WorkerShare sums{};        ///< since ranks were last listed
    WorkerShare all{};         ///< in this run
  };

  void here(WorkerId worker, const Workers::Worker& its);
  void gone(std::span<const WorkerId> workers);
  void taken(WorkerId worker, const TaskResult& result, Completion completion);
  Shares& rank_of(WorkerId worker) {
    return ranks_[rank_of_worker_.at(static_cast<std::size_t>(worker))];
  }
  void set_here(WorkerId worker, bool here);
  void note_presence(Shares& rank) const;
  void write_rate(bool at_end);
  void list_ranks(bool at_end);
  [[nodiscard]] RunEvent start_line() const;
  [[nodiscard]] RunWorkers newly_ready();
  void write_incident(RunIncident incident);
  void write_now();
  [[nodiscard]] std::vector<WorkerShare> groups() const;
  void log_processor_time() const;
  void write(decltype(RunEvent::body) body);
  void write(RunEvent event);
  [[nodiscard]] double next_interval() const;

  const JobRun& run_;
  AppendFile file_;
  bool is_open_ = false;
  double ended_at_ = 0;  ///< seconds since 1970
  Clock::time_point begun_ = Clock::now();
  std::vector<int> workers_of_ranks_;
  std::vector<std::size_t> rank_of_worker_;
  std::vector<bool> is_here_;  ///< by worker
  std::vector<Shares> ranks_;
  std::set<std::string> processors_;        ///< of all workers so far
  std::set<std::string> newly_processors_;  ///< that no line names yet
  Workforce workforce_;                     ///< as last seen
  RunRate sums_;                            ///< since the last rate line
  std::optional<Interval> expected_{};
  double next_rate_ = 1;
  double next_now_ = 0;
  double listed_at_ = 0;
  int minute_ = 0;  ///< in which `lines_` were written
  int lines_ = 0;
  bool has_warned_ = false;
  bool has_log_ = false;
  std::string logged_result_{};  ///< of the runs before; empty: none
};

}  // namespace nqueens
