// The first line of a checkpoint: the job's identity, its progress, and the CRC-32C of the whole
// file. docs/checkpoint.md specifies it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "job/job.hpp"
#include "queue/snapshot.hpp"
#include "store/checkpoint.hpp"
#include "store/job_line.hpp"

namespace nqueens {

inline constexpr std::size_t longest_header = 1000;
inline constexpr std::size_t longest_kernels =
    500;  ///< leaves room in the header for everything else

struct CheckpointHeader {
  int format = 0;
  Words words;
  std::size_t length = 0;  ///< of the line with its newline

  /// The value of a required word.
  [[nodiscard]] const std::string& text(std::string_view name) const;
  [[nodiscard]] std::uint64_t number(std::string_view name, std::uint64_t most) const;
  [[nodiscard]] Job job() const;
};

/// Parses the first line. The CRC decides later whether it is right.
CheckpointHeader parse_header(std::string_view bytes);

/// Throws if the CRC at the end of the line does not fit the line and the payload.
void check_crc(std::string_view line, std::string_view payload);

/// Throws if the queue does not fit the header.
void check_totals(const CheckpointHeader& header, const QueueSnapshot& queue);

/// The first line of a checkpoint with this payload, and its newline.
std::string encode_header(const Checkpoint& checkpoint, std::string_view payload);

}  // namespace nqueens
