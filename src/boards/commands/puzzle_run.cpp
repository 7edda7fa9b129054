// Looks at the clock and the signals at nodes of a search.
#include "boards/commands/puzzle_run.hpp"

#include <limits>

#include "cli/say.hpp"
#include "core/duration.hpp"
#include "core/number.hpp"
#include "system/signals.hpp"

namespace nqueens::cli {

PuzzleRun::PuzzleRun(const PuzzleOptions& options, const Launcher& launcher)
    : limit_seconds_(options.limit_seconds.value_or(std::numeric_limits<double>::infinity())),
      progress_(progress_reporter(launcher)),
      search_(chosen_threads(options.threads),
              [this](std::uint64_t nodes) { return go_on(nodes); }) {
  catch_signals();
}

void PuzzleRun::tell(const std::string& text) {
  story_ += text + "; ";
}

bool PuzzleRun::go_on(std::uint64_t nodes) {
  const double now = seconds();
  if (!silent_ && progress_.due(now)) {
    progress_.update(now, story_ + amount_of(nodes, "node") + " searched, " + format_duration(now));
  }
  return now < limit_seconds_ && !signal_requests().stop();
}

std::string PuzzleRun::ending() const {
  const std::string time = format_duration(seconds());
  if (!search_.stopped()) {
    return "searched in " + time;
  }
  const int signal = signal_requests().stop_signal;
  return "stopped (" + (signal == 0 ? "time limit" : stop_cause(signal)) + ") after " + time;
}

}  // namespace nqueens::cli
