#include "output.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "nqueens/core/error.hpp"

namespace nqueens::cli {
namespace {

constexpr std::array ending_signals = {SIGHUP, SIGINT, SIGTERM};

/// The temporary file, for the handler; empty where there is none.
std::array<char, 4096> unfinished_file;

extern "C" void remove_unfinished_file(int signal) {
  unlink(unfinished_file.data());
  std::signal(signal, SIG_DFL);
  raise(signal);
}

/// Signals that are ignored, as by nohup, stay so.
void remove_on_signals(const std::filesystem::path& file) {
  if (file.native().size() >= unfinished_file.size()) {
    return;
  }
  file.native().copy(unfinished_file.data(), file.native().size());
  for (const int signal : ending_signals) {
    if (std::signal(signal, remove_unfinished_file) == SIG_IGN) {
      std::signal(signal, SIG_IGN);
    }
  }
}

}  // namespace

Output::Output(const std::string& path) : name_("'" + path + "'") {
  std::signal(SIGPIPE, SIG_IGN);  // a closed pipe shows when it is written to
  if (path.empty() || path == "-") {
    name_ = "the answer to stdout";
    descriptor_ = STDOUT_FILENO;
    return;
  }
  std::error_code ignored;
  // Behind a symbolic link it is the file that is replaced.
  std::filesystem::path target = path;
  if (const auto real = std::filesystem::canonical(path, ignored); !real.empty()) {
    target = real;
  }
  if (!std::filesystem::exists(target, ignored) || std::filesystem::is_regular_file(target, ignored)) {
    file_.emplace(target, ExitCode::usage);
    remove_on_signals(file_->temporary());
    return;
  }
  descriptor_ = open(target.c_str(), O_WRONLY | O_CLOEXEC);
  if (descriptor_ < 0) {
    throw Error(ExitCode::usage, "cannot write " + name_ + ": " + std::strerror(errno) + "; name a file");
  }
}

Output::~Output() {
  if (descriptor_ > STDERR_FILENO) {
    close(descriptor_);
  }
}

void Output::write(std::string_view text) {
  if (file_) {
    file_->write(text);
  } else if (!write_all(descriptor_, text)) {
    if (errno == EPIPE) {
      throw ReaderLeft{};
    }
    throw Error(ExitCode::runtime_error, "cannot write " + name_ + ": " + std::strerror(errno));
  }
}

void Output::commit() {
  if (file_) {
    file_->commit();
  }
}

bool Output::is_terminal() const {
  return descriptor_ >= 0 && isatty(descriptor_) == 1;
}

}  // namespace nqueens::cli
