// Version, commit, compiler and libraries of this build.

#include "report/version.hpp"

#include <boost/version.hpp>

#include "commit.inc"

namespace nqueens {

std::string version() {
  const std::string commit = NQUEENS_COMMIT;
  return NQUEENS_VERSION + (commit.empty() ? "" : " (" + commit + ")");
}

std::string_view compiler() {
#if defined(__clang__)
  return "clang " __clang_version__ NQUEENS_FLAGS;
#else
  return "GCC " __VERSION__ NQUEENS_FLAGS;
#endif
}

std::string boost_version() {
  return std::to_string(BOOST_VERSION / 100000) + "." + std::to_string(BOOST_VERSION / 100 % 1000) +
         "." + std::to_string(BOOST_VERSION % 100);
}

}  // namespace nqueens
