// RunRecord: keeps the log of events of a job's runs, NAME.run.jsonl beside its checkpoint.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "report/result.hpp"
#include "report/run_log.hpp"
#include "run/checkpoint_keeper.hpp"
#include "run/count_request.hpp"
#include "run/job_counts.hpp"
#include "serve/serve.hpp"
#include "system/append_file.hpp"
#include "system/clock.hpp"

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
  /// @param request, counts, keeper  outlive this
  RunRecord(const CountRequest& request, const JobCounts& counts, const CheckpointKeeper& keeper);

  /// A run begins.
  /// @param expected  its count, if it was sampled
  void begin(const std::optional<Interval>& expected) {
    begun_ = Clock::now();
    expected_ = expected;
  }
  /// From now on it is written down. @param number  of this run
  void open(std::uint64_t number);

  /// The same hooks, which also keep this record.
  [[nodiscard]] ServeHooks watching(ServeHooks hooks);

  /// Serving has ended. @param reason  if that was early
  void stop(const Served& served, const std::string& reason);
  /// The result is known.
  void finish(const RunResult& result);

  /// Fills in when and where the job was counted, over all runs.
  /// @param saved_at  the end of the runs before this one
  void complete(RunResult& result, std::int64_t saved_at) const;

 private:
  /// Those of a rank.
  struct Rank {
    double counted_until = 0;  ///< to when `sums.here` goes
    WorkerShare sums{};        ///< since ranks were last listed
    WorkerShare all{};         ///< in this run
  };

  [[nodiscard]] double elapsed() const { return seconds_since(begun_); }
  void here(WorkerId worker, const std::string& host, const std::string& kernel);
  void gone(std::span<const WorkerId> workers);
  void taken(WorkerId worker, const TaskResult& result, Completion completion);
  void incident(Incident incident, const std::string& text);
  [[nodiscard]] std::size_t rank_of(WorkerId worker) const;
  void set_here(WorkerId worker, bool here);
  void note_presence(Rank& rank) const;
  void tick(const Workforce& workforce);
  void write_rate(const Workforce& workforce, bool at_end);
  void list_ranks(bool at_end);
  void write_workers();
  void write_incident(RunIncident incident);
  void write_now(const Workforce& workforce);
  [[nodiscard]] std::vector<WorkerShare> groups() const;
  void write(decltype(RunEvent::body) body, double seconds_ago = 0);
  [[nodiscard]] double next_interval() const;

  const CountRequest& request_;
  const JobCounts& counts_;
  const CheckpointKeeper& keeper_;
  AppendFile file_;
  bool is_open_ = false;
  double began_at_;  ///< seconds since 1970
  double ended_at_ = 0;
  Clock::time_point begun_ = Clock::now();
  std::vector<std::size_t> rank_of_worker_;
  std::vector<bool> is_here_;  ///< by worker
  std::vector<Rank> ranks_;
  std::map<std::pair<int, std::pair<std::string, std::string>>, int> new_workers_;
  std::set<std::string> hosts_;
  Workforce workforce_;  ///< as last seen
  RunRate sums_;         ///< since the last rate line
  std::optional<Interval> expected_{};
  double next_rate_ = 1;
  double next_now_ = 0;
  double listed_at_ = 0;
  int minute_ = 0;  ///< in which `lines_` were written
  int lines_ = 0;
  bool has_warned_ = false;
};

}  // namespace nqueens
