// Output files, which appear whole or not at all, and devices and pipes.
#include "cli/output.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <sstream>
#include <utility>

#include "cli/messages.hpp"
#include "core/text.hpp"
#include "nqueens/error.hpp"
#include "system/process.hpp"

namespace nqueens::cli {

namespace {

/// What stdout gets as it is: what no others have written.
void write_answer(const std::string& text) {
  if (!write_all(STDOUT_FILENO, text)) {
    throw Error(ExitCode::runtime_error,
                std::string("cannot write the answer to stdout: ") + std::strerror(errno));
  }
}

}  // namespace

void print(const std::string& text, const std::string& before) {
  write_answer(before + as_lines(text));
}

void print_help(const std::string& text) {
  std::istringstream lines(as_lines(text));
  std::string help;
  for (std::string line; std::getline(lines, line);) {
    const bool is_heading = !line.empty() && line.front() != ' ' && line.back() == ':';
    help += (is_heading ? coloured(line, Colour::bold, STDOUT_FILENO) : line) + "\n";
  }
  write_answer(help);
}

void require_ending(const std::string& file, std::initializer_list<std::string_view> own,
                    const std::string& what) {
  constexpr std::string_view known[] = {".ckpt", ".cert", ".toml", ".json", ".jsonl", ".html",
                                        ".txt",  ".svg",  ".png",  ".jpg",  ".jpeg",  ".gif",
                                        ".pdf",  ".csv",  ".gz",   ".zip"};
  std::filesystem::path path = file;
  const std::string ending = path.extension();
  const auto has = [&ending](const auto& list) {
    return std::ranges::find(list, ending) != std::ranges::end(list);
  };
  refuse(has(known) && !has(own), "'" + file + "' is no name for " + what + "; name a file " +
                                      path.replace_extension(*own.begin()).string());
}

bool is_stdout(const std::string& path) {
  struct stat named {};
  struct stat out {};
  return path == "-" || (stat(path.c_str(), &named) == 0 && fstat(STDOUT_FILENO, &out) == 0 &&
                         named.st_dev == out.st_dev && named.st_ino == out.st_ino);
}

Output::Output(const std::string& path, Objection objection)
    : path_(path), objection_(std::move(objection)), name_("'" + path + "'") {
  std::signal(SIGPIPE, SIG_IGN);  // a write to a closed pipe then fails
  if (is_stdout(path)) {
    name_ = "the answer to stdout";
    descriptor_ = STDOUT_FILENO;
    return;
  }
  struct stat status {};
  const bool exists = stat(path.c_str(), &status) == 0;
  if (!exists && errno != ENOENT) {
    refuse();
  }
  const auto open_file = number_of_open_file(path);
  if (open_file && (fcntl(*open_file, F_GETFL) & O_ACCMODE) == O_RDONLY) {
    errno = EBADF;
    refuse();
  }
  if (open_file || (exists && !S_ISREG(status.st_mode))) {
    descriptor_ = open_file ? fcntl(*open_file, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
                            : open(path.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
    if (descriptor_ < 0) {
      refuse();
    }
    return;
  }
  if (exists && access(path.c_str(), W_OK) != 0) {
    refuse();
  }
  require_replaceable();
  file_.emplace(behind_links(path), ExitCode::usage);
  if (exists) {
    chmod(file_->temporary().c_str(), status.st_mode & 07777);
  }
}

void Output::refuse() const {
  throw Error(ExitCode::usage,
              "cannot write " + name_ + ": " + std::strerror(errno) + "; name another file");
}

void Output::require_replaceable() const {
  constexpr std::size_t enough = 1U << 21U;  // a certificate has its job and many words first
  struct stat status {};
  if (stat(path_.c_str(), &status) != 0 || !S_ISREG(status.st_mode) || status.st_size == 0) {
    return;
  }
  const auto start = read_up_to(path_, enough);
  if (!start) {
    throw Error(ExitCode::usage, name_ + " cannot be read (" + std::strerror(errno) +
                                     ") and will not be replaced; name another file");
  }
  if (const std::string fault = objection_(*start); !fault.empty()) {
    throw Error(ExitCode::usage,
                name_ + " " + fault + " and will not be replaced; name another file");
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
    require_replaceable();  // another file may have taken the name meanwhile
    file_->commit();
  }
}

bool Output::is_terminal() const {
  return descriptor_ >= 0 && isatty(descriptor_) == 1;
}

void Output::write_whole(
    const std::function<void(const std::function<void(std::string_view)>&)>& writer) {
  try {
    writer([this](std::string_view text) { write(text); });
    commit();
  } catch (const ReaderLeft&) {  // NOLINT(bugprone-empty-catch)
  }
}

void Output::write_whole(std::string_view text) {
  write_whole([text](const auto& write) { write(text); });
}

}  // namespace nqueens::cli
