// What signals ask of a run: stop, or save and go on.
#pragma once

#include <atomic>
#include <string>
#include <thread>

namespace nqueens {

struct Requests {
  std::atomic<int> stop_signal{0};  ///< the signal that asked to stop; 0 if none has
  std::atomic<bool> save{false};    ///< save now and go on; whoever saves clears the flag
  /// The signal did not come from mpirun, which also signals a run that it abandons.
  std::atomic<bool> from_outside{false};

  [[nodiscard]] bool stop() const { return stop_signal.load(std::memory_order_relaxed) != 0; }
  /// What stopped a worker in another process; a signal of this one counts more. SIGUSR1 stops the
  /// whole run, since Slurm may send it to some ranks only; other signals may be for one machine.
  void hear_of_a_stop(int its_signal, bool its_from_outside);
};

/// What stops the program: "interrupted" (SIGINT), "SIGTERM"; "signal 5" for one that
/// catch_signals() does not catch. For SIGUSR1: the signal that the launcher got, if it says so.
std::string stop_cause(int signal);

/// The requests of this process's signals, after catch_signals().
Requests& signal_requests();

/// For what takes long: whether no signal has asked to stop.
inline bool goes_on() {
  return !signal_requests().stop();
}

/// SIGINT, SIGTERM, SIGHUP, SIGXCPU, SIGPWR and SIGUSR1 ask to stop, SIGUSR2 to save and go on; the
/// handler only sets a flag. All but the last two stay ignored if they were so at the first call. A
/// second SIGINT says so on stderr and ends the process at once with ExitCode::interrupted. SIGPIPE
/// is ignored.
void catch_signals();

/// Whether this process ignores SIGINT, as what a script runs in its background does. Afterwards
/// catch_signals() leaves it so.
bool ignores_interrupts();

/// Catches them again several times a second until the thread is stopped: libraries that MPI loads,
/// such as OpenCL drivers, take some of them.
/// @param for_launcher  also heeds signals that jobs/launch repeats in the file
/// NQUEENS_EXIT_CODE_FILE.signal, and removes the file, which tells the launcher so
std::jthread keep_catching_signals(bool for_launcher);

/// At its end it puts the handlers of all signals back as they were before it and all others that
/// are there at the same time: the libraries that are loaded meanwhile may take some. No thread
/// waits for that of another, which a driver may hold for ever.
class SignalGuard {
 public:
  SignalGuard();
  SignalGuard(const SignalGuard&) = delete;
  SignalGuard& operator=(const SignalGuard&) = delete;
  ~SignalGuard();
};

/// A write above the limit of file sizes (ulimit -f) fails like one to a full disk, with EFBIG; it
/// does not end the process.
void let_large_writes_fail();

}  // namespace nqueens
