// Tells logs from files that lines would damage, and appends lines.
#include <fcntl.h>
#include <spdlog/sinks/base_sink.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <memory>
#include <mutex>
#include <string_view>
#include <utility>

#include "cli/messages.hpp"
#include "nqueens/error.hpp"
#include "system/file.hpp"
#include "system/process.hpp"

namespace nqueens::cli {
namespace {

void refuse_log(bool refused, const std::string& what) {
  if (refused) {
    throw Error(ExitCode::usage, what + "name another file with --log-file");
  }
}

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/// Whether a line begins with a time, as 2026-11-28T05:04:13, [28/Nov 05:04 or Nov 28 05:04:13, or
/// is a message of this program.
bool is_of_log(std::string_view line) {
  constexpr std::size_t longest_date = 24;
  const std::size_t colon = std::min(line.find(':'), line.size());
  const std::string_view before = line.substr(0, colon);
  return before == "nqueens" ||
         (colon >= 2 && colon <= longest_date && colon + 2 < line.size() &&
          is_digit(line[colon - 1]) && is_digit(line[colon - 2]) && is_digit(line[colon + 1]) &&
          is_digit(line[colon + 2]) && std::ranges::all_of(before, [](char c) {
            return is_digit(c) || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
                   std::string_view(" -/.,+[(").find(c) != std::string_view::npos;
          }));
}

/// Whether a file that begins so is a log. Somebody else may have written its first lines.
bool is_log(std::string_view start) {
  bool found = false;
  while (!found && !start.empty()) {
    const std::string_view line = start.substr(0, start.find('\n'));
    found = is_of_log(line);
    start.remove_prefix(std::min(line.size() + 1, start.size()));
  }
  return found;
}

void require_log(const std::string& file) {
  constexpr std::size_t enough = 1U << 16U;
  struct stat status {};
  if (stat(file.c_str(), &status) != 0 || !S_ISREG(status.st_mode) || status.st_size == 0) {
    return;
  }
  const auto start = read_up_to(file, enough);
  refuse_log(!start || start->find('\0') != std::string::npos || !is_log(*start),
             "'" + file + "' is not a log, so nothing is appended to it; ");
}

/// Where the answer or the messages go without O_APPEND, they would overwrite lines of the log.
void require_no_stream(const std::string& file) {
  for (const int descriptor : {STDOUT_FILENO, STDERR_FILENO}) {
    struct stat named {};
    struct stat stream {};
    refuse_log(stat(file.c_str(), &named) == 0 && fstat(descriptor, &stream) == 0 &&
                   S_ISREG(named.st_mode) && named.st_dev == stream.st_dev &&
                   named.st_ino == stream.st_ino && (fcntl(descriptor, F_GETFL) & O_APPEND) == 0,
               "'" + file + "' also has " + (descriptor == STDOUT_FILENO ? "stdout" : "stderr") +
                   ", which would overwrite lines of the log; append with >>, or ");
  }
}

class LogFile final : public spdlog::sinks::base_sink<std::mutex> {
 public:
  explicit LogFile(std::string file)
      : file_(std::move(file)),
        descriptor_(open(file_.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666)) {
    if (descriptor_ < 0) {
      throw file_error(ExitCode::usage, "write the log", file_, errno);
    }
  }
  ~LogFile() override { close(descriptor_); }

 private:
  void sink_it_(const spdlog::details::log_msg& message) override {
    spdlog::memory_buf_t line;
    formatter_->format(message, line);
    if (!write_all(descriptor_, {line.data(), line.size()}) && !std::exchange(has_warned_, true)) {
      say(std::string("warning: ") +
          file_error(ExitCode::runtime_error, "write the log", file_, errno).what() +
          "; the rest of the log may be missing there");
    }
  }
  void flush_() override {}

  std::string file_;
  int descriptor_;
  bool has_warned_ = false;
};

}  // namespace

spdlog::sink_ptr open_log_file(const std::string& file,
                               const std::vector<std::filesystem::path>& others) {
  if (!number_of_open_file(file)) {
    const std::filesystem::path name = behind_links(file);
    for (const std::filesystem::path& other : others) {
      refuse_log(is_same_file(name, other),
                 "the log cannot go to '" + file + "', which this command reads or writes; ");
    }
    require_log(file);
    require_no_stream(file);
  }
  return std::make_shared<LogFile>(file);
}

}  // namespace nqueens::cli
