// What signals ask of a run while it works: stop, or save and go on.
#pragma once

#include <atomic>
#include <string>

namespace nqueens {

struct Requests {
  std::atomic<int> stop_signal{0};  ///< the signal that asked to stop; 0 as long as none has
  std::atomic<bool> save{false};    ///< save now and go on; whoever does it clears the flag

  [[nodiscard]] bool stop() const { return stop_signal.load(std::memory_order_relaxed) != 0; }
};

/// "SIGUSR1"; "signal 5" for one that catch_signals() does not catch.
std::string signal_name(int signal);

/// The requests that this process's signals make, once catch_signals() was called.
Requests& signal_requests();

/// SIGINT, SIGTERM, SIGHUP and SIGUSR1 ask to stop, SIGUSR2 to save and go on; the handler only
/// sets a flag. A second SIGINT says so on stderr and ends the process at once with
/// ExitCode::interrupted. SIGPIPE is
/// ignored.
void catch_signals();

}  // namespace nqueens
