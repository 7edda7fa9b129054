#include "input.hpp"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <system_error>

#include "nqueens/core/error.hpp"

namespace nqueens::cli {

Input::Input(const std::string& path) : is_standard_(path == "-"), name_(is_standard_ ? "stdin" : path) {
  if (is_standard_) {
    return;
  }
  file_.open(path);
  const int reason = errno;
  std::error_code ignored;
  const bool is_folder = std::filesystem::is_directory(path, ignored);
  if (is_folder || !file_) {
    throw Error(ExitCode::usage, "cannot read '" + path + "': " + std::strerror(is_folder ? EISDIR : reason) +
                                     "; name a text file");
  }
}

std::istream& Input::stream() {
  return is_standard_ ? std::cin : file_;
}

}  // namespace nqueens::cli
