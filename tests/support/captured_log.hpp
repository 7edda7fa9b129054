// Captures the program's log.
#pragma once

#include <spdlog/sinks/ostream_sink.h>
#include <spdlog/spdlog.h>

#include <memory>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace nqueens::test {

/// Everything logged while this lives, as "info TEXT".
class CapturedLog {
 public:
  explicit CapturedLog(spdlog::level::level_enum least = spdlog::level::info) {
    auto logger = std::make_shared<spdlog::logger>(
        "test", std::make_shared<spdlog::sinks::ostream_sink_mt>(text_));
    logger->set_pattern("%l %v");
    logger->set_level(least);
    spdlog::set_default_logger(std::move(logger));
  }
  CapturedLog(const CapturedLog&) = delete;
  CapturedLog& operator=(const CapturedLog&) = delete;
  ~CapturedLog() { spdlog::set_default_logger(before_); }

  [[nodiscard]] std::string text() const { return text_.str(); }

  /// The lines that contain a text.
  [[nodiscard]] std::vector<std::string> lines(const std::string& with) const {
    std::istringstream stream(text_.str());
    std::vector<std::string> found;
    for (std::string line; std::getline(stream, line);) {
      if (line.find(with) != std::string::npos) {
        found.push_back(line);
      }
    }
    return found;
  }

 private:
  std::ostringstream text_;
  std::shared_ptr<spdlog::logger> before_ = spdlog::default_logger();
};

template <class Act>
std::string logged_by(const Act& act) {
  const CapturedLog log(spdlog::level::debug);
  act();
  return log.text();
}

}  // namespace nqueens::test
