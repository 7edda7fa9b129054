// Messages to all ranks at once, and the end of processes that do not answer.

#include "serve/ranks.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <exception>
#include <map>
#include <set>
#include <thread>

#include "core/error.hpp"
#include "core/number.hpp"
#include "net/message.hpp"
#include "serve/serve.hpp"

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

std::string describe_ranks(std::span<const Rank> ranks) {
  std::set<int> hosts;
  std::vector<int> threads;
  for (const Rank& rank : ranks) {
    if (rank.workers > 0) {
      hosts.insert(rank.host);
      threads.push_back(rank.workers);
    }
  }
  const auto amount = [](auto number, const std::string& noun) {
    return amount_of(static_cast<std::uint64_t>(number), noun);
  };
  if (threads.empty()) {
    return "no thread";
  }
  const auto [least, most] = std::ranges::minmax(threads);
  std::string text = amount(most, "thread");
  if (ranks.size() > 1) {
    text = amount(threads.size(), "rank") + " of " +
           (least < most ? std::to_string(least) + " to " : "") + text + " on " +
           amount(hosts.size(), "host");
  }
  return text + (ranks.front().workers == 0 ? ", beside the master alone on rank 0" : "");
}

std::optional<std::string> describe_crowd(std::span<const Rank> ranks, bool launched) {
  std::map<int, int> workers;  // by host
  for (std::size_t i = 0; i < ranks.size(); ++i) {
    const Rank& rank = ranks[i];
    workers[rank.host] += rank.workers;
    if (rank.workers > rank.processors) {
      return "rank " + std::to_string(i) + " has " + std::to_string(rank.workers) +
             " threads and may use " +
             amount_of(static_cast<std::uint64_t>(rank.processors), "processor") +
             (launched ? "; if mpirun bound it, give --bind-to none; if srun, --cpus-per-task"
                       : "");
    }
  }
  for (const auto& [host, its_workers] : workers) {
    if (const int processors = ranks[static_cast<std::size_t>(host)].host_processors;
        its_workers > processors) {
      return "the host of rank " + std::to_string(host) + " has " + std::to_string(its_workers) +
             " workers for " + amount_of(static_cast<std::uint64_t>(processors), "processor");
    }
  }
  return std::nullopt;
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

void require_no_failure(const Served& served, const std::string& advice) {
  if (served.failure) {
    std::rethrow_exception(served.failure);
  }
  if (served.end == ServeEnd::no_workers) {
    const std::string why =
        served.last_failure.empty() ? "" : " (the last one said: " + served.last_failure + ")";
    throw Error(ExitCode::runtime_error, "no worker is left" + why + advice);
  }
}

}  // namespace nqueens
