// Lines that are appended to a file.

#include "system/append_file.hpp"

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

bool AppendFile::append(std::string_view line, bool is_passing) {
  struct stat status {};
  if (passing_at_ >= 0 && fstat(descriptor_, &status) == 0 && status.st_size == passing_end_ &&
      ftruncate(descriptor_, passing_at_) != 0) {
    return false;
  }
  passing_at_ = -1;
  const std::string text = (is_torn_ ? "\n" : "") + std::string(line) + "\n";
  std::string_view rest = text;
  while (!rest.empty()) {
    const ssize_t written = write(descriptor_, rest.data(), rest.size());
    if (written <= 0) {
      is_torn_ = is_torn_ || rest.size() < text.size();
      return false;
    }
    rest.remove_prefix(
        static_cast<std::size_t>(written));  // the next write says what is in the way
  }
  is_torn_ = false;
  if (is_passing && fstat(descriptor_, &status) == 0) {
    passing_end_ = status.st_size;
    passing_at_ = passing_end_ - static_cast<off_t>(line.size()) - 1;
  }
  return true;
}

}  // namespace nqueens
