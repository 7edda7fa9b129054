// LockFile: one run at a time on a checkpoint, also on shared file systems, where flock() is
// unreliable.
//
// The lock is a file that names the holder (host, pid, batch job), linked into place whole. The
// holder touches it every few seconds. A lock whose holder is a dead process of this machine is
// taken over at once. A lock whose holder cannot be seen, as one of another machine, is watched,
// and taken over if it was not touched for `stale_after`. So a job that is requeued after its node
// died goes on by itself, but not while its orphans still run.
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
  std::string batch_job;   ///< its number, or empty
  std::string token;       ///< random, identifies this lock
  double age_seconds = 0;  ///< since it was last touched
};

struct LockTimes {
  std::chrono::milliseconds touch_every{10'000};
  std::chrono::milliseconds stale_after{60'000};
  std::chrono::milliseconds wait_for_end{0};  ///< of a run that lives
};

/// The number of the batch job of which this process is a part; empty outside of one.
std::string batch_job();

/// No lock can be made: the folder is missing, full or not writable.
struct CannotLock : Error {
  explicit CannotLock(const Error& why) : Error(why) {}
};

class LockFile {
 public:
  /// Takes the lock PATH.lock. Throws Error(checkpoint) with the holder if another run has it, or
  /// CannotLock.
  /// @param keep_waiting  called several times a second while it waits for the end of a run, or
  /// watches a lock whose holder it cannot see; false gives up with the same error
  LockFile(
      const std::filesystem::path& checkpoint, LockTimes times = {},
      const std::function<bool()>& keep_waiting = [] { return true; });

  /// Removes the lock if it is still ours.
  ~LockFile();
  LockFile(const LockFile&) = delete;
  LockFile& operator=(const LockFile&) = delete;

  /// Touches the lock if that is due; cheap otherwise. Call it at least every `touch_every`.
  void touch();

  /// Throws Error(checkpoint) if another run has taken the lock, since this process was suspended
  /// for longer than `stale_after`. Nothing may be written then.
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

/// The holder of a checkpoint's lock; nothing if nobody holds it.
std::optional<LockHolder> lock_holder(const std::filesystem::path& checkpoint);

}  // namespace nqueens
