// The thread that watches MPI start.
#include "mpi_start.hpp"

#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <mutex>
#include <optional>
#include <string>

#include "exit.hpp"
#include "nqueens/core/error.hpp"
#include "nqueens/system/clock.hpp"
#include "nqueens/system/signals.hpp"

namespace nqueens::cli {
namespace {

constexpr std::chrono::seconds default_patience{300};
constexpr std::chrono::milliseconds patience_per_rank{10};
constexpr std::chrono::seconds patience_after_stop{5};
constexpr std::chrono::milliseconds look_interval{100};

/// Prints one line and ends with the exit code, as for any other failure, without waiting for MPI.
[[noreturn]] void give_up(const Launcher& launcher, ExitCode code, const std::string& why) {
  guarded(launcher, [&]() -> ExitCode { throw Error(code, why); });
  std::_Exit(static_cast<int>(code));
}

std::string seconds(Clock::duration time) {
  return std::to_string(std::chrono::duration_cast<std::chrono::seconds>(time).count()) + " s";
}

/// NQUEENS_START_SECONDS if that is a number above 0, for nodes that take long to wake up.
std::chrono::seconds patience() {
  const char* given = std::getenv("NQUEENS_START_SECONDS");
  const long value = given != nullptr ? std::strtol(given, nullptr, 10) : 0;
  return value > 0 ? std::chrono::seconds(value) : default_patience;
}

void watch(const std::stop_token& token, const Launcher& launcher) {
  const Clock::duration limit = patience() + launcher.ranks.value_or(0) * patience_per_rank;
  const Clock::time_point start = Clock::now();
  std::optional<Clock::time_point> stop_seen;
  std::mutex mutex;
  std::condition_variable_any asked_to_end;
  std::unique_lock lock(mutex);
  while (true) {
    asked_to_end.wait_for(lock, token, look_interval, [] { return false; });
    if (token.stop_requested()) {
      return;
    }
    const Clock::time_point now = Clock::now();
    if (signal_requests().stop() && !stop_seen) {
      stop_seen = now;
    }
    if (stop_seen && now - *stop_seen > patience_after_stop) {
      give_up(launcher, ExitCode::stopped,
              "stopped before MPI had started; run the same command again");
    }
    if (now - start > limit) {
      give_up(launcher, ExitCode::runtime_error,
              "MPI did not start within " + seconds(limit) +
                  ": a rank died before it was up, or a host cannot be reached; run the same "
                  "command again, or wait longer with NQUEENS_START_SECONDS");
    }
  }
}

}  // namespace

std::jthread watch_mpi_start(const Launcher& launcher) {
  return std::jthread([&launcher](const std::stop_token& token) { watch(token, launcher); });
}

}  // namespace nqueens::cli
