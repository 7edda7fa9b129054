// How the files of this program begin: what they are, then the number of their format.
#pragma once

#include <string_view>

namespace nqueens {

inline constexpr std::string_view checkpoint_start = "nqueens checkpoint ";
inline constexpr std::string_view certificate_start = "nqueens certificate ";

/// The format of checkpoints that is written; it is read, and all before it.
inline constexpr int checkpoint_format = 3;

/// The format of certificates. The words in the file are part of it.
inline constexpr int certificate_format = 1;

}  // namespace nqueens
