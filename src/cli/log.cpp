// Makes the log: its targets, layout and level.
#include "cli/log.hpp"

#include <fcntl.h>
#include <spdlog/pattern_formatter.h>
#include <spdlog/sinks/basic_file_sink.h>
#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include <cerrno>
#include <memory>
#include <string>
#include <vector>

#include "cli/colour.hpp"
#include "cli/exit.hpp"
#include "core/error.hpp"
#include "core/one_line.hpp"
#include "report/terminal.hpp"
#include "system/file_error.hpp"

namespace nqueens::cli {
namespace {

constexpr const char* log_pattern = "%Y-%m-%dT%H:%M:%S %^%l%$ %v";
/// The same day, in a line where a progress bar may be.
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

/// The sink itself would make folders that are missing, which are slips.
void require_writable(const std::string& file) {
  const int descriptor = open(file.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
  if (descriptor < 0) {
    throw file_error(ExitCode::usage, "write the log", file, errno);
  }
  close(descriptor);
}

}  // namespace

void set_up_log(const LogOptions& options) {
  const auto colours =
      has_colours(STDERR_FILENO) ? spdlog::color_mode::always : spdlog::color_mode::never;
  std::vector<spdlog::sink_ptr> sinks = {
      std::make_shared<spdlog::sinks::stderr_color_sink_mt>(colours)};
  const auto level = options.verbose ? spdlog::level::debug : spdlog::level::info;
  sinks.front()->set_level(options.quiet ? spdlog::level::warn : level);
  if (!options.file.empty()) {
    require_writable(options.file);
    sinks.push_back(std::make_shared<spdlog::sinks::basic_file_sink_mt>(options.file));
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

}  // namespace nqueens::cli
