// Follows links, and reads files whole.

#include "system/regular_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

#include "core/error.hpp"
#include "system/file_error.hpp"

namespace nqueens {
namespace {

/// @return whether it is one; if not, errno says why
bool is_regular(const struct stat& status) {
  errno = S_ISDIR(status.st_mode) ? EISDIR : ESPIPE;
  return S_ISREG(status.st_mode);
}

/// From an open file, at most so many bytes. @param expected  its size, if it has one
std::optional<std::string> read_from(int descriptor, std::size_t expected, std::size_t max_bytes) {
  constexpr std::size_t step = 1U << 20U;
  std::string content;
  content.reserve(std::min(expected + step, max_bytes));
  while (true) {
    const std::size_t size = content.size();
    content.resize(std::min(size + step, max_bytes));
    const ssize_t count = read(descriptor, content.data() + size, content.size() - size);
    if (count < 0 && errno != EINTR) {
      return std::nullopt;
    }
    content.resize(size + static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
    if (count == 0) {
      return content;
    }
  }
}

/// Closes an open file, and leaves errno as it is.
std::optional<std::string> closed(int descriptor, std::optional<std::string> content) {
  const int reason = errno;
  close(descriptor);
  errno = reason;
  return content;
}

}  // namespace

std::filesystem::path behind_links(const std::filesystem::path& name) {
  constexpr int max_links = 40;
  std::filesystem::path file = name;
  std::error_code error;
  for (int links = 0; links < max_links; ++links) {
    const auto target = std::filesystem::read_symlink(file, error);
    if (error) {
      // A link to an open file, as /dev/fd/3, may lead to no name.
      return std::filesystem::exists(file, error) || !std::filesystem::exists(name, error) ? file
                                                                                           : name;
    }
    file = file.parent_path() / target;
  }
  throw Error(ExitCode::checkpoint, "'" + name.string() +
                                        "' is a symbolic link that leads back to itself; remove it "
                                        "or name another file");
}

std::optional<std::string> read_up_to(const std::filesystem::path& file, std::size_t max_bytes) {
  const int descriptor = open(file.c_str(), O_RDONLY | O_CLOEXEC);
  return descriptor < 0 ? std::nullopt : closed(descriptor, read_from(descriptor, 0, max_bytes));
}

std::optional<std::string> read_regular(const std::filesystem::path& file, std::size_t max_bytes) {
  struct stat status {};
  if (stat(file.c_str(), &status) != 0 || !is_regular(status)) {
    return std::nullopt;
  }
  // It may have become a pipe since.
  const int descriptor = open(file.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  if (descriptor < 0) {
    return std::nullopt;
  }
  // In one go, since a new file may take the name meanwhile.
  auto content =
      closed(descriptor,
             fstat(descriptor, &status) == 0 && is_regular(status)
                 ? read_from(descriptor, static_cast<std::size_t>(status.st_size), max_bytes + 1)
                 : std::nullopt);
  if (content && content->size() > max_bytes) {
    errno = EFBIG;
    content.reset();
  }
  return content;
}

void refuse_irregular(const std::string& what, const std::filesystem::path& file) {
  struct stat status {};
  if (stat(file.c_str(), &status) == 0 && !is_regular(status)) {
    throw file_error(ExitCode::checkpoint, what, file, errno);
  }
}

}  // namespace nqueens
