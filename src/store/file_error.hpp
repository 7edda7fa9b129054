// Messages for failed system calls on files.
#pragma once

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <string>
#include <system_error>

#include "nqueens/core/error.hpp"

namespace nqueens {

/// The folder of a file; "." where the path names none.
inline std::filesystem::path folder_of(const std::filesystem::path& file) {
  return file.has_parent_path() ? file.parent_path() : std::filesystem::path(".");
}

/// "cannot write 'runs/n18.ckpt': No space left on device", with what to do where that is clear.
inline Error file_error(ExitCode code, const std::string& what, const std::filesystem::path& file,
                        int number) {
  std::string message = "cannot " + what + " '" + file.string() + "': " + std::strerror(number);
  std::error_code ignored;
  if (number == ENOENT && !std::filesystem::exists(folder_of(file), ignored)) {
    message += "; create the folder '" + folder_of(file).string() + "' or name another";
  } else if (number == EACCES || number == EROFS || number == EPERM) {
    message += "; make the folder '" + folder_of(file).string() + "' writable or name another";
  } else if (number == ENOSPC || number == EDQUOT) {
    message += "; free some space";
  }
  return {code, message};
}

}  // namespace nqueens
