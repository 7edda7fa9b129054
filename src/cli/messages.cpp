// Makes the log, tells logs from files that lines would damage, and turns exceptions into a line on
// stderr and an exit code, which a launcher gets as well.
#include "cli/messages.hpp"

#include <fcntl.h>
#include <spdlog/pattern_formatter.h>
#include <spdlog/sinks/base_sink.h>
#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <memory>
#include <mutex>
#include <utility>

#include "core/text.hpp"
#include "system/file.hpp"
#include "system/launcher_files.hpp"
#include "system/process.hpp"
#include "system/signals.hpp"

namespace nqueens::cli {
namespace {

/// The logger that writes only to --log-file, if there is one.
constexpr const char* file_log = "file";

constexpr const char* log_pattern = "%Y-%m-%dT%H:%M:%S%z %^%l%$ %v";
/// The same day, in a line that a progress bar may share.
constexpr const char* terminal_pattern = "\r\x1b[K%H:%M:%S %^%l%$ %v";

/// A message as one line, whatever the names of files in it.
class OneLine final : public spdlog::custom_flag_formatter {
 public:
  void format(const spdlog::details::log_msg& message, const std::tm& /*time*/,
              spdlog::memory_buf_t& to) override {
    const std::string text = one_line({message.payload.data(), message.payload.size()});
    to.append(text.data(), text.data() + text.size());
  }
  [[nodiscard]] std::unique_ptr<custom_flag_formatter> clone() const override {
    return std::make_unique<OneLine>();
  }
};

std::unique_ptr<spdlog::formatter> layout(const char* pattern) {
  auto formatter = std::make_unique<spdlog::pattern_formatter>();
  formatter->add_flag<OneLine>('v').set_pattern(pattern);
  return formatter;
}

bool has_colours(int descriptor) {
  const char* const refused = std::getenv("NO_COLOR");
  return (refused == nullptr || *refused == '\0') && takes_escapes(descriptor);
}

// --- The log in a file

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

}  // namespace

std::string coloured(const std::string& text, Colour colour, int descriptor) {
  return has_colours(descriptor)
             ? "\x1b[" + std::to_string(static_cast<int>(colour)) + "m" + text + "\x1b[0m"
             : text;
}

void say(const std::string& text) {
  say_plainly("nqueens: " + text);
}

void say_plainly(const std::string& text) {
  std::cerr << as_line(text);
}

void say_all(const std::vector<std::string>& texts) {
  std::ranges::for_each(texts, say);
}

ProgressReporter progress_reporter(bool under_launcher) {
  return {ProgressMode::automatic, under_launcher, RunSettings{}.log_interval_seconds, say};
}

void set_up_log(const LogOptions& options) {
  const auto colours =
      has_colours(STDERR_FILENO) ? spdlog::color_mode::always : spdlog::color_mode::never;
  std::vector<spdlog::sink_ptr> sinks = {
      std::make_shared<spdlog::sinks::stderr_color_sink_mt>(colours)};
  const auto level = options.verbose ? spdlog::level::debug : spdlog::level::info;
  sinks.front()->set_level(options.quiet ? spdlog::level::warn : level);
  if (!options.file.empty()) {
    sinks.push_back(open_log_file(options.file, options.others));
    spdlog::register_logger(std::make_shared<spdlog::logger>(file_log, sinks.back()));
  }
  auto logger = std::make_shared<spdlog::logger>("nqueens", sinks.begin(), sinks.end());
  logger->set_formatter(layout(log_pattern));
  if (takes_escapes(STDERR_FILENO)) {
    sinks.front()->set_formatter(layout(terminal_pattern));
  }
  logger->set_level(level);
  logger->flush_on(spdlog::level::info);
  spdlog::set_default_logger(std::move(logger));
}

ExitCode exit_code_of(bool speaks, const std::function<ExitCode()>& body) {
  ExitCode code = ExitCode::runtime_error;
  std::optional<std::string> failure;
  try {
    code = body();
  } catch (const Error& error) {
    code = error.code();
    failure = error.what();
  } catch (const std::exception& error) {
    failure = error.what();
  }
  if (failure && speaks) {
    std::cerr << coloured("nqueens:", Colour::red, STDERR_FILENO) + " " + as_line(*failure);
    if (const auto log = spdlog::get(file_log)) {
      log->error("{}", *failure);
    }
  }
  if (speaks) {
    // Since mpirun always returns 0 when it is told to survive the death of ranks. "75 outside"
    // says that nobody above this process stopped it.
    const bool from_outside = code == ExitCode::stopped && signal_requests().from_outside;
    tell_launcher("",
                  std::to_string(static_cast<int>(code)) + (from_outside ? " outside\n" : "\n"));
  }
  return code;
}

void leave_now(ExitCode code) {
  spdlog::shutdown();
  std::_Exit(static_cast<int>(code));
}

}  // namespace nqueens::cli
