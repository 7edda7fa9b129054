// Makes the log: its targets, layout and level.
#include "log.hpp"

#include <spdlog/sinks/basic_file_sink.h>
#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include <memory>
#include <string>
#include <vector>

#include "exit.hpp"
#include "nqueens/core/error.hpp"

namespace nqueens::cli {
namespace {

constexpr const char* log_pattern = "%H:%M:%S %^%l%$ %v";
constexpr const char* clear_line = "\r\x1b[K";  // on a terminal, where a progress bar may be

}  // namespace

void set_up_log(const LogOptions& options) {
  std::vector<spdlog::sink_ptr> sinks = {std::make_shared<spdlog::sinks::stderr_color_sink_mt>()};
  if (!options.file.empty()) {
    try {
      sinks.push_back(std::make_shared<spdlog::sinks::basic_file_sink_mt>(options.file));
      sinks.back()->set_pattern(log_pattern);
      spdlog::register_logger(std::make_shared<spdlog::logger>(file_log, sinks.back()));
    } catch (const spdlog::spdlog_ex&) {
      throw Error(ExitCode::usage,
                  "cannot write the log file '" + options.file + "'; check its folder");
    }
  }
  auto logger = std::make_shared<spdlog::logger>("nqueens", sinks.begin(), sinks.end());
  logger->set_pattern(log_pattern);
  if (isatty(STDERR_FILENO) == 1) {
    sinks.front()->set_pattern(std::string(clear_line) + log_pattern);
  }
  logger->set_level(options.verbose ? spdlog::level::debug
                                    : (options.quiet ? spdlog::level::warn : spdlog::level::info));
  logger->flush_on(spdlog::level::info);
  spdlog::set_default_logger(std::move(logger));
}

}  // namespace nqueens::cli
