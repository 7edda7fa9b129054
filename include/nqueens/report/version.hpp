// Which program this is.
#pragma once

#include <string>
#include <string_view>

namespace nqueens {

/// "0.1.0" and, where it was built in a git checkout, the commit: "0.1.0 (1a2b3c4)"; "-dirty" after
/// the commit where files differed from it.
std::string version();

/// Compiler and its version, with which this was built.
std::string_view compiler();

/// Version of the Boost headers in use.
std::string boost_version();

}  // namespace nqueens
