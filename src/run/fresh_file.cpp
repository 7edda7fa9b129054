// The file that tells later starts of a launch that --fresh is done.

#include "nqueens/run/fresh_file.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace nqueens {
namespace {

constexpr const char* variable = "NQUEENS_FRESH_FILE";

}  // namespace

StartMode fresh_start() {
  const char* file = std::getenv(variable);
  std::error_code ignored;
  return file != nullptr && std::filesystem::exists(file, ignored) ? StartMode::automatic
                                                                   : StartMode::fresh;
}

void leave_fresh_file() {
  if (const char* file = std::getenv(variable)) {
    std::ofstream{file};
  }
}

}  // namespace nqueens
