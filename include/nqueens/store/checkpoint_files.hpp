// Checkpoints on disk: several generations of each, of which the newest whole one counts.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "nqueens/job/plan.hpp"
#include "nqueens/store/checkpoint.hpp"

namespace nqueens {

/// Names of the generations: PATH, PATH.1, PATH.2 ...
std::filesystem::path generation_path(const std::filesystem::path& path, int generation);

/// Writes a new generation: a temporary file beside it (O_EXCL), fsync, the older ones moved up,
/// rename, fsync of the folder. At every moment there is a complete generation on disk, and a
/// failure leaves them as they were and removes the temporary file. Throws Error(runtime_error)
/// that names the file and the reason.
/// @param before_commit  called when the new content is safe on disk, before any file is renamed;
/// may throw
void save_checkpoint(const std::filesystem::path& path, int generations,
                     const Checkpoint& checkpoint, const std::function<void()>& before_commit = {});

/// Removes what runs that were killed in the middle of a save have left beside the checkpoint:
/// temporary files, and parts of locks that are hours old. To be called with the lock held.
void remove_leftovers(const std::filesystem::path& path);

struct LoadedCheckpoint {
  Checkpoint checkpoint;
  std::filesystem::path file;         ///< the generation that was read
  std::vector<std::string> warnings;  ///< one for each generation passed over
};

/// What load_checkpoint() does with a generation that is damaged.
enum class BadFiles { set_aside /* rename to NAME.bad */, leave };

/// Reads the newest whole generation. Returns nothing if no generation has a file.
/// All generations on disk are considered, however many are kept. A whole file of a newer format,
/// or one that cannot be opened for another reason than its absence, is an error at once and is
/// never set aside. Throws Error(checkpoint) where files exist and none can be used, naming each
/// and its fault.
std::optional<LoadedCheckpoint> load_checkpoint(const std::filesystem::path& path,
                                                BadFiles bad_files);

/// The same, but a missing checkpoint is an Error(checkpoint) too.
LoadedCheckpoint load_existing_checkpoint(const std::filesystem::path& path, BadFiles bad_files);

/// Reads this very file, and no other generation. Throws Error(checkpoint) that names the file and
/// its fault.
Checkpoint read_checkpoint(const std::filesystem::path& file);

/// Throws Error(checkpoint) where the file exists, is not empty and does not begin like a
/// checkpoint: somebody else's file, which must not be replaced by one.
void require_replaceable(const std::filesystem::path& path);

/// Throws Error(checkpoint) that names the differing setting, and what to do, where the checkpoint
/// belongs to another job.
void require_same_job(
    const std::filesystem::path& file, const Job& found, const Job& wanted,
    const std::string& advice = "name another checkpoint, or start over with --fresh");

/// The plan of a job with so many tasks in a file. A job is cut the same way on every machine; if
/// this program cuts it into another number of tasks, the file is not what it says:
/// Error(checkpoint).
Plan plan_of(const Job& job, std::uint64_t tasks, const std::filesystem::path& file);

}  // namespace nqueens
