// A run of a job: what is asked for, its checkpoint, its scheduler, and what the log says of its
// start, and of its stop before the job is finished; and its second count.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "job/job.hpp"
#include "nqueens/estimate.hpp"
#include "queue/scheduler.hpp"
#include "serve/master.hpp"
#include "session/keeper.hpp"
#include "store/checkpoint_files.hpp"
#include "system/clock.hpp"
#include "view/progress.hpp"

namespace nqueens {

/// The job to count, where it begins, and when it must end.
struct CountRequest {
  JobSettings settings;  ///< with StartMode::resume settings.count is ignored
  StartMode start = StartMode::automatic;
  std::optional<Job> again{};   ///< a second count: this job, unless its checkpoint says another
  int fundamental_up_to_n = 0;  ///< of boards up to this size they are counted without work, too
  Clock::time_point started = Clock::now();  ///< the process, from which a limit counts
};

struct JobRun {
  /// @param its_request  outlives this
  /// @param workers  of the jobs before
  /// @param first  the run of the job that this one counts again; none: this is the first
  JobRun(const CountRequest& its_request, std::shared_ptr<WorkerTable> workers,
         const JobRun* first);

  /// Begins the job of the checkpoint, or else that of the settings. To resume is to go on with the
  /// part that the last run counted, unless the settings name one. Throws Error(usage) if that is
  /// to be counted twice, WalkStopped.
  /// @param keep_going  asked in walks over prefixes, now and whenever a task is cut; on any thread
  /// @param meanwhile  called each second of a walk, on this thread
  void begin(std::optional<LoadedCheckpoint> loaded, const KeepGoing& keep_going,
             const std::function<void()>& meanwhile);

  [[nodiscard]] const Job& job() const { return scheduler.job(); }
  [[nodiscard]] const WorkQueue& queue() const { return scheduler.queue(); }
  /// Whether this run has finished anything: a task, a slice, a check.
  [[nodiscard]] bool has_progressed() const { return scheduler.times().worker > 0; }
  /// Whether tasks were left to this run.
  [[nodiscard]] bool has_tasks() const { return before.tasks_done < before.tasks; }

  const CountRequest& request;
  CheckpointKeeper keeper;
  Scheduler scheduler;
  Checkpoint history{};          ///< of the runs before, without its queues
  std::filesystem::path file{};  ///< the generation that it goes on from; empty: it starts anew
  std::optional<Part> part{};    ///< what it counts of the job; nothing: all
  std::uint64_t prefixes = 0;
  Progress before{};  ///< of the job, at the start of this run

 private:
  void choose_part(bool has_checkpoint);
};

/// @param first_count  if this is the second
void log_start(const JobRun& run, const std::optional<Count>& first_count);

/// Samples a new count for a second and logs what to expect, if a quick bound says that it takes
/// over a minute and its limit is no shorter; warns above a day. It takes the workers for as fast
/// as this machine.
/// @param while_sampling  called five times a second
/// @return the expected count of the whole board, if it was sampled and all of it is counted
std::optional<Interval> log_forecast(const JobRun& run, const WorkerPool& pool,
                                     const std::function<void()>& while_sampling);

/// Why serving ended before the job was finished; else empty.
std::string stop_reason(const JobRun& run, const Served& served, const Requests& requests);

/// Logs how much processor time the counts took, and how much the workers had.
void log_processor_time(const Scheduler& scheduler, double elapsed_seconds);

/// Logs what is saved and how the user goes on.
void log_stop(const JobRun& run, const std::string& reason);

/// What is saved, behind the word that no worker is left.
std::string advice_without_workers(const JobRun& run);

// The second count of a job: a job of its own, by another decomposition and with other kernels than
// the workers' own. Its checkpoint is beside that of the first.

/// The request for the second count of a job; nothing if there is to be none. One that has begun
/// goes on as it began unless the user gives it up: then it is moved aside.
/// @param first  in the checkpoint of the request, if it has one
std::optional<CountRequest> second_request(const CountRequest& request, const Job& first,
                                           std::uint64_t tasks, bool has_checkpoint);

/// Saves that the second count is to do, unless it has begun.
void begin_second(const CountRequest& second, const CheckpointKeeper& first);

}  // namespace nqueens
