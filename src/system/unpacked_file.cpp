// Unpacks gzipped files in a child process, whose standard input is the file.

#include "system/unpacked_file.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstring>
#include <utility>

#include "system/file.hpp"

extern char** environ;

namespace nqueens {
namespace {

constexpr std::size_t buffer_bytes = 1U << 18U;
constexpr std::string_view gzip_start = "\x1f\x8b";

[[noreturn]] void refuse(const std::string& what, int number) {
  throw Error(ExitCode::checkpoint, what + ": " + std::strerror(number) +
                                        (number == EISDIR   ? "; name a file in it"
                                         : number == EACCES ? "; make it readable"
                                         : number == ENOENT ? "; name another file"
                                                            : ""));
}

std::size_t read_some(int descriptor, std::string& buffer) {
  const ssize_t bytes =
      uninterrupted([&] { return ::read(descriptor, buffer.data(), buffer.size()); });
  if (bytes < 0) {
    refuse("cannot be read", errno);
  }
  return static_cast<std::size_t>(bytes);
}

}  // namespace

bool is_packed(const std::filesystem::path& file) {
  return read_up_to(file, gzip_start.size()) == gzip_start;
}

UnpackedFile::UnpackedFile(const std::filesystem::path& file)
    : descriptor_(open(file.c_str(), O_RDONLY | O_CLOEXEC)), buffer_(buffer_bytes, '\0') {
  if (descriptor_ < 0) {
    refuse("cannot be read", errno);
  }
  try {
    held_ = read_some(descriptor_, buffer_);
    if (std::string_view(buffer_).substr(0, held_).starts_with(gzip_start)) {
      start_gzip();
    }
  } catch (...) {
    close(descriptor_);
    throw;
  }
}

UnpackedFile::~UnpackedFile() {
  close(descriptor_);
  if (gzip_ > 0) {
    kill(gzip_, SIGKILL);
    waitpid(gzip_, nullptr, 0);
  }
}

void UnpackedFile::start_gzip() {
  if (lseek(descriptor_, 0, SEEK_SET) != 0) {
    refuse("is packed and cannot be read twice; unpack it first", errno);
  }
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) {
    refuse("cannot be unpacked", errno);
  }
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, descriptor_, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  char name[] = "gzip";
  char option[] = "-dc";
  char* const arguments[] = {name, option, nullptr};
  const int failed = posix_spawnp(&gzip_, name, &actions, nullptr, arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  close(std::exchange(descriptor_, ends[0]));
  held_ = 0;
  if (failed != 0) {
    gzip_ = -1;
    refuse("is packed, and the program gzip cannot be started", failed);
  }
}

void UnpackedFile::end_gzip() {
  int status = 0;
  uninterrupted([&] { return waitpid(gzip_, &status, 0); });
  gzip_ = -1;
  if (status != 0) {
    throw Error(ExitCode::checkpoint, "is packed, and gzip finds it damaged or cut short");
  }
}

std::string_view UnpackedFile::read() {
  std::size_t bytes = std::exchange(held_, 0);
  if (bytes == 0) {
    bytes = read_some(descriptor_, buffer_);
  }
  if (bytes == 0 && gzip_ > 0) {
    end_gzip();
  }
  return std::string_view(buffer_).substr(0, bytes);
}

}  // namespace nqueens
