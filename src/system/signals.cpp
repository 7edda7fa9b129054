// The handler of the signals that this process catches.

#include "nqueens/system/signals.hpp"

#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <fstream>
#include <string>
#include <string_view>

#include "nqueens/core/error.hpp"

namespace nqueens {
namespace {

static_assert(std::atomic<int>::is_always_lock_free && std::atomic<bool>::is_always_lock_free,
              "a signal handler may only touch lock-free atomics");

// Global, since a signal handler has no other way to reach them.
Requests requests;
std::atomic<bool> interrupted{false};  ///< a SIGINT has come already

/// Only what a signal handler may call: no stream, no log.
[[noreturn]] void leave_at_once() {
  constexpr std::string_view line = "nqueens: ended at once by a second SIGINT, without saving\n";
  [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, line.data(), line.size());
  std::_Exit(static_cast<int>(ExitCode::interrupted));
}

extern "C" void handle_signal(int signal) {
  if (signal == SIGUSR2) {
    requests.save = true;
    return;
  }
  if (signal == SIGINT && interrupted.exchange(true)) {
    leave_at_once();
  }
  requests.stop_signal = signal;
}

/// A launcher that passes SIGUSR1 on for another signal names that beside the file of the exit
/// code.
int signal_of_launcher() {
  const char* file = std::getenv("NQUEENS_EXIT_CODE_FILE");
  if (file == nullptr || *file == '\0') {
    return SIGUSR1;
  }
  std::string name;
  std::ifstream(std::string(file) + ".signal") >> name;
  return name == "INT" ? SIGINT : name == "TERM" ? SIGTERM : name == "HUP" ? SIGHUP : SIGUSR1;
}

}  // namespace

std::string stop_cause(int signal) {
  switch (signal == SIGUSR1 ? signal_of_launcher() : signal) {
    case SIGINT: return "interrupted";
    case SIGTERM: return "SIGTERM";
    case SIGHUP: return "SIGHUP";
    case SIGUSR1: return "SIGUSR1";
    default: return "signal " + std::to_string(signal);
  }
}

Requests& signal_requests() {
  return requests;
}

void catch_signals() {
  struct sigaction action = {};
  action.sa_handler = handle_signal;
  sigemptyset(&action.sa_mask);
  for (const int signal : {SIGINT, SIGTERM, SIGUSR1, SIGUSR2}) {
    sigaction(signal, &action, nullptr);
  }
  // Under nohup a hangup stays ignored.
  struct sigaction hangup = {};
  if (sigaction(SIGHUP, nullptr, &hangup) == 0 && hangup.sa_handler != SIG_IGN) {
    sigaction(SIGHUP, &action, nullptr);
  }
  action.sa_handler = SIG_IGN;
  sigaction(SIGPIPE, &action, nullptr);
}

void let_large_writes_fail() {
  struct sigaction action = {};
  action.sa_handler = SIG_IGN;
  sigemptyset(&action.sa_mask);
  sigaction(SIGXFSZ, &action, nullptr);
}

}  // namespace nqueens
