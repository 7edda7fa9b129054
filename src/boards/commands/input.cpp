// Reads text from a file or standard input.
#include "boards/commands/input.hpp"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "core/error.hpp"

namespace nqueens::cli {

Input::Input(const std::string& path)
    : name_(path == "-" ? "stdin" : path),
      descriptor_(path == "-" ? STDIN_FILENO : open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
  // A folder can be opened, but not read.
  if (descriptor_ < 0 || ::read(descriptor_, nullptr, 0) < 0) {
    fail();
  }
}

Input::~Input() {
  if (descriptor_ > STDERR_FILENO) {
    close(descriptor_);
  }
}

std::size_t Input::read(std::span<char> buffer) {
  while (true) {
    const ssize_t count = ::read(descriptor_, buffer.data(), buffer.size());
    if (count >= 0) {
      return static_cast<std::size_t>(count);
    }
    if (errno == EAGAIN) {
      pollfd ready = {.fd = descriptor_, .events = POLLIN, .revents = 0};
      poll(&ready, 1, -1);
    } else if (errno != EINTR) {
      fail();
    }
  }
}

void Input::fail() const {
  throw Error(ExitCode::usage,
              "cannot read '" + name_ + "': " + std::strerror(errno) + "; name a text file");
}

}  // namespace nqueens::cli
