// What signals ask of a run: stop, or save and go on.
#pragma once

#include <atomic>
#include <string>

namespace nqueens {

struct Requests {
  std::atomic<int> stop_signal{0};  ///< the signal that asked to stop; 0 if none has
  std::atomic<bool> save{false};    ///< save now and go on; whoever saves clears the flag

  [[nodiscard]] bool stop() const { return stop_signal.load(std::memory_order_relaxed) != 0; }
};

/// What stops the program: "interrupted" (SIGINT), "SIGTERM"; "signal 5" for one that
/// catch_signals() does not catch. For SIGUSR1: the signal that the launcher got, if it says so.
std::string stop_cause(int signal);

/// The requests of this process's signals, after catch_signals().
Requests& signal_requests();

/// SIGINT, SIGTERM, SIGHUP and SIGUSR1 ask to stop, SIGUSR2 to save and go on; the handler only
/// sets a flag. A second SIGINT says so on stderr and ends the process at once with
/// ExitCode::interrupted. SIGPIPE is ignored.
void catch_signals();

/// A write above the limit of file sizes (ulimit -f) fails like one to a full disk, with EFBIG; it
/// does not end the process.
void let_large_writes_fail();

}  // namespace nqueens
