// Generations of checkpoints on disk. The newest undamaged one is used.
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

/// Limit of generations on disk, as in a job file.
inline constexpr int max_generations = 9;

/// Names of generations: PATH, PATH.1, PATH.2 ...
std::filesystem::path generation_path(const std::filesystem::path& path, int generation);

/// Writes a new generation: temporary file (O_EXCL), fsync, older ones moved up, rename, fsync of
/// the folder. A complete generation is on disk at any moment. A file of another kind under an
/// older generation's name is renamed to NAME.bad. On failure the newest generation stays, if only
/// as PATH.1, and the temporary file is removed. Throws Error(runtime_error) with the file and the
/// reason.
/// @param before_commit  called when the new content is on disk, before any rename; may throw
/// @return the warning of write_atomically()
std::string save_checkpoint(const std::filesystem::path& path, int generations,
                            const Checkpoint& checkpoint,
                            const std::function<void()>& before_commit = {});

/// Removes leftovers of killed runs beside the checkpoint: temporary files, and parts of locks that
/// are older than an hour. The caller must hold the lock.
void remove_leftovers(const std::filesystem::path& path);

struct LoadedCheckpoint {
  Checkpoint checkpoint;
  std::filesystem::path file;         ///< the generation that was read
  std::vector<std::string> warnings;  ///< one per generation skipped
  bool is_forged = false;  ///< impossible results were removed; these tasks are not done, as the
                           ///< last warning says
};

/// What load_checkpoint() does with a damaged generation.
enum class BadFiles { set_aside /* rename to NAME.bad */, leave };

/// Advice if none can be read.
inline constexpr std::string_view restore_one = "restore a good one, or name another checkpoint";

/// Reads the newest undamaged generation among all on disk, however many are kept. Throws
/// Error(checkpoint) with all files and their faults if none can be used. An undamaged file of
/// another format, a certificate, and a file that cannot be opened are errors at once and never set
/// aside.
/// @param advice  what to do, for that error
/// @param keep_going  false: throws WalkStopped; a large file takes minutes to read
/// @return nullopt if no file exists
std::optional<LoadedCheckpoint> load_checkpoint(const std::filesystem::path& path,
                                                BadFiles bad_files,
                                                std::string_view advice = restore_one,
                                                const KeepGoing& keep_going = {});

/// Like load_checkpoint(), but a missing checkpoint is an Error(checkpoint), too.
LoadedCheckpoint load_existing_checkpoint(const std::filesystem::path& path, BadFiles bad_files,
                                          const KeepGoing& keep_going = {});

/// Reads only this file. Throws Error(checkpoint) with the file and its fault.
LoadedCheckpoint load_generation(const std::filesystem::path& file,
                                 const KeepGoing& keep_going = {});

/// Like load_generation(), but impossible results are an Error(wrong_answer).
Checkpoint read_checkpoint(const std::filesystem::path& file, const KeepGoing& keep_going = {});

/// Renames all generations but the newest to NAME.bad, where possible.
void set_older_aside(const std::filesystem::path& path);

/// Whether any generation exists.
bool has_generations(const std::filesystem::path& path);

/// Renames all generations. Throws Error(checkpoint) with the file and the reason.
/// @return whether there was one
bool rename_checkpoint(const std::filesystem::path& path, const std::filesystem::path& to);

/// n20.ckpt -> n20.2026-11-23T08-01-02.ckpt, in UTC; numbered while the name is taken.
std::filesystem::path name_aside(const std::filesystem::path& path, std::int64_t time,
                                 const std::function<bool(const std::filesystem::path&)>& taken);

/// Throws Error(checkpoint) with the differing setting if the checkpoint is of another job.
/// @param advice  empty: advice for a count
void require_same_job(const std::filesystem::path& file, const Job& found, const Job& wanted,
                      const std::string& advice = {});

/// Throws Error(checkpoint) unless the file's tasks in progress have as many slices as the job
/// gives them. Enumerates one slice more than a task has.
void require_own_slices(const Job& job, const QueueSnapshot& queue,
                        const std::filesystem::path& file, const KeepGoing& keep_going = {});

/// The plan of the job in a checkpoint. Every machine cuts a job the same way, so another number of
/// tasks or slices is an Error(checkpoint).
Plan plan_of(const Job& job, const QueueSnapshot& queue, const std::filesystem::path& file,
             const KeepGoing& keep_going = {});

}  // namespace nqueens
