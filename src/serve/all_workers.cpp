// Loops over all workers.

#include "serve/all_workers.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <bit>
#include <chrono>
#include <csignal>
#include <set>
#include <thread>
#include <utility>

#include "core/number.hpp"
#include "net/message.hpp"
#include "system/process.hpp"

namespace nqueens {
namespace {

void tell_all(Transport& transport, const auto&... messages) {
  for (WorkerId id = 1; id < transport.size(); ++id) {
    (transport.send(id, messages), ...);
  }
}

template <class Is>
bool all(const WorkerTable& workers, const Is& is) {
  for (WorkerId id = 1; id <= workers.last(); ++id) {
    if (!is(workers[id])) {
      return false;
    }
  }
  return true;
}

/// Workers for which `is` holds. Those of one process have consecutive numbers.
template <class Is>
std::vector<WorkersOfProcess> by_process(const WorkerTable& workers, const Is& is) {
  std::vector<WorkersOfProcess> found;
  for (WorkerId id = 1; id <= workers.last(); ++id) {
    if (!is(workers[id])) {
      continue;
    }
    if (found.empty() || found.back().process != workers[id].process) {
      found.push_back({.process = workers[id].process});
    }
    found.back().workers.push_back(id);
  }
  return found;
}

}  // namespace

void welcome_workers(Transport& transport, const Problem& problem, const std::string& kernel) {
  tell_all(transport, Hello{.process = this_process()},
           Welcome{.problem = problem, .kernel = kernel});
}

void ping_workers(Transport& transport) {
  // Not a Ping: its answer, the batches held now, would be read only after new batches were sent.
  tell_all(transport, Hello{.process = this_process()});
}

void dismiss_workers(Transport& transport, bool finalize) {
  tell_all(transport, Dismiss{.finalize = finalize});
  transport.flush(std::chrono::milliseconds(500));
}

bool is_dead(const WorkerTable::Worker& worker) {
  return liveness(worker.process) == Liveness::dead;
}

bool all_gone(const WorkerTable& workers) {
  return all(workers, [](const auto& worker) {
    return worker.has_spoken && (worker.has_left() || is_dead(worker));
  });
}

bool all_wait(const WorkerTable& workers) {
  return all(workers, [](const auto& worker) { return worker.has_left() && !is_dead(worker); });
}

bool somebody_stays(const WorkerTable& workers) {
  return !all(workers, [](const auto& worker) { return !worker.can_be_told(); });
}

std::vector<WorkersOfProcess> newly_dead(const WorkerTable& workers) {
  return by_process(workers,
                    [](const auto& worker) { return worker.can_be_told() && is_dead(worker); });
}

std::vector<WorkersOfProcess> hung_workers(const WorkerTable& workers) {
  return by_process(workers, [self = this_process()](const auto& worker) {
    return !worker.has_left() && worker.process != self &&
           liveness(worker.process) == Liveness::alive;
  });
}

double WaitsForProcessors::since_asked(const WorkerTable& workers, WorkerId id, double now) {
  const ProcessIdentity& process = workers[id].process;
  Look& look = looks_[process.pid];
  if (look.at != now || look.process != process) {
    WorkerId first = id;
    while (first > 1 && workers[first - 1].process == process) {
      --first;
    }
    WorkerId last = id;
    while (last < workers.last() && workers[last + 1].process == process) {
      ++last;
    }
    look = {.process = process,
            .at = now,
            .mean = waiting_seconds(process).value_or(0) / (last - first + 1)};
  }
  const double before = std::exchange(asked_[id], look.mean);
  return std::max(look.mean - before, 0.0);
}

void kill_processes(std::span<const WorkersOfProcess> hung) {
  const auto lives = [](const WorkersOfProcess& one) {
    return liveness(one.process) == Liveness::alive;
  };
  for (int i = 0; i < 50 && std::ranges::any_of(hung, lives); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  for (const WorkersOfProcess& one : hung) {
    if (lives(one)) {
      spdlog::warn("process {} of {} does not answer and is killed", one.process.pid,
                   describe_workers(one.workers));
      kill(static_cast<pid_t>(one.process.pid), SIGKILL);
    }
  }
}

std::string describe_kernels(const WorkerTable& workers) {
  if (!workers.all_had_kernels()) {
    return {};
  }
  std::map<std::pair<std::string, std::string>, std::vector<WorkerId>> by_kernel;
  for (WorkerId id = 1; id <= workers.last(); ++id) {
    by_kernel[{workers[id].kernel, workers[id].device}].push_back(id);
  }
  std::string line;
  for (const auto& [kernel, ids] : by_kernel) {
    line += (line.empty() ? "kernel " : ", ") + kernel.first + " on " + describe_workers(ids) +
            (kernel.second.empty() ? "" : ", " + kernel.second);
  }
  return line;
}

std::string describe_ranks(std::span<const Rank> ranks) {
  std::set<int> hosts;
  std::vector<int> threads;
  int devices = 0;
  for (const Rank& rank : ranks) {
    if (rank.workers > 0) {
      const int rank_devices = std::popcount(rank.devices);
      hosts.insert(rank.host);
      threads.push_back(rank.workers - rank_devices);
      devices += rank_devices;
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
  text += devices > 0 ? " and " + amount(devices, "device") : "";
  return text + (ranks.front().workers == 0 ? ", beside the master alone on rank 0" : "");
}

std::optional<std::string> describe_oversubscription(std::span<const Rank> ranks, bool launched) {
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
  for (const auto& [host, host_workers] : workers) {
    if (const int processors = ranks[static_cast<std::size_t>(host)].host_processors;
        host_workers > processors) {
      return "the host of rank " + std::to_string(host) + " has " + std::to_string(host_workers) +
             " workers for " + amount_of(static_cast<std::uint64_t>(processors), "processor");
    }
  }
  return std::nullopt;
}

std::string describe_workers(std::span<const WorkerId> workers) {
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

std::string describe_set_aside(const SetAside& worker, const WorkerTable& workers) {
  return fmt::format("worker {} on {} is set aside: {}", worker.worker,
                     workers[worker.worker].process.host, worker.why);
}

}  // namespace nqueens
