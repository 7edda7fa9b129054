// How the files of this program begin: their kind, then their format number.
#pragma once

#include <string_view>

#include "core/error.hpp"

namespace nqueens {

inline constexpr std::string_view checkpoint_start = "nqueens checkpoint ";
inline constexpr std::string_view certificate_start = "nqueens certificate ";

/// The only format of checkpoints that is read and written.
inline constexpr int checkpoint_format = 5;

/// The format of certificates, which includes the words in the file.
inline constexpr int certificate_format = 1;

/// A checkpoint was given for a certificate, or the reverse. The file is not damaged.
class OtherKind : public Error {
  using Error::Error;
};

}  // namespace nqueens
