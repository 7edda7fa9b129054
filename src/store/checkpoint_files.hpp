// Checkpoints on disk, in several generations. The newest whole one is used.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "job/plan.hpp"
#include "store/checkpoint.hpp"

namespace nqueens {

/// Most generations on disk, as in a job file.
inline constexpr int max_generations = 9;

/// Names of the generations: PATH, PATH.1, PATH.2 ...
std::filesystem::path generation_path(const std::filesystem::path& path, int generation);

/// Writes a new generation: temporary file (O_EXCL), fsync, older ones moved up, rename, fsync of
/// the folder. A complete generation is on disk at any moment. A file of another kind that has the
/// name of an older one is renamed to NAME.bad. A failure leaves the newest one,
/// if only as PATH.1, and removes the temporary file. Throws Error(runtime_error) with the file and
/// the reason.
/// @param before_commit  called once the new content is safe on disk, before any rename; may throw
/// @return the warning of write_atomically()
std::string save_checkpoint(const std::filesystem::path& path, int generations,
                            const Checkpoint& checkpoint,
                            const std::function<void()>& before_commit = {});

/// Removes what killed runs have left beside the checkpoint: temporary files, and parts of locks
/// that are hours old. The caller holds the lock.
void remove_leftovers(const std::filesystem::path& path);

struct LoadedCheckpoint {
  Checkpoint checkpoint;
  std::filesystem::path file;         ///< the generation that was read
  std::vector<std::string> warnings;  ///< one for each generation skipped
  bool is_forged = false;  ///< it had results that no search can have: these are not done, and the
                           ///< last warning says so
};

/// What load_checkpoint() does with a damaged generation.
enum class BadFiles { set_aside /* rename to NAME.bad */, leave };

/// What helps if none can be read.
inline constexpr std::string_view restore_one = "restore a good one, or name another checkpoint";

/// Reads the newest generation that is undamaged. Looks at all generations on disk, however many
/// are kept. An undamaged file of another format, a certificate, and a file that cannot be opened
/// are an error at once and never set aside. Throws Error(checkpoint) with all files and their
/// faults if none can be used.
/// @param advice  for that error: what to do
/// @param keep_going  reading takes minutes if the file is large: throws WalkStopped if it is false
/// @return the checkpoint, or nullopt if no file exists
std::optional<LoadedCheckpoint> load_checkpoint(const std::filesystem::path& path,
                                                BadFiles bad_files,
                                                std::string_view advice = restore_one,
                                                const KeepGoing& keep_going = {});

/// The same, but a missing checkpoint is an Error(checkpoint) too.
LoadedCheckpoint load_existing_checkpoint(const std::filesystem::path& path, BadFiles bad_files,
                                          const KeepGoing& keep_going = {});

/// Reads this file and no other generation. Throws Error(checkpoint) with the file and its fault.
LoadedCheckpoint load_generation(const std::filesystem::path& file,
                                 const KeepGoing& keep_going = {});

/// The same, and throws Error(wrong_answer) for results that no search can have.
Checkpoint read_checkpoint(const std::filesystem::path& file, const KeepGoing& keep_going = {});

/// Renames all generations but the newest to NAME.bad, as far as that can be done.
void set_older_aside(const std::filesystem::path& path);

/// Whether PATH or another of its generations is there.
bool has_generations(const std::filesystem::path& path);

/// Renames PATH and all its generations. Throws Error(checkpoint) with the file and the reason.
/// @return whether there was one
bool rename_checkpoint(const std::filesystem::path& path, const std::filesystem::path& to);

/// n20.ckpt -> n20.2026-11-23T08-01-02.ckpt, by UTC; with a number while the name is taken.
std::filesystem::path name_aside(const std::filesystem::path& path, std::int64_t time,
                                 const std::function<bool(const std::filesystem::path&)>& taken);

/// Throws Error(checkpoint) with the differing setting if the checkpoint is of another job.
/// @param advice  empty: for a count
void require_same_job(const std::filesystem::path& file, const Job& found, const Job& wanted,
                      const std::string& advice = {});

/// Throws Error(checkpoint) unless the tasks in progress of a file have the slices that the job
/// cuts them into; walks over one slice more than a task has.
void require_own_slices(const Job& job, const QueueSnapshot& queue,
                        const std::filesystem::path& file, const KeepGoing& keep_going = {});

/// The plan of a count in a checkpoint. A job is cut the same way on every machine; if this program
/// cuts it into another number of tasks or slices, the file is not what it says: Error(checkpoint).
Plan plan_of(const Job& job, const QueueSnapshot& queue, const std::filesystem::path& file,
             const KeepGoing& keep_going = {});

}  // namespace nqueens
