// Signal handlers.

#include "system/signals.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <mutex>
#include <string_view>
#include <vector>

#include "nqueens/error.hpp"
#include "system/launcher_files.hpp"
#include "system/process.hpp"

namespace nqueens {
namespace {

static_assert(std::atomic<int>::is_always_lock_free && std::atomic<bool>::is_always_lock_free &&
                  std::atomic<std::int64_t>::is_always_lock_free,
              "a signal handler may only touch lock-free atomics");

struct StopSignal {
  int number;
  std::string_view name;  ///< in the launcher's file
  std::string_view cause;
  bool may_be_ignored = true;
};

constexpr std::array stop_signals = {
    StopSignal{SIGINT, "INT", "interrupted"},
    StopSignal{SIGTERM, "TERM", "SIGTERM"},
    StopSignal{SIGHUP, "HUP", "SIGHUP"},
    StopSignal{SIGXCPU, "XCPU", "SIGXCPU, the limit of CPU time"},
    StopSignal{SIGPWR, "PWR", "SIGPWR, the power fails"},
    StopSignal{SIGUSR1, "USR1", "SIGUSR1", false},
};

// Global, since signal handlers cannot reach anything else.
Requests requests;
std::atomic<std::int64_t> interrupted_at{0};  ///< steady clock in milliseconds; 0: no SIGINT yet
int parent_of_group = 0;                      ///< parent of this process group's leader; 0: unknown

/// Whether a SIGINT came before. Those within a fifth of a second are the same one: `timeout` sends
/// it to a program and then to its group.
bool is_second_interrupt() {
  constexpr std::int64_t one_milliseconds = 200;
  using std::chrono::milliseconds;
  const std::int64_t now =
      std::chrono::duration_cast<milliseconds>(std::chrono::steady_clock::now().time_since_epoch())
          .count();
  std::int64_t first = 0;
  return !interrupted_at.compare_exchange_strong(first, now) && now - first >= one_milliseconds;
}

/// Whether a signal is known not to come from the parent, which under a launcher is mpirun or its
/// daemon, possibly behind a wrapper script. A sender in another pid namespace is 0. A launcher
/// sends SIGUSR1 only if told to.
bool is_from_outside(const siginfo_t& info) {
  return info.si_code > 0 || info.si_signo == SIGUSR1 ||
         (info.si_pid != 0 && info.si_pid != getppid() && info.si_pid != parent_of_group);
}

/// Calls only functions allowed in a signal handler: no streams, no log.
void handle_signal(int signal, siginfo_t* info, void* /*context*/) {
  if (signal == SIGUSR2) {
    requests.save = true;
    return;
  }
  if (signal == SIGINT && is_second_interrupt()) {
    constexpr std::string_view line = "nqueens: ended at once by a second SIGINT, without saving\n";
    [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, line.data(), line.size());
    std::_Exit(static_cast<int>(ExitCode::interrupted));
  }
  if (!requests.stop()) {
    requests.from_outside = is_from_outside(*info);
    requests.stop_signal = signal;
  }
}

/// Whether this process was started with the signal ignored: SIGHUP under nohup, SIGINT in a
/// script's background.
bool is_ignored(int signal) {
  struct sigaction before = {};
  return sigaction(signal, nullptr, &before) == 0 && before.sa_handler == SIG_IGN;
}

/// Handles a signal passed on by the launcher.
void heed_launcher() {
  const auto said = hear_launcher(".signal");
  if (!said) {
    return;
  }
  const std::string_view name = std::string_view(*said).substr(0, said->find('\n'));
  if (name == "USR2") {
    requests.save = true;
  } else {
    const auto* const known = std::ranges::find(stop_signals, name, &StopSignal::name);
    requests.stop_signal = known != stop_signals.end() ? known->number : SIGUSR1;
  }
}

struct Guards {
  std::mutex mutex;
  int alive = 0;
  std::map<int, struct sigaction> before;  ///< by signal, when the first guard began
};

/// Never destroyed: a thread that a driver blocks may outlive all others.
Guards& guards() {
  static auto& guards = *new Guards;
  return guards;
}

}  // namespace

void Requests::hear_of_a_stop(int its_signal, bool its_from_outside) {
  if (!stop()) {
    from_outside = its_from_outside;
    if (its_signal == SIGUSR1) {
      stop_signal = its_signal;
    }
  }
}

std::string stop_cause(int signal) {
  if (signal == SIGUSR1) {
    heed_launcher();
    signal = requests.stop() ? requests.stop_signal.load() : signal;
  }
  const auto* const known = std::ranges::find(stop_signals, signal, &StopSignal::number);
  return known != stop_signals.end() ? std::string(known->cause)
                                     : "signal " + std::to_string(signal);
}

Requests& signal_requests() {
  return requests;
}

bool ignores_interrupts() {
  return is_ignored(SIGINT);
}

void catch_signals() {
  static const std::vector<int> caught = [] {
    parent_of_group = static_cast<int>(parent_of(getpgrp()));
    find_launcher();
    std::vector<int> signals = {SIGUSR2};
    for (const StopSignal& each : stop_signals) {
      if (!each.may_be_ignored || !is_ignored(each.number)) {
        signals.push_back(each.number);
      }
    }
    return signals;
  }();
  struct sigaction action = {};
  action.sa_sigaction = handle_signal;
  action.sa_flags = SA_SIGINFO;
  sigemptyset(&action.sa_mask);
  for (const int signal : caught) {
    sigaction(signal, &action, nullptr);
  }
  action.sa_flags = 0;
  action.sa_handler = SIG_IGN;
  sigaction(SIGPIPE, &action, nullptr);
}

std::jthread keep_catching_signals(bool for_launcher) {
  catch_signals();
  return std::jthread([for_launcher](const std::stop_token& over) {
    constexpr std::chrono::milliseconds interval{200};
    std::mutex mutex;
    std::condition_variable_any is_over;
    std::unique_lock lock(mutex);
    while (!over.stop_requested()) {
      catch_signals();
      if (for_launcher) {
        heed_launcher();
      }
      is_over.wait_for(lock, over, interval, [] { return false; });
    }
  });
}

SignalGuard::SignalGuard() {
  auto& [mutex, alive, before] = guards();
  const std::lock_guard lock(mutex);
  for (int signal = 1; alive == 0 && signal < NSIG; ++signal) {
    sigaction(signal, nullptr, &before[signal]);
  }
  ++alive;
}

SignalGuard::~SignalGuard() {
  auto& [mutex, alive, before] = guards();
  const std::lock_guard lock(mutex);
  --alive;
  for (const auto& [signal, action] : before) {
    // A signal without handler may have one briefly, of a driver that is still working.
    if (alive == 0 || action.sa_handler != SIG_DFL) {
      sigaction(signal, &action, nullptr);
    }
  }
}

void let_large_writes_fail() {
  struct sigaction action = {};
  action.sa_handler = SIG_IGN;
  sigemptyset(&action.sa_mask);
  sigaction(SIGXFSZ, &action, nullptr);
}

}  // namespace nqueens
