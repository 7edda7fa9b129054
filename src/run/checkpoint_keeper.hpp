// The checkpoint of one run: its lock, what is loaded from it, and the saves.
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "nqueens/job/job.hpp"
#include "nqueens/run/count_request.hpp"
#include "nqueens/store/checkpoint_files.hpp"
#include "nqueens/system/lock_file.hpp"

namespace nqueens {

/// Without a path it keeps nothing, and every call does nothing.
class CheckpointKeeper {
 public:
  explicit CheckpointKeeper(const CheckpointSettings& settings) : settings_(settings) {}

  [[nodiscard]] bool enabled() const { return !settings_.path.empty(); }
  [[nodiscard]] const std::filesystem::path& path() const { return settings_.path; }

  /// Takes the lock and removes what killed runs have left beside the checkpoint.
  /// @param while_waiting  called several times a second while a foreign lock is watched; may throw
  void lock(const std::function<void()>& while_waiting);

  /// What the start mode takes from the disk; nothing where the job starts anew.
  [[nodiscard]] std::optional<LoadedCheckpoint> load(StartMode start) const;

  /// Writes a new generation. A failure is a warning: the older generations are whole.
  /// Throws Error(checkpoint) where another run has taken the lock; nothing was written then.
  void save(const Checkpoint& checkpoint);

  /// Tells other machines that the lock's holder lives; cheap, to be called often.
  void touch();

  /// Whether all that is done is on disk: the last save succeeded, or none was needed yet.
  [[nodiscard]] bool saved() const { return enabled() && saved_; }
  /// Duration of the last save.
  [[nodiscard]] double save_seconds() const { return save_seconds_; }

 private:
  CheckpointSettings settings_;
  std::unique_ptr<LockFile> lock_;
  bool saved_ = true;
  double save_seconds_ = 0;
};

}  // namespace nqueens
