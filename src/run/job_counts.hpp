// A job at work: its scheduler, from the settings or a checkpoint, and what it began with.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "job/plan.hpp"
#include "queue/scheduler.hpp"
#include "report/progress.hpp"
#include "run/count_request.hpp"
#include "serve/serve.hpp"
#include "store/checkpoint.hpp"

namespace nqueens {

class JobCounts {
 public:
  /// @param request  outlives this
  /// @param workers  of the jobs before
  JobCounts(const CountRequest& request, std::shared_ptr<Workers> workers);

  /// A job from the settings. Writes the job and its seed of checks into `history`.
  void begin(Checkpoint& history);
  /// The job of a checkpoint, whose queues move here. @param file  its name, for messages
  void resume(Checkpoint& history, const std::filesystem::path& file);

  [[nodiscard]] Scheduler& scheduler() { return scheduler_; }
  [[nodiscard]] const Scheduler& scheduler() const { return scheduler_; }
  [[nodiscard]] const WorkQueue& queue() const { return scheduler_.queue(); }
  [[nodiscard]] const Job& job() const { return scheduler_.job(); }
  [[nodiscard]] std::uint64_t prefixes() const { return prefixes_; }
  /// The state before this run.
  [[nodiscard]] Progress before() const { return progress_of(at_start_); }
  /// " and 57 of 120 slices of 2 tasks in progress"; empty if none is done.
  [[nodiscard]] std::string slices_text() const;
  /// Whether this run has finished anything: a task, a slice, a check.
  [[nodiscard]] bool has_progressed() const;
  /// Whether this run had work.
  [[nodiscard]] bool had_work() const { return at_start_.done < at_start_.tasks; }

  /// @param seconds  at work in this run
  [[nodiscard]] Progress progress(const Workforce& workforce, double seconds) const;

  /// Puts everything except doubtful tasks into a checkpoint.
  void write_to(Checkpoint& checkpoint) const;
  /// The checks, disputes and kernel time of this run.
  [[nodiscard]] Runs this_run() const;

 private:
  void begin(Plan plan, Checkpoint& history, std::optional<QueueSnapshot> snapshot);

  [[nodiscard]] static Progress progress_of(const QueueState& state);

  const CountRequest& request_;
  Scheduler scheduler_;
  std::uint64_t prefixes_ = 0;
  QueueState at_start_{};
};

/// The job that the settings ask for. What they leave open of the cut is that of the job found in a
/// checkpoint.
Job wanted_job(CountSettings wanted, const Job& found);

}  // namespace nqueens
