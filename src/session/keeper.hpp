// The files of a job at work: its lock, checkpoint and result.
//
// Two runs of one checkpoint would overwrite each other's counts. So nothing is written without the
// lock, and each save checks again that it is still held: another machine may have taken it over
// because this one's disk hung for a minute. A failed save does not end the run: older generations
// are intact, and the next save may succeed. It is due one interval after the last attempt ended,
// which spares a slow disk.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <ctime>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "job/job.hpp"
#include "report/result.hpp"
#include "store/checkpoint_files.hpp"
#include "system/clock.hpp"
#include "system/lock_file.hpp"

namespace nqueens {

/// How to use an existing checkpoint.
enum class StartMode {
  automatic,  ///< resume if there is a checkpoint, else start
  fresh,      ///< move the old checkpoint aside and start over
  resume,     ///< resume; the checkpoint must exist and defines the job
};

/// Disabled if the path is empty: then move_aside() and save() must not be called, and other calls
/// do nothing.
class CheckpointKeeper {
 public:
  /// @param first  keeper of the first count, if this is of the second: they share a lock
  explicit CheckpointKeeper(const CheckpointSettings& settings,
                            const CheckpointKeeper* first = nullptr)
      : settings_(settings), first_(first) {}

  [[nodiscard]] bool enabled() const { return !settings_.path.empty(); }
  [[nodiscard]] const std::filesystem::path& path() const { return settings_.path; }

  /// Takes the lock and removes what killed runs left beside the checkpoint. If no file can be
  /// created there, only require_lock() fails, so the result of a finished job can still be read.
  /// In a batch job it waits up to ten minutes for another run to end.
  /// @param while_waiting  called several times a second while waiting; may throw
  void lock(const std::function<void()>& while_waiting);

  /// If no lock could be made, throws Error(checkpoint), or Error(usage) if the folder is missing.
  void require_lock(StartMode start) const;

  /// Loads the checkpoint to resume from; nothing if the job starts anew.
  [[nodiscard]] std::optional<LoadedCheckpoint> load(StartMode start) const;

  /// Call it before the first save of a new job: renames all files under its name, including a
  /// result, a log of runs and a second count. Throws Error(checkpoint) on failure.
  void move_aside() const;

  /// Writes a new generation. Failure is only logged, since the older generations are intact.
  /// Throws Error(checkpoint), without writing, if another run has taken the lock.
  void save(const Checkpoint& checkpoint);

  /// Writes the result file; if nothing was counted now, only if it differs.
  /// @return false on failure, which is logged
  bool write_result(const RunResult& result, bool counted_now);

  /// Tells other machines that the holder of the lock is alive. Cheap; call it often.
  void touch();

  /// Whether all work is on disk: the last save succeeded, or none was needed yet.
  [[nodiscard]] bool saved() const { return enabled() && saved_; }
  /// Time of the last successful save of this run, in seconds since 1970-01-01 UTC; 0: none yet.
  [[nodiscard]] std::int64_t saved_at() const { return saved_at_; }
  /// Seconds until the next save is due; negative when overdue, infinite if disabled.
  [[nodiscard]] double save_due_in() const {
    return enabled() ? settings_.interval_seconds - seconds_since(tried_) : INFINITY;
  }
  [[nodiscard]] double save_seconds() const { return save_seconds_; }
  /// Why the last save failed; empty if it did not.
  [[nodiscard]] const std::string& save_fault() const { return save_fault_; }
  /// Seconds to reserve at the end of a limited run for two saves and dismissing the workers; at
  /// most a quarter of the limit.
  [[nodiscard]] double stop_margin(double limit) const {
    constexpr double farewell_and_more = 4;
    return std::min(farewell_and_more + 2 * save_seconds_, limit / 4);
  }

 private:
  /// Logs only the first warning about writing files.
  void warn_once(const std::string& warning);

  CheckpointSettings settings_;
  const CheckpointKeeper* first_;
  std::shared_ptr<LockFile> lock_;
  std::optional<CannotLock> cannot_lock_;  ///< set if nothing can be written
  bool saved_ = true;
  std::string save_fault_;
  bool has_warned_ = false;
  std::int64_t saved_at_ = 0;
  Clock::time_point tried_ = Clock::now();  ///< when the last save ended, or this run began
  double save_seconds_ = 0;
};

}  // namespace nqueens
