// The files of one job while it is at work: the lock, the checkpoint and its saves, the result.
//
// Two runs of one checkpoint would each overwrite what the other has counted. So nothing is written
// without the lock, and each save asks once more whether it is still held: another machine may have
// taken it over, because the disk of this one hung for a minute. A failed save is no reason to end:
// the older generations are intact, and the next one may succeed. When that is due is decided here
// alone, by the end of the last attempt: a slow disk is not asked again at once.
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

/// What to do with or without a checkpoint.
enum class StartMode {
  automatic,  ///< go on from the checkpoint if there is one, else start
  fresh,      ///< start over; the old checkpoint is moved aside
  resume,     ///< go on from the checkpoint, which must exist and names the job
};

/// Without a path it is not enabled. Then neither move_aside() nor save() may be called, and
/// other calls do nothing.
class CheckpointKeeper {
 public:
  /// @param first  of the job that this one counts again: they share a lock
  explicit CheckpointKeeper(const CheckpointSettings& settings,
                            const CheckpointKeeper* first = nullptr)
      : settings_(settings), first_(first) {}

  [[nodiscard]] bool enabled() const { return !settings_.path.empty(); }
  [[nodiscard]] const std::filesystem::path& path() const { return settings_.path; }

  /// Takes the lock and removes what killed runs have left beside the checkpoint. If no file can
  /// be made there, it leaves that to require_lock(): the result of a finished job can be read.
  /// In a batch job it waits ten minutes for the end of another run.
  /// @param while_waiting  called several times a second while it waits; may throw
  void lock(const std::function<void()>& while_waiting);

  /// Throws Error(checkpoint), with the options of `count` that help, if no lock could be made.
  void require_lock(StartMode start) const;

  /// Loads what the start mode goes on from; nothing if the job starts anew.
  [[nodiscard]] std::optional<LoadedCheckpoint> load(StartMode start) const;

  /// Before the first save of a job that starts anew: renames what is there under its name, also a
  /// result, a log of runs and a second count. Throws Error(checkpoint) if that fails.
  void move_aside() const;

  /// Writes a new generation. A failure is only a warning, since the older generations are intact.
  /// Throws Error(checkpoint), without writing, if another run has taken the lock.
  void save(const Checkpoint& checkpoint);

  /// Writes the result file; that of a job that was finished before only if it does not hold the
  /// result. @return false if that fails, which is logged
  bool write_result(const RunResult& result, bool counted_now);

  /// Tells other machines that the lock's holder lives. Cheap; call it often.
  void touch();

  /// Whether all work is on disk: the last save succeeded, or none was needed yet.
  [[nodiscard]] bool saved() const { return enabled() && saved_; }
  /// When the last save succeeded, in seconds since 1970-01-01 UTC; 0: none did in this run.
  [[nodiscard]] std::int64_t saved_at() const { return saved_at_; }
  /// Seconds until the next one is due; below zero since it is. Without a path it never is.
  [[nodiscard]] double save_due_in() const {
    return enabled() ? settings_.interval_seconds - seconds_since(tried_) : INFINITY;
  }
  /// Duration of the last save.
  [[nodiscard]] double save_seconds() const { return save_seconds_; }
  /// Time to leave before the end of a limited run: two saves, the farewell to the workers, and a
  /// reserve; at most a quarter of a short limit.
  [[nodiscard]] double stop_margin(double limit) const {
    constexpr double farewell_and_more = 4;
    return std::min(farewell_and_more + 2 * save_seconds_, limit / 4);
  }

 private:
  /// Logs the first warning of the writing of files.
  void warn_once(const std::string& warning);

  CheckpointSettings settings_;
  const CheckpointKeeper* first_;
  std::shared_ptr<LockFile> lock_;
  std::optional<CannotLock> cannot_lock_;  ///< nothing may be written then
  bool saved_ = true;
  bool has_warned_ = false;
  std::int64_t saved_at_ = 0;
  Clock::time_point tried_ = Clock::now();  ///< when the last save ended, or this run began
  double save_seconds_ = 0;
};

}  // namespace nqueens
