// Messages for failed system calls on files.

#include "system/file_error.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <system_error>

namespace nqueens {
namespace {

/// The first folder on the way to a file that may not be searched; empty if there is none.
std::filesystem::path closed_folder(const std::filesystem::path& file) {
  std::filesystem::path folder;
  for (const std::filesystem::path& name : folder_of(file)) {
    folder /= name;
    if (access(folder.c_str(), X_OK) != 0) {
      return errno == EACCES ? folder : std::filesystem::path();
    }
  }
  return {};
}

}  // namespace

std::filesystem::path folder_of(const std::filesystem::path& file) {
  return file.has_parent_path() ? file.parent_path() : std::filesystem::path(".");
}

Error file_error(ExitCode code, const std::string& what, const std::filesystem::path& file,
                 int number) {
  std::string message =
      "cannot " + what + " '" + file.string() + "': " +
      (number == ESPIPE ? "it is a pipe or a device; name a regular file" : std::strerror(number));
  std::error_code ignored;
  if (number == ENOENT && !std::filesystem::exists(folder_of(file), ignored)) {
    message += "; create the folder '" + folder_of(file).string() + "' or name another";
  } else if (const auto closed = closed_folder(file); number == EACCES && !closed.empty()) {
    message += "; give yourself access to the folder '" + closed.string() + "'";
  } else if (number == EACCES && what.starts_with("read")) {
    message += "; make it readable";
  } else if (number == EACCES || number == EROFS || number == EPERM) {
    message += "; make the folder '" + folder_of(file).string() + "' writable or name another";
  } else if (number == ENOSPC || number == EDQUOT) {
    message += "; free some space";
  } else if (number == ENAMETOOLONG) {
    message += "; choose a shorter name";
  } else if (number == EFBIG && what.starts_with("write")) {
    message += "; raise the limit of file sizes (ulimit -f)";
  }
  return {code, message};
}

}  // namespace nqueens
