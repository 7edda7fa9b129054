// LockFile: one run at a time on a checkpoint, also on shared file systems where flock() is not to
// be trusted.
//
// The lock is a file that names the holder (host, pid, batch job), linked into place whole. The
// holder touches it every few seconds. A lock whose holder is a dead process of this machine is
// taken over at once; one of another machine is watched, and taken over when it was not touched for
// `stale_after`: so a job that is requeued elsewhere after its node died goes on by itself, and one
// whose orphans still run does not.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "nqueens/system/clock.hpp"
#include "nqueens/system/process.hpp"

namespace nqueens {

struct LockHolder {
  ProcessIdentity process;
  std::string batch_job;   ///< SLURM_JOB_ID, or empty
  std::string token;       ///< random, names this very lock
  double age_seconds = 0;  ///< since it was touched last
};

struct LockTimes {
  std::chrono::milliseconds touch_every{10'000};
  std::chrono::milliseconds stale_after{60'000};
};

class LockFile {
 public:
  /// Takes the lock PATH.lock. Throws Error(checkpoint) that names the holder where another run has
  /// it, and Error(checkpoint) where the folder is missing or not writable.
  /// @param keep_waiting  asked several times a second while a foreign lock is watched; false gives
  /// up with the same error
  LockFile(
      const std::filesystem::path& checkpoint, LockTimes times = {},
      const std::function<bool()>& keep_waiting = [] { return true; });

  /// Removes the lock where it is still ours.
  ~LockFile();
  LockFile(const LockFile&) = delete;
  LockFile& operator=(const LockFile&) = delete;

  /// Touches the lock where that is due; cheap otherwise. To be called at least every
  /// `touch_every`.
  void touch();

  /// Throws Error(checkpoint) where another run has taken the lock meanwhile (this process was
  /// suspended for longer than `stale_after`): nothing may be written then.
  void require_held() const;

  /// How the lock was got, where that is worth a line in the log: a stale lock was taken over.
  [[nodiscard]] const std::string& note() const { return note_; }

 private:
  std::filesystem::path path_;
  LockTimes times_;
  std::string token_;
  std::string note_;
  Clock::time_point touched_;
};

/// Who holds the lock of a checkpoint; nothing where nobody does.
std::optional<LockHolder> lock_holder(const std::filesystem::path& checkpoint);

}  // namespace nqueens
