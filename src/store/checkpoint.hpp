// Checkpoint: the state of a job on disk, so that a crash costs a few minutes at most.
//
// docs/checkpoint.md specifies the format: one readable line with the job's identity, the progress
// and a CRC-32C that covers this line, too; then decimal integers.
#pragma once

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <optional>
#include <string_view>

#include "job/job.hpp"
#include "job/settings.hpp"
#include "nqueens/error.hpp"
#include "queue/snapshot.hpp"

namespace nqueens {

struct Checkpoint {
  Job job;
  QueueSnapshot queue;
  std::int64_t saved_at = 0;     ///< seconds since 1970-01-01 UTC
  std::uint64_t check_seed = 0;  ///< selects the tasks to count twice
  Runs runs{};
  std::optional<Part> part{};  ///< counted by the last run; nothing: the whole job

  [[nodiscard]] bool finished() const { return queue.finished(); }
};

/// Limit for the slices of all tasks in progress: without it a small file could demand any memory.
/// cut_into_slices() plans at most 8 million for the longest task.
inline constexpr std::uint64_t most_open_slices = 100'000'000;

/// Larger files are neither read nor written. Even the longest records of the most tasks and slices
/// fit.
inline constexpr std::uint64_t largest_checkpoint = 11'000'000'000;

/// Writes the file in pieces. Throws what `write` throws. If there are more than `most_bytes`
/// bytes, or too many slices for decode(), throws Error(runtime_error) before writing anything.
void encode(const Checkpoint& checkpoint, const std::function<void(std::string_view)>& write,
            std::uint64_t most_bytes = largest_checkpoint);

/// An undamaged file that this program cannot read: of an older or newer format, or with too many
/// slices. Thrown only if length and CRC are right, since a damaged file may have any number.
class OtherFormat : public Error {
  using Error::Error;
};

/// The inverse of encode(). Throws Error(checkpoint) with the fault, without the file's name: not a
/// checkpoint, cut short, damaged (CRC), of another format (OtherFormat), a certificate
/// (OtherKind), or inconsistent.
/// @param file  read once, by sgetn(), whose exceptions pass through
Checkpoint decode(std::streambuf& file, std::uint64_t size);

}  // namespace nqueens
