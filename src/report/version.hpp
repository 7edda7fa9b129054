// The version of this program for results, certificates and logs, so that the program of an old
// result can be built again.
#pragma once

#include <string>
#include <string_view>

namespace nqueens {

/// "2.0.0", or with the commit if built in a git checkout: "2.0.0 (1a2b3c4)". "-dirty" after the
/// commit: files differed from it.
std::string version();

/// The compiler, its version and flags: "GCC 12.2.0 -O3 -DNDEBUG".
std::string_view compiler();

std::string boost_version();

}  // namespace nqueens
