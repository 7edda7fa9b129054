// Checkpoint: the state of a job on disk, so that a crash costs a few minutes at most; and its
// bytes.
//
// docs/checkpoint.md specifies the format: one readable line with the job's identity, the progress
// and a CRC-32C, then decimal integers. The CRC covers that line, too.
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
  std::uint64_t check_seed = 0;  ///< chooses the tasks to count twice
  Runs runs{};
  std::optional<Part> part{};  ///< that the last run counted; nothing: the whole job

  /// All tasks of the job are done.
  [[nodiscard]] bool finished() const { return queue.finished(); }
};

/// Most slices of tasks in progress, of all together: a file of few bytes takes memory for them.
/// cut_into_slices() expects 8 million of the longest task, or fewer.
inline constexpr std::uint64_t most_open_slices = 100'000'000;

/// Larger files are neither read nor written. The most tasks and slices of a count of solutions
/// fit, even if each has the longest record.
inline constexpr std::uint64_t largest_checkpoint = 11'000'000'000;

/// Writes the file's bytes, in pieces. Throws what `write` throws, and Error(runtime_error) without
/// having written anything if there were more bytes than `most_bytes`, or too many slices for
/// decode().
void encode(const Checkpoint& checkpoint, const std::function<void(std::string_view)>& write,
            std::uint64_t most_bytes = largest_checkpoint);

/// The file is whole, but not for this program: of an older or newer format, or with more slices
/// than it reads. Length and CRC are checked first, since a damaged file may have any number.
class OtherFormat : public Error {
  using Error::Error;
};

/// The inverse of encode(). Throws Error(checkpoint) with what is wrong, without the file's name:
/// not a checkpoint, cut short, damaged (CRC), of another format (OtherFormat), a certificate
/// (OtherKind), or inconsistent.
/// @param file  read once, by sgetn(). What that throws comes through
Checkpoint decode(std::streambuf& file, std::uint64_t size);

}  // namespace nqueens
