// JobRun: a job of a session, from its lock and checkpoint to its last save.
//
// Counts and times are kept apart until a save joins them: the queue has the counts of all runs,
// the scheduler the times of this run, `history` the times of earlier runs. A save adds them up in
// a copy, so a run killed later leaves a checkpoint as if it had ended at the save.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

#include "job/job.hpp"
#include "queue/scheduler.hpp"
#include "session/keeper.hpp"
#include "session/session.hpp"
#include "store/checkpoint_files.hpp"
#include "system/clock.hpp"

namespace nqueens {

struct CountRequest {
  JobSettings settings;  ///< with StartMode::resume settings.count is ignored
  StartMode start = StartMode::automatic;
  std::optional<Job> again{};   ///< second count: its job, unless its checkpoint has another
  int fundamental_up_to_n = 0;  ///< up to this N, fundamental solutions are counted, too
  Clock::time_point started = Clock::now();  ///< of the process; time limits count from here
};

struct JobRun {
  /// @param its_session  outlives this, as does the request
  /// @param first  the run that this one counts again; null in the first count
  JobRun(Session& its_session, const CountRequest& its_request, const JobRun* first);

  /// Takes the lock, then loads the job from the checkpoint or makes and saves the one in the
  /// settings. StartMode::resume continues the part of the last run unless the settings name one.
  /// Throws Error: usage if a part is to be counted twice, checkpoint, stopped; WalkStopped.
  void begin();

  [[nodiscard]] const Job& job() const { return scheduler.job(); }
  [[nodiscard]] const WorkQueue& queue() const { return scheduler.queue(); }
  /// Whether this run has finished a task, a slice or a check.
  [[nodiscard]] bool has_progressed() const { return scheduler.times().kernel > 0; }
  /// Whether unfinished tasks were left at the start of this run.
  [[nodiscard]] bool has_tasks() const { return before.tasks_done < before.tasks; }
  [[nodiscard]] bool is_saved() const { return keeper.saved() || !keeper.enabled(); }

  [[nodiscard]] bool out_of_time() const;
  /// Whether the run must end early. Calls no MPI, so any thread may call it.
  [[nodiscard]] bool is_over() const { return session.pool().requests.stop() || out_of_time(); }
  /// Like is_over(), but also touches the lock and pings the workers. Call it every second in long
  /// work while nobody is served.
  bool is_to_stop();

  /// Excludes the times of this run, which add_run() adds.
  [[nodiscard]] Checkpoint checkpoint() const;
  void add_run(Runs& runs) const;
  /// @return false if there is no checkpoint
  bool save();

  Session& session;
  const CountRequest& request;
  CheckpointKeeper keeper;
  Scheduler scheduler;
  Checkpoint history{};          ///< of earlier runs, without their queues
  std::filesystem::path file{};  ///< the generation it resumes from; empty for a new job
  std::optional<Part> part{};    ///< the part to count; nothing: the whole board
  std::uint64_t prefixes = 0;
  Progress before{};  ///< of the job, when this run started

 private:
  std::optional<LoadedCheckpoint> load();
  void fill_queue(std::optional<LoadedCheckpoint> loaded);
  void choose_part(bool has_checkpoint);

  Clock::time_point start_ = Clock::now();
};

}  // namespace nqueens
