// Files get their name by a rename once they are complete.

#include "system/atomic_file.hpp"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <utility>

#include "system/file.hpp"
#include "system/process.hpp"

namespace nqueens {
namespace {

int open_file(const std::filesystem::path& path, int flags) {
  int descriptor;
  do {
    descriptor = open(path.c_str(), flags | O_CLOEXEC, 0666);
  } while (descriptor < 0 && errno == EINTR);
  return descriptor;
}

bool sync(int descriptor) {
  int result;
  do {
    result = fsync(descriptor);
  } while (result != 0 && errno == EINTR);
  return result == 0;
}

/// Beside the target, since a rename is atomic only within one file system. Hidden, and with the
/// process in its name, so that two writers never share it.
std::filesystem::path temporary_name(const std::filesystem::path& path) {
  const ProcessIdentity self = this_process();
  return folder_of(path) / (temporary_prefix(path) + self.host + '.' + std::to_string(self.pid));
}

/// Makes the rename durable. File systems that cannot sync a folder say EINVAL; they need no sync.
bool sync_folder(const std::filesystem::path& folder) {
  const int descriptor = open_file(folder, O_RDONLY | O_DIRECTORY);
  if (descriptor < 0) {
    return false;
  }
  const bool synced = sync(descriptor) || errno == EINVAL;
  const int reason = errno;
  close(descriptor);
  errno = reason;
  return synced;
}

/// A line for the log. @param number  errno of the sync
std::string unsynced(const std::filesystem::path& path, int number) {
  return "cannot sync '" + path.string() + "': " + std::strerror(number) +
         "; a crash of this machine may lose what was just written";
}

}  // namespace

std::string temporary_prefix(const std::filesystem::path& path) {
  // With host and process the name must not exceed 255 bytes.
  constexpr std::size_t longest = 100;
  std::string name = path.filename().string();
  if (name.size() > longest) {
    name = name.substr(0, longest) + '~' + std::to_string(std::hash<std::string>{}(name));
  }
  return '.' + name + ".tmp.";
}

bool holds_something_else(const std::filesystem::path& file, std::string_view start) {
  std::ifstream stream(file, std::ios::binary);
  std::string bytes(start.size(), '\0');
  stream.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  return stream.gcount() > 0 && bytes != start;
}

bool write_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno == EAGAIN) {
      pollfd ready = {.fd = descriptor, .events = POLLOUT, .revents = 0};
      poll(&ready, 1, -1);
    } else if (written < 0 && errno != EINTR) {
      return false;
    }
    bytes.remove_prefix(static_cast<std::size_t>(std::max<ssize_t>(written, 0)));
  }
  return true;
}

AtomicFile::AtomicFile(std::filesystem::path path, ExitCode cannot_open)
    : path_(std::move(path)), temporary_(temporary_name(path_)) {
  std::remove(temporary_.c_str());  // left by a dead process with the same id
  descriptor_ = open_file(temporary_, O_WRONLY | O_CREAT | O_EXCL);
  if (descriptor_ < 0) {
    fail(cannot_open);
  }
}

AtomicFile::~AtomicFile() {
  if (descriptor_ >= 0) {
    close(descriptor_);
    std::remove(temporary_.c_str());
  }
}

void AtomicFile::write(std::string_view bytes) {
  if (!write_all(descriptor_, bytes)) {
    fail();
  }
}

std::string AtomicFile::sync() {
  if (nqueens::sync(descriptor_)) {
    return {};
  }
  if (errno == EOPNOTSUPP || errno == EINVAL || errno == ENOSYS) {
    return unsynced(path_, errno);  // says nothing of the data: the file system has no sync
  }
  fail();
}

void AtomicFile::commit() {
  // Some file systems report a failed write only here. If a signal interrupts it, it is closed
  // nevertheless.
  if ((close(std::exchange(descriptor_, -1)) != 0 && errno != EINTR) ||
      std::rename(temporary_.c_str(), path_.c_str()) != 0) {
    const int reason = errno;
    std::remove(temporary_.c_str());
    errno = reason;
    fail();
  }
}

void AtomicFile::fail(ExitCode code) const {
  throw file_error(code, "write", path_, errno);
}

std::string write_atomically(const std::filesystem::path& path, std::string_view content,
                             const std::function<void()>& before_commit) {
  AtomicFile file(path);
  file.write(content);
  std::string warning = file.sync();
  if (before_commit) {
    before_commit();
  }
  file.commit();
  if (const auto folder = folder_of(path); !sync_folder(folder) && warning.empty()) {
    warning = unsynced(folder, errno);
  }
  return warning;
}

}  // namespace nqueens
