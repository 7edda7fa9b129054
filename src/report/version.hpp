// The version of this program, as results, certificates and logs name it: whoever doubts a number
// of years ago can build what counted it.
#pragma once

#include <string>
#include <string_view>

namespace nqueens {

/// "1.0.0", or with the commit if it was built in a git checkout: "1.0.0 (1a2b3c4)". "-dirty" after
/// the commit means that files differed from it.
std::string version();

/// The compiler of this build, its version and its flags: "GCC 12.2.0 -O3 -DNDEBUG".
std::string_view compiler();

std::string boost_version();

}  // namespace nqueens
