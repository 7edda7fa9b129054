// The checkpoint of one run: its lock, its load and its saves.
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "nqueens/job/job.hpp"
#include "nqueens/run/count_request.hpp"
#include "nqueens/store/checkpoint_files.hpp"
#include "nqueens/system/lock_file.hpp"

namespace nqueens {

/// Without a path every call does nothing.
class CheckpointKeeper {
 public:
  explicit CheckpointKeeper(const CheckpointSettings& settings) : settings_(settings) {}

  [[nodiscard]] bool enabled() const { return !settings_.path.empty(); }
  [[nodiscard]] const std::filesystem::path& path() const { return settings_.path; }

  /// Takes the lock and removes what killed runs have left beside the checkpoint.
  /// @param while_waiting  called several times a second while it watches another machine's lock;
  /// may throw
  void lock(const std::function<void()>& while_waiting);

  /// Loads what the start mode goes on from; nothing if the job starts anew.
  [[nodiscard]] std::optional<LoadedCheckpoint> load(StartMode start) const;

  /// Writes a new generation. A failure is only a warning, since the older generations are intact.
  /// Throws Error(checkpoint), without writing, if another run has taken the lock.
  void save(const Checkpoint& checkpoint);

  /// Tells other machines that the lock's holder lives. Cheap; call it often.
  void touch();

  /// Whether all work is on disk: the last save succeeded, or none was needed yet.
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
