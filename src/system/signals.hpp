// Signals that tell a run to stop, or to save and go on.
#pragma once

#include <atomic>
#include <string>
#include <thread>

namespace nqueens {

struct Requests {
  std::atomic<int> stop_signal{0};  ///< the signal to stop; 0: none yet
  std::atomic<bool> save{false};    ///< save now and go on; whoever saves clears it
  /// The signal is not from mpirun, which also signals runs that it abandons.
  std::atomic<bool> from_outside{false};

  [[nodiscard]] bool stop() const { return stop_signal.load(std::memory_order_relaxed) != 0; }
  /// Records a stop of a worker in another process; a signal of this process has priority. SIGUSR1
  /// stops the whole run, since Slurm may send it to some ranks only; other signals may be for one
  /// machine.
  void hear_of_a_stop(int its_signal, bool its_from_outside);
};

/// The cause of a stop: "interrupted" (SIGINT), "SIGTERM"; "signal 5" if catch_signals() does not
/// catch it. For SIGUSR1: the signal that the launcher received, if it is known.
std::string stop_cause(int signal);

/// The requests from signals to this process, after catch_signals().
Requests& signal_requests();

/// False once a signal has asked to stop; for long work.
inline bool goes_on() {
  return !signal_requests().stop();
}

/// SIGINT, SIGTERM, SIGHUP, SIGXCPU, SIGPWR and SIGUSR1 ask to stop, SIGUSR2 to save and go on; the
/// handler only sets a flag. Signals ignored at the first call stay ignored, except SIGUSR1 and
/// SIGUSR2. A second SIGINT ends the process at once, with a line on stderr and
/// ExitCode::interrupted. SIGPIPE is ignored.
void catch_signals();

/// Whether this process ignores SIGINT, like background processes of a script. catch_signals() then
/// leaves it ignored.
bool ignores_interrupts();

/// Catches the signals again several times a second until the thread is stopped, since libraries
/// that MPI loads, such as OpenCL drivers, take some of them.
/// @param for_launcher  also handles signals that jobs/launch passes on in the file
/// NQUEENS_EXIT_CODE_FILE.signal; removing the file acknowledges them
std::jthread keep_catching_signals(bool for_launcher);

/// Restores the handlers of all signals, which libraries loaded meanwhile may take. With several
/// guards at once, it restores those from before the first. No thread waits for another's guard,
/// which a driver may hold forever.
class SignalGuard {
 public:
  SignalGuard();
  SignalGuard(const SignalGuard&) = delete;
  SignalGuard& operator=(const SignalGuard&) = delete;
  ~SignalGuard();
};

/// Lets writes above the file size limit (ulimit -f) fail with EFBIG, like those to a full disk,
/// instead of ending the process.
void let_large_writes_fail();

}  // namespace nqueens
