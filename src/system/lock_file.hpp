// LockFile: lets only one run at a time use a checkpoint, also on shared file systems, where
// flock() is unreliable.
//
// The lock is a file that names the holder (host, pid, batch job), linked into place when complete.
// The holder touches it every few seconds. If the holder is a dead process of this machine, the
// lock is taken over at once. If the holder cannot be checked, as on another machine, the lock is
// watched and taken over if not touched for `stale_after`. So a job that is requeued after its node
// died resumes by itself, but not while orphaned processes still run.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "nqueens/error.hpp"
#include "system/clock.hpp"
#include "system/process.hpp"

namespace nqueens {

struct LockHolder {
  ProcessIdentity process;
  std::string batch_job;   ///< empty: none
  std::string token;       ///< random; identifies this lock
  double age_seconds = 0;  ///< since the last touch
};

struct LockTimes {
  std::chrono::milliseconds touch_every{10'000};
  std::chrono::milliseconds stale_after{60'000};
  std::chrono::milliseconds wait_for_end{0};  ///< how long to wait for a live run to end
};

/// The number of this process's batch job; empty outside of one.
std::string batch_job();

/// No lock can be created: the folder is missing, full or not writable.
struct CannotLock : Error {
  explicit CannotLock(const Error& why) : Error(why) {}
};

class LockFile {
 public:
  /// Takes the lock PATH.lock. Throws Error(checkpoint) with the holder if another run has it, or
  /// CannotLock.
  /// @param keep_waiting  called several times a second while waiting for a run to end or watching
  /// a lock; false gives up with the same error
  LockFile(
      const std::filesystem::path& checkpoint, LockTimes times = {},
      const std::function<bool()>& keep_waiting = [] { return true; });

  /// Removes the lock if this run still has it.
  ~LockFile();
  LockFile(const LockFile&) = delete;
  LockFile& operator=(const LockFile&) = delete;

  /// Touches the lock if due; cheap otherwise. Call it at least every `touch_every`.
  void touch();

  /// Throws Error(checkpoint) if another run took the lock because this process was suspended for
  /// longer than `stale_after`. Write nothing then.
  void require_held() const;

  /// A line for the log if a stale lock was taken over; else empty.
  [[nodiscard]] const std::string& note() const { return note_; }

 private:
  std::filesystem::path path_;
  LockTimes times_;
  std::string token_;
  std::string note_;
  Clock::time_point touched_;
};

std::filesystem::path lock_path(const std::filesystem::path& checkpoint);

/// The holder of a checkpoint's lock; nothing if it is not locked.
std::optional<LockHolder> lock_holder(const std::filesystem::path& checkpoint);

}  // namespace nqueens
