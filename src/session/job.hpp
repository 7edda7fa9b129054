// JobRun: a job of a session, from its lock and checkpoint to its last save.
//
// What is counted and what it took are kept apart, and only a save brings them together. The queue
// has the counts of all runs, the scheduler the times of this one alone, `history` those of the
// runs before. So a save in the middle of a run adds the times up and changes none of them, and a
// run that is killed after a save leaves a checkpoint as if it had ended there.
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

/// The job to count, where it begins, and when it must end.
struct CountRequest {
  JobSettings settings;  ///< with StartMode::resume settings.count is ignored
  StartMode start = StartMode::automatic;
  std::optional<Job> again{};   ///< a second count: this job, unless its checkpoint says another
  int fundamental_up_to_n = 0;  ///< of boards up to this size they are counted without work, too
  Clock::time_point started = Clock::now();  ///< the process, from which a limit counts
};

struct JobRun {
  /// @param its_session  outlives this, as does the request
  /// @param first  the run of the job that this one counts again; none: this is the first
  JobRun(Session& its_session, const CountRequest& its_request, const JobRun* first);

  /// Takes the lock, and begins the job of the checkpoint or else that of the settings, which it
  /// saves. To resume is to go on with the part that the last run counted, unless the settings name
  /// one. Throws Error: usage if a part is to be counted twice, checkpoint, stopped; WalkStopped.
  void begin();

  [[nodiscard]] const Job& job() const { return scheduler.job(); }
  [[nodiscard]] const WorkQueue& queue() const { return scheduler.queue(); }
  /// Whether this run has finished anything: a task, a slice, a check.
  [[nodiscard]] bool has_progressed() const { return scheduler.times().kernel > 0; }
  /// Whether tasks were left to this run.
  [[nodiscard]] bool has_tasks() const { return before.tasks_done < before.tasks; }
  [[nodiscard]] bool is_saved() const { return keeper.saved() || !keeper.enabled(); }

  [[nodiscard]] bool out_of_time() const;
  /// Whether the run is to end early. It calls no MPI, so any thread may ask.
  [[nodiscard]] bool is_over() const { return session.pool().requests.stop() || out_of_time(); }
  /// The same, to be asked each second in everything that takes long while nobody is served.
  bool is_to_stop();

  /// Without the totals of this run while it is at work: add_run() adds them.
  [[nodiscard]] Checkpoint checkpoint() const;
  void add_run(Runs& runs) const;
  /// @return false if there is no checkpoint
  bool save();

  Session& session;
  const CountRequest& request;
  CheckpointKeeper keeper;
  Scheduler scheduler;
  Checkpoint history{};          ///< of the runs before, without its queues
  std::filesystem::path file{};  ///< the generation that it goes on from; empty: it starts anew
  std::optional<Part> part{};    ///< what it counts of the job; nothing: all
  std::uint64_t prefixes = 0;
  Progress before{};  ///< of the job, at the start of this run

 private:
  std::optional<LoadedCheckpoint> load();
  void fill_queue(std::optional<LoadedCheckpoint> loaded);
  void choose_part(bool has_checkpoint);

  Clock::time_point start_ = Clock::now();
};

}  // namespace nqueens
