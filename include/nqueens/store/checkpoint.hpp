// Checkpoint: the state of a job on disk, so that no machine's death costs more than a few minutes' work.
//
// docs/checkpoint.md specifies the format: one readable header line with the job's identity, the progress and
// a CRC-32C, then a Boost text archive of fixed-width integers, portable between machines. The CRC covers
// the header too and is checked before Boost sees a byte, because Boost archives do not notice flipped bits.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "nqueens/core/error.hpp"
#include "nqueens/job/job.hpp"
#include "nqueens/queue/work_queue.hpp"

namespace nqueens {

/// What encode() writes; decode() reads this one and all before it.
inline constexpr int checkpoint_format = 3;

/// Every checkpoint of any format begins with this.
inline constexpr std::string_view checkpoint_start = "nqueens checkpoint ";

/// The whole count once more, by another decomposition.
struct SecondCount {
  Job job;  ///< of the same problem
  QueueSnapshot queue;

  friend bool operator==(const SecondCount&, const SecondCount&) = default;
};

struct Checkpoint {
  Job job;
  QueueSnapshot queue;
  std::optional<SecondCount> second;  ///< where the user has asked for one
  std::int64_t saved_at = 0;          ///< seconds since 1970-01-01 UTC
  std::uint64_t starts = 0;           ///< runs that worked on the job so far
  double elapsed_seconds = 0;         ///< wall time of all runs
  double worker_seconds = 0;          ///< time in the kernel, of all workers and runs
  std::uint64_t lost_workers = 0;     ///< of all runs
  std::string kernels;                ///< names of the kernels that took part, sorted, separated by commas
  std::uint64_t check_seed = 0;       ///< which tasks are chosen to be counted twice
  double check_seconds = 0;           ///< time in the kernel that counting tasks twice took
  std::uint64_t disputes = 0;         ///< tasks whose counts differed and were settled

  /// All tasks of the job are done; the second count is not looked at.
  [[nodiscard]] bool finished() const;
};

/// No checkpoint is larger: its records are bounded by max_tasks.
inline constexpr std::uint64_t largest_checkpoint = 800'000'000;

/// The file's bytes. Throws nothing but std::bad_alloc.
std::string encode(const Checkpoint& checkpoint);

/// The file is whole and of a format that this program does not know. Length and CRC come first: in a damaged
/// file the number of the format means nothing.
class NewerFormat : public Error {
  using Error::Error;
};

/// The inverse of encode(). Throws Error(checkpoint) that says what is wrong, without the file's name: no
/// checkpoint, cut short, damaged (CRC), of a newer format (NewerFormat), or contradicting itself.
Checkpoint decode(std::string_view bytes);

/// Names of the generations: PATH, PATH.1, PATH.2 ...
std::filesystem::path generation_path(const std::filesystem::path& path, int generation);

/// Writes a new generation: a temporary file beside it (O_EXCL), fsync, the older ones moved up, rename,
/// fsync of the folder. At every moment there is a complete generation on disk, and a failure leaves them as
/// they were and removes the temporary file. Throws Error(runtime_error) that names the file and the reason.
/// @param before_commit  called when the new content is safe on disk, before any file is renamed; may throw
void save_checkpoint(const std::filesystem::path& path, int generations, const Checkpoint& checkpoint,
                     const std::function<void()>& before_commit = {});

/// Removes what runs that were killed in the middle of a save have left beside the checkpoint: temporary
/// files, and parts of locks that are hours old. To be called with the lock held.
void remove_leftovers(const std::filesystem::path& path);

struct LoadedCheckpoint {
  Checkpoint checkpoint;
  std::filesystem::path file;         ///< the generation that was read
  std::vector<std::string> warnings;  ///< one for each generation passed over
};

/// What load_checkpoint() does with a generation that is damaged.
enum class BadFiles { set_aside /* rename to NAME.bad */, leave };

/// Reads the newest generation that is whole; nothing where there is no file of any generation.
/// All generations on disk are considered, however many are kept. A whole file of a newer format, or one that
/// cannot be opened for another reason than its absence, is an error at once and is never set aside.
/// Throws Error(checkpoint) where files exist and none can be used, naming each and its fault.
std::optional<LoadedCheckpoint> load_checkpoint(const std::filesystem::path& path, BadFiles bad_files);

/// The same where there has to be one: throws Error(checkpoint) as well where there is no file.
LoadedCheckpoint load_existing_checkpoint(const std::filesystem::path& path, BadFiles bad_files);

/// Reads this very file, and no other generation. Throws Error(checkpoint) that names the file and its fault.
Checkpoint read_checkpoint(const std::filesystem::path& file);

/// Throws Error(checkpoint) where the file exists, is not empty and does not begin like a checkpoint:
/// somebody else's file, which must not be replaced by one.
void require_replaceable(const std::filesystem::path& path);

/// Throws Error(checkpoint) that names the differing setting, and what to do, where the checkpoint belongs to
/// another job.
void require_same_job(const std::filesystem::path& file, const Job& found, const Job& wanted,
                      const std::string& advice = "name another checkpoint, or start over with --fresh");

}  // namespace nqueens
