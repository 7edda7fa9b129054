// Messages to all ranks at once, and the end of processes that do not answer.

#include "nqueens/serve/ranks.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <thread>

#include "nqueens/net/message.hpp"

namespace nqueens {

void welcome_workers(Transport& transport, const Problem& problem, const std::string& kernel) {
  for (int rank = 1; rank < transport.size(); ++rank) {
    transport.send(rank, Hello{.process = this_process()});
    transport.send(rank, Welcome{.problem = problem, .kernel = kernel});
  }
}

void ping_workers(Transport& transport) {
  for (int rank = 1; rank < transport.size(); ++rank) {
    transport.send(rank, Hello{.process = this_process()});
    transport.send(rank, Ping{});
  }
}

void dismiss_workers(Transport& transport, bool finalize) {
  for (int rank = 1; rank < transport.size(); ++rank) {
    transport.send(rank, Dismiss{.finalize = finalize});
  }
  transport.flush(std::chrono::milliseconds(500));
}

void kill_processes(std::span<const HungProcess> hung) {
  const auto lives = [](const HungProcess& one) {
    return liveness(one.process) == Liveness::alive;
  };
  for (int i = 0; i < 50 && std::ranges::any_of(hung, lives); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  for (const HungProcess& one : hung) {
    if (lives(one)) {
      spdlog::warn("process {} of {} does not answer and is killed", one.process.pid,
                   describe_workers(one.workers));
      kill(static_cast<pid_t>(one.process.pid), SIGKILL);
    }
  }
}

std::string describe_workers(std::span<const int> workers) {
  std::string text;
  for (std::size_t first = 0; first < workers.size();) {
    std::size_t last = first;
    while (last + 1 < workers.size() && workers[last + 1] == workers[last] + 1) {
      ++last;
    }
    text += (text.empty() ? "" : ",") + std::to_string(workers[first]);
    if (last > first) {
      text += "-" + std::to_string(workers[last]);
    }
    first = last + 1;
  }
  return (workers.size() == 1 ? "worker " : "workers ") + text;
}

}  // namespace nqueens
