// Lines that are appended to a file.

#include "nqueens/system/append_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

namespace nqueens {

AppendFile::~AppendFile() {
  if (descriptor_ >= 0) {
    close(descriptor_);
  }
}

bool AppendFile::open(const std::filesystem::path& path) {
  constexpr mode_t mode = 0666;
  descriptor_ = ::open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK, mode);
  struct stat status {};
  if (descriptor_ < 0 || fstat(descriptor_, &status) != 0) {
    return false;
  }
  char last = '\n';
  is_torn_ =
      status.st_size > 0 && pread(descriptor_, &last, 1, status.st_size - 1) == 1 && last != '\n';
  return true;
}

bool AppendFile::append(std::string_view line) {
  const std::string text = (is_torn_ ? "\n" : "") + std::string(line) + "\n";
  const ssize_t written = write(descriptor_, text.data(), text.size());
  if (written == static_cast<ssize_t>(text.size())) {
    is_torn_ = false;
    return true;
  }
  if (written > 0) {
    is_torn_ = true;
    errno = ENOSPC;
  }
  return false;
}

}  // namespace nqueens
