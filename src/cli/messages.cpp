// Makes the log, and turns exceptions into a line on stderr and an exit code, which a launcher gets
// as well.
#include "cli/messages.hpp"

#include <spdlog/pattern_formatter.h>
#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <memory>

#include "core/text.hpp"
#include "system/launcher_files.hpp"
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

/// Since mpirun always returns 0 when it is told to survive the death of ranks. "75 outside" says
/// that nobody above this process stopped it.
void leave_exit_code(ExitCode code) {
  const bool from_outside = code == ExitCode::stopped && signal_requests().from_outside;
  tell_launcher("", std::to_string(static_cast<int>(code)) + (from_outside ? " outside\n" : "\n"));
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
      log->flush();
    }
  }
  if (speaks) {
    leave_exit_code(code);
  }
  return code;
}

void leave_now(ExitCode code) {
  spdlog::shutdown();
  std::_Exit(static_cast<int>(code));
}

}  // namespace nqueens::cli
