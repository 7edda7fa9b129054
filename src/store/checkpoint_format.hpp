// Checkpoints as bytes.
//
// docs/checkpoint.md specifies the format: one readable header line with the job's identity, the
// progress and a CRC-32C, then a Boost text archive of fixed-width integers, portable between
// machines. The CRC covers the header too and is checked before Boost sees a byte, because Boost
// archives do not notice flipped bits.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/error.hpp"
#include "store/checkpoint.hpp"

namespace nqueens {

/// The largest checkpoint, since max_tasks bounds its records.
inline constexpr std::uint64_t largest_checkpoint = 800'000'000;

/// The file's bytes. Throws nothing but std::bad_alloc.
std::string encode(const Checkpoint& checkpoint);

/// The file is whole, but of an older or newer format. Length and CRC are checked first, since a
/// damaged file may have any format number.
class OtherFormat : public Error {
  using Error::Error;
};

/// The inverse of encode(). Throws Error(checkpoint) with what is wrong, without the file's name:
/// not a checkpoint, cut short, damaged (CRC), of another format (OtherFormat), a certificate
/// (OtherKind), or inconsistent.
Checkpoint decode(std::string_view bytes);

}  // namespace nqueens
