// Short numbers and times, progress lines, and when they are due.

#include "view/progress.hpp"

#include <spdlog/spdlog.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <utility>

#include "core/number.hpp"
#include "core/text.hpp"

namespace nqueens {
namespace {

constexpr double bar_interval_seconds = 0.2;
constexpr double first_minute_interval_seconds = 10;
constexpr double first_minute_seconds = 60;

}  // namespace

std::string short_number(double value) {
  constexpr std::array<const char*, 6> prefixes = {"", " k", " M", " G", " T", " P"};
  std::size_t prefix = 0;
  for (; value >= 999.5 && prefix + 1 < prefixes.size(); value /= 1000) {
    ++prefix;
  }
  return prefix == 0 ? fmt::format("{:.3g}", value)
                     : fmt::format("{:.{}f}{}", value,
                                   value >= 99.95 ? 0 : (value >= 9.995 ? 1 : 2), prefixes[prefix]);
}

std::string short_time(double seconds) {
  if (seconds >= 1 || seconds == 0) {
    return format_duration(seconds);
  }
  return seconds < 1e-3 ? fmt::format("{:.3g} us", seconds * 1e6)
                        : fmt::format("{:.3g} ms", seconds * 1e3);
}

double counted_a_second(const RunProgress& run) {
  const double counted = run.now.count.approximate() - run.before.count.approximate();
  return run.now.seconds > 0 ? counted / run.now.seconds : 0;
}

std::optional<double> eta_seconds(const RunProgress& run) {
  const double done_here = run.now.share_done - run.before.share_done;
  if (!(done_here > 0)) {
    return std::nullopt;
  }
  return std::max(run.now.seconds * (1 - run.now.share_done) / done_here, 0.0);
}

std::string remaining_time(const RunProgress& run) {
  constexpr double sure = 0.1;    // from this share of the work on, expected costs are trusted
  constexpr double alike = 1.05;  // ends of a range that differ by less are shown as one number
  const auto eta = eta_seconds(run);
  if (!eta) {
    return "unknown";
  }
  const double rate = counted_a_second(run);
  if (run.expected && run.now.share_done < sure && rate > 0) {
    const auto by_count = [&](double expected) {
      return std::max(expected - run.now.count.approximate(), 0.0) / rate;
    };
    const double low = std::min(*eta, by_count(run.expected->low));
    const double high = std::max(*eta, by_count(run.expected->high));
    if (high > alike * low) {
      return format_duration(low) + " to " + format_duration(high);
    }
  }
  return format_duration(*eta);
}

std::string time_left(const RunProgress& run) {
  return eta_seconds(run) ? remaining_time(run) + " left" : "time left unknown";
}

std::string rate_text(const RunProgress& run, std::string_view of_what) {
  const double rate = counted_a_second(run);
  return rate > 0 || eta_seconds(run) ? short_number(rate) + std::string(of_what) + "/s"
                                      : "rate unknown";
}

std::string progress_line(const Problem& problem, const RunProgress& run) {
  const std::string counted = " " + std::string(problem.info().quantity());
  std::string line =
      fmt::format("{}, {} of {}, {} {} so far, {}, {}, {}", format_share(run.now.share_done),
                  run.now.tasks_done, amount_of(run.now.tasks, "task"), to_string(run.now.count),
                  problem.info().noun(run.now.count == 1U), rate_text(run, counted),
                  amount_of(static_cast<std::uint64_t>(run.now.workers), "worker"), time_left(run));
  if (run.now.lost > 0) {
    line += fmt::format(", {} lost", run.now.lost);
  }
  return line;
}

std::string progress_bar(const Problem& problem, const RunProgress& run, int width) {
  const std::string head = fmt::format("{} [", to_string(problem));
  const std::string tail = fmt::format("] {:>6}  {}  {}", format_share(run.now.share_done),
                                       rate_text(run), time_left(run));
  const int room = std::clamp(width - 1 - static_cast<int>(head.size() + tail.size()), 0, 50);
  const int filled = static_cast<int>(std::lround(room * std::clamp(run.now.share_done, 0.0, 1.0)));
  const std::string line = head + std::string(static_cast<std::size_t>(filled), '#') +
                           std::string(static_cast<std::size_t>(room - filled), '.') + tail;
  return line.substr(0, static_cast<std::size_t>(std::max(width - 1, 0)));
}

bool takes_escapes(int descriptor) {
  const char* const terminal = std::getenv("TERM");
  return terminal != nullptr && *terminal != '\0' && terminal != std::string_view("dumb") &&
         isatty(descriptor) == 1;
}

TerminalSize terminal_size(int descriptor) {
  TerminalSize size;
  winsize found{};
  if (ioctl(descriptor, TIOCGWINSZ, &found) == 0) {
    size.rows = found.ws_row > 0 ? found.ws_row : size.rows;
    size.columns = found.ws_col > 0 ? found.ws_col : size.columns;
  }
  return size;
}

ProgressReporter::ProgressReporter(ProgressMode mode, bool under_launcher,
                                   double log_interval_seconds, Say say)
    : mode_(mode), log_interval_seconds_(log_interval_seconds), say_(std::move(say)) {
  if (!say_) {
    say_ = [](const std::string& line) { spdlog::info("{}", line); };
  }
  if (mode_ == ProgressMode::automatic) {
    // Under a launcher stderr goes through it, whatever isatty() says.
    mode_ = !under_launcher && takes_escapes(STDERR_FILENO) ? ProgressMode::bar : ProgressMode::log;
  }
  next_ = interval(0);
}

double ProgressReporter::interval(double elapsed_seconds) const {
  if (mode_ == ProgressMode::bar) {
    return bar_interval_seconds;
  }
  return elapsed_seconds < first_minute_seconds
             ? std::min(first_minute_interval_seconds, log_interval_seconds_)
             : log_interval_seconds_;
}

bool ProgressReporter::due(double elapsed_seconds) const {
  return mode_ != ProgressMode::none && elapsed_seconds >= next_;
}

void ProgressReporter::update(const Problem& problem, const RunProgress& run) {
  if (due(run.now.seconds)) {
    update(run.now.seconds, mode_ == ProgressMode::bar
                                ? progress_bar(problem, run, terminal_size(STDERR_FILENO).columns)
                                : progress_line(problem, run));
  }
}

void ProgressReporter::update(double elapsed_seconds, const std::string& text) {
  if (!due(elapsed_seconds)) {
    return;
  }
  next_ = elapsed_seconds + interval(elapsed_seconds);
  if (mode_ == ProgressMode::bar) {
    const int room = std::max(terminal_size(STDERR_FILENO).columns - 1, 0);
    std::fprintf(stderr, "\r%.*s\x1b[K", room, one_line(text).c_str());
    std::fflush(stderr);
    bar_drawn_ = true;
  } else {
    say_(text);
  }
}

void ProgressReporter::finish() {
  if (bar_drawn_) {
    std::fprintf(stderr, "\r\x1b[K");
    std::fflush(stderr);
    bar_drawn_ = false;
  }
}

}  // namespace nqueens
