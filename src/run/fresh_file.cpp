// The file that tells later starts of a launch that --fresh is done.

#include "run/fresh_file.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "core/error.hpp"

namespace nqueens {
namespace {

constexpr const char* variable = "NQUEENS_FRESH_FILE";

}  // namespace

StartMode fresh_start() {
  const char* file = std::getenv(variable);
  std::error_code ignored;
  return file != nullptr && std::filesystem::exists(file, ignored) ? StartMode::fresh_done
                                                                   : StartMode::fresh;
}

void leave_fresh_file(StartMode start) {
  const char* file = start == StartMode::fresh ? std::getenv(variable) : nullptr;
  if (file != nullptr && !std::ofstream{file}) {
    throw Error(ExitCode::runtime_error,
                "cannot make '" + std::string(file) +
                    "', without which each restart would begin anew; make its folder writable, or "
                    "run without --fresh");
  }
}

std::string advice_to_go_on(StartMode start) {
  const bool has_fresh = start == StartMode::fresh || start == StartMode::fresh_done;
  return std::string("run the same command again") + (has_fresh ? " without --fresh" : "");
}

}  // namespace nqueens
