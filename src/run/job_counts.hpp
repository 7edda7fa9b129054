// The counts of a job: the first, and the second by another decomposition if there is one, from the
// settings or a checkpoint.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "job/plan.hpp"
#include "queue/scheduler.hpp"
#include "run/count_request.hpp"
#include "store/checkpoint.hpp"

namespace nqueens {

class JobCounts {
 public:
  /// @param request  outlives this
  explicit JobCounts(const CountRequest& request);

  /// A job from the settings. Writes the job and its seed of checks into `history`.
  void begin(Checkpoint& history);
  /// The job of a checkpoint, whose queues move here. @param file  its name, for messages
  void resume(Checkpoint& history, const std::filesystem::path& file);

  [[nodiscard]] Scheduler& scheduler() { return scheduler_; }
  [[nodiscard]] const Scheduler& scheduler() const { return scheduler_; }
  [[nodiscard]] const JobQueue& first() const { return scheduler_.queue(0); }
  [[nodiscard]] const JobQueue& current() const { return scheduler_.queue(scheduler_.current()); }
  [[nodiscard]] bool at_second() const { return scheduler_.current() > 0; }
  [[nodiscard]] const Job& job() const { return scheduler_.job(0); }
  /// Prefixes of the current count.
  [[nodiscard]] std::uint64_t prefixes() const { return at_start_[scheduler_.current()].prefixes; }
  /// The current count before this run.
  [[nodiscard]] const QueueState& at_start() const { return at_start_[scheduler_.current()].state; }
  /// " and 57 of 120 slices of 2 tasks in progress" of the current count; empty if none is done.
  [[nodiscard]] std::string slices_text() const;
  /// Whether this run has finished anything: a task, a slice, a check.
  [[nodiscard]] bool has_progressed() const;
  /// Whether this run had work.
  [[nodiscard]] bool had_work() const;

  /// Puts everything except doubtful tasks into a checkpoint.
  void write_to(Checkpoint& checkpoint) const;
  /// The checks, disputes and kernel time of this run.
  [[nodiscard]] Runs this_run() const;

 private:
  struct AtStart {
    std::uint64_t prefixes = 0;
    QueueState state{};
  };

  void add(Plan plan, CountStart start = {});
  void add_first(Plan plan, Checkpoint& history, std::optional<QueueSnapshot> snapshot);
  void add_second(Checkpoint& history, const std::filesystem::path& file);

  const CountRequest& request_;
  Scheduler scheduler_;
  std::vector<AtStart> at_start_;  ///< by count
};

/// The job that the settings ask for. What they leave open of the cut is that of the job found in a
/// checkpoint.
Job wanted_job(CountSettings wanted, const Job& found);

}  // namespace nqueens
