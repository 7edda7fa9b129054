// Output files, which appear whole or not at all, and devices and pipes.
#include "cli/output.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "cli/options.hpp"
#include "cli/text.hpp"
#include "core/error.hpp"
#include "system/atomic_file.hpp"

namespace nqueens::cli {
namespace {

/// Signals that can be caught and end a process by default.
constexpr std::array ending_signals = {SIGHUP,  SIGINT,  SIGTERM,   SIGQUIT, SIGALRM,
                                       SIGUSR1, SIGUSR2, SIGVTALRM, SIGPROF, SIGXCPU};

/// The temporary file, for the handler; empty if there is none.
std::array<char, 4096> unfinished_file;

extern "C" void remove_unfinished_file(int signal) {
  unlink(unfinished_file.data());
  raise(signal);  // the default action follows when the handler returns
}

/// Blocks signals while it lives.
class SignalsHeld {
 public:
  SignalsHeld() {
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, &before_);
  }
  ~SignalsHeld() { sigprocmask(SIG_SETMASK, &before_, nullptr); }
  SignalsHeld(const SignalsHeld&) = delete;
  SignalsHeld& operator=(const SignalsHeld&) = delete;

 private:
  sigset_t before_;
};

/// Signals that are ignored, as under nohup, stay ignored.
void remove_on_signals(const std::filesystem::path& file) {
  if (file.native().size() >= unfinished_file.size()) {
    return;
  }
  file.native().copy(unfinished_file.data(), file.native().size());
  for (const int signal : ending_signals) {
    struct sigaction action = {};
    if (sigaction(signal, nullptr, &action) == 0 && action.sa_handler != SIG_IGN) {
      action = {};
      action.sa_handler = remove_unfinished_file;
      action.sa_flags = static_cast<int>(SA_RESETHAND);
      sigaction(signal, &action, nullptr);
    }
  }
}

/// The target of a path.
struct Target {
  std::filesystem::path path;  ///< after all symbolic links; may not exist
  bool is_open;                ///< below /proc: an open file
  std::optional<int>
      own_file;  ///< of this process, if path is its /dev/fd/N, /dev/stdout or the like
};

/// Follows symbolic links one by one. Links below /proc lead to open files, which may be renamed by
/// now.
Target target_of(const std::string& name) {
  constexpr int max_links = 40;
  std::error_code error;
  const auto own_files = std::filesystem::canonical("/proc/self/fd", error);
  std::filesystem::path path = name;
  for (int links = 0; links < max_links; ++links) {
    const auto folder = std::filesystem::canonical(
        path.has_parent_path() ? path.parent_path() : std::filesystem::path("."), error);
    if (error) {
      return {path, false, std::nullopt};
    }
    const std::string file = path.filename().string();
    if (folder == own_files && is_digits(file) && file.size() < 9) {
      return {path, true, std::stoi(file)};
    }
    const bool is_open = folder.native().starts_with("/proc/");
    const auto behind = std::filesystem::read_symlink(path, error);
    if (error || is_open) {
      return {path, is_open, std::nullopt};
    }
    path = folder / behind;
  }
  throw Error(ExitCode::usage,
              "cannot write '" + name + "': " + std::strerror(ELOOP) + "; name another file");
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
  const Target target = target_of(path);
  std::error_code ignored;
  const auto status = std::filesystem::status(target.path, ignored);
  if (!target.is_open &&
      (!std::filesystem::exists(status) || std::filesystem::is_regular_file(status))) {
    replace(target.path, status);
    return;
  }
  descriptor_ = target.own_file ? fcntl(*target.own_file, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
                                : open(target.path.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
  if (descriptor_ < 0) {
    refuse();
  }
}

void Output::replace(const std::filesystem::path& file,
                     const std::filesystem::file_status& status) {
  const bool exists = std::filesystem::exists(status);
  if (exists && access(file.c_str(), W_OK) != 0) {
    refuse();
  }
  const SignalsHeld until_they_are_handled;
  file_.emplace(file, ExitCode::usage);
  remove_on_signals(file_->temporary());
  if (exists) {
    std::error_code ignored;  // some file systems have no permissions
    std::filesystem::permissions(file_->temporary(),
                                 status.permissions() & std::filesystem::perms::all, ignored);
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
