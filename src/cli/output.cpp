// Output files, which appear whole or not at all, and devices and pipes.
#include "cli/output.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <string>
#include <system_error>
#include <thread>

#include "cli/options.hpp"
#include "core/error.hpp"
#include "core/number.hpp"
#include "system/atomic_file.hpp"
#include "system/file_error.hpp"

namespace nqueens::cli {
namespace {

/// Signals that can be caught and end a process by default.
constexpr std::array ending_signals = {SIGHUP,  SIGINT,  SIGTERM,   SIGQUIT, SIGALRM,
                                       SIGUSR1, SIGUSR2, SIGVTALRM, SIGPROF, SIGXCPU};

/// Holds back those that would end this process now. Those that are ignored, as under nohup, stay
/// ignored.
sigset_t hold_back_signals() {
  sigset_t held;
  sigemptyset(&held);
  for (const int signal : ending_signals) {
    struct sigaction action = {};
    if (sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_DFL) {
      sigaddset(&held, signal);
    }
  }
  pthread_sigmask(SIG_BLOCK, &held, nullptr);
  return held;
}

/// From now on the first of the signals removes the file and ends the process.
void remove_on_signal(const std::filesystem::path& file, const sigset_t& held) {
  std::thread([file, held] {
    int signal = 0;
    sigwait(&held, &signal);
    unlink(file.c_str());
    pthread_sigmask(SIG_UNBLOCK, &held, nullptr);
    raise(signal);
  }).detach();
}

/// Where a name leads. Links below /proc are open files, which may have other names by now.
std::filesystem::path target_of(std::filesystem::path path) {
  constexpr int max_links = 40;
  for (int links = 0; links < max_links; ++links) {
    std::error_code error;
    const auto folder = std::filesystem::canonical(folder_of(path), error);
    if (folder.native().starts_with("/proc/")) {
      return folder / path.filename();
    }
    const auto behind = std::filesystem::read_symlink(path, error);
    if (error) {
      break;
    }
    path = folder / behind;
  }
  return path;
}

/// Opens what is no regular file. The own files of this process, such as /dev/stdout, go on where
/// they are.
int open_target(const std::filesystem::path& target) {
  const bool is_own = target.parent_path() == "/proc/" + std::to_string(getpid()) + "/fd";
  const auto own = is_own ? number_from<int>(target.filename().string()) : std::nullopt;
  return own ? fcntl(*own, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
             : open(target.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
}

}  // namespace

Output::Output(const std::string& path) : name_("'" + path + "'") {
  std::signal(SIGPIPE, SIG_IGN);  // a write to a closed pipe then fails
  std::signal(SIGXFSZ, SIG_IGN);  // so does a write above the limit of file sizes
  if (path == "-") {
    name_ = "the answer to stdout";
    descriptor_ = STDOUT_FILENO;
    return;
  }
  const std::filesystem::path target = target_of(path);
  struct stat status {};
  const bool exists = ::stat(target.c_str(), &status) == 0;
  if (!exists && errno != ENOENT) {
    refuse();
  }
  const bool is_open = target.native().starts_with("/proc/");
  if (is_open || (exists && !S_ISREG(status.st_mode))) {
    descriptor_ = open_target(target);
    if (descriptor_ < 0) {
      refuse();
    }
    return;
  }
  if (exists && access(target.c_str(), W_OK) != 0) {
    refuse();
  }
  const sigset_t held = hold_back_signals();
  file_.emplace(target, ExitCode::usage);
  remove_on_signal(file_->temporary(), held);
  if (exists) {
    chmod(file_->temporary().c_str(), status.st_mode & 07777);
  }
}

void Output::refuse() const {
  throw Error(ExitCode::usage,
              "cannot write " + name_ + ": " + std::strerror(errno) + "; name another file");
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

void write_output(const std::string& path, std::string_view text) {
  Output output(path);
  try {
    output.write(text);
    output.commit();
  } catch (const ReaderLeft&) {  // NOLINT(bugprone-empty-catch)
  }
}

void require_replaceable(const std::filesystem::path& file, std::string_view start,
                         const std::string& what) {
  std::error_code ignored;
  refuse(std::filesystem::is_regular_file(file, ignored) && holds_something_else(file, start),
         "'" + file.string() + "' is not " + what +
             " of nqueens and will not be replaced; name another file");
}

}  // namespace nqueens::cli
