// Output files, which appear whole or not at all, and devices and pipes.
#include "cli/output.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>

#include "core/error.hpp"
#include "system/file.hpp"

namespace nqueens::cli {
namespace {

/// Signals that can be caught and end a process by default.
constexpr std::array ending_signals = {SIGHUP,  SIGINT,  SIGTERM,   SIGQUIT, SIGALRM,
                                       SIGUSR1, SIGUSR2, SIGVTALRM, SIGPROF, SIGXCPU};

/// The temporary file of the output.
std::string unfinished;

/// The signal then ends the process as it would have.
extern "C" void remove_unfinished(int signal) {
  unlink(unfinished.c_str());
  std::signal(signal, SIG_DFL);
  raise(signal);
}

/// Makes a file that a signal which ends this process removes. Signals that somebody ignores, as
/// under nohup, or catches, stay so.
void make_removable(std::optional<AtomicFile>& file, const std::filesystem::path& path) {
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  file.emplace(path, ExitCode::usage);
  unfinished = file->temporary();
  for (const int signal : ending_signals) {
    struct sigaction action = {};
    if (sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_DFL) {
      std::signal(signal, remove_unfinished);
    }
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

/// A copy of this process's descriptor of an open file, whose position both share; -1 if none is
/// open to be written.
int open_already(const struct stat& wanted) {
  constexpr int max_descriptors = 1024;
  for (int descriptor = 0; descriptor < max_descriptors; ++descriptor) {
    struct stat status {};
    if (fstat(descriptor, &status) == 0 && status.st_dev == wanted.st_dev &&
        status.st_ino == wanted.st_ino && (fcntl(descriptor, F_GETFL) & O_ACCMODE) != O_RDONLY) {
      return fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    }
  }
  return -1;
}

}  // namespace

void print(const std::string& text) {
  if (!write_all(STDOUT_FILENO, text)) {
    throw Error(ExitCode::runtime_error,
                std::string("cannot write the answer to stdout: ") + std::strerror(errno));
  }
}

bool is_stdout(const std::string& path) {
  struct stat named {};
  struct stat out {};
  return path == "-" || (stat(path.c_str(), &named) == 0 && fstat(STDOUT_FILENO, &out) == 0 &&
                         named.st_dev == out.st_dev && named.st_ino == out.st_ino);
}

Output::Output(const std::string& path) : name_("'" + path + "'") {
  std::signal(SIGPIPE, SIG_IGN);  // a write to a closed pipe then fails
  if (path == "-") {
    name_ = "the answer to stdout";
    descriptor_ = STDOUT_FILENO;
    return;
  }
  struct stat status {};
  const bool exists = stat(path.c_str(), &status) == 0;
  if (!exists && errno != ENOENT) {
    refuse();
  }
  if (exists && (path.starts_with("/dev/") || path.starts_with("/proc/"))) {
    descriptor_ = open_already(status);
  }
  if (exists && !S_ISREG(status.st_mode) && descriptor_ < 0) {
    descriptor_ = open(path.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
  }
  if (descriptor_ >= 0) {
    return;
  }
  if (exists && (!S_ISREG(status.st_mode) || access(path.c_str(), W_OK) != 0)) {
    refuse();
  }
  make_removable(file_, behind_links(path));
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

}  // namespace nqueens::cli
