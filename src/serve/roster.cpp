// Looks at each worker in turn.

#include "serve/roster.hpp"

#include <map>

#include "system/process.hpp"

namespace nqueens {
namespace {

template <class Is>
bool all(const Workers& workers, const Is& is) {
  for (WorkerId id = 1; id <= workers.last(); ++id) {
    if (!is(workers[id])) {
      return false;
    }
  }
  return true;
}

}  // namespace

bool is_dead(const Workers::Worker& worker) {
  return liveness(worker.process) == Liveness::dead;
}

bool all_gone(const Workers& workers) {
  return all(workers, [](const auto& worker) {
    return worker.has_spoken && (worker.has_left() || is_dead(worker));
  });
}

bool all_wait(const Workers& workers) {
  return all(workers, [](const auto& worker) { return worker.has_left() && !is_dead(worker); });
}

bool somebody_stays(const Workers& workers) {
  return !all(workers, [](const auto& worker) { return !worker.can_be_told(); });
}

std::vector<std::vector<WorkerId>> newly_dead(const Workers& workers) {
  std::vector<std::vector<WorkerId>> dead;
  for (WorkerId id = 1; id <= workers.last(); ++id) {
    const Workers::Worker& worker = workers[id];
    if (!worker.can_be_told() || !is_dead(worker)) {
      continue;
    }
    // The workers of a process have numbers in a row.
    if (dead.empty() || workers[dead.back().front()].process != worker.process) {
      dead.emplace_back();
    }
    dead.back().push_back(id);
  }
  return dead;
}

std::string describe_kernels(const Workers& workers) {
  if (!workers.all_had_kernels()) {
    return {};
  }
  std::map<std::string, std::vector<WorkerId>> by_kernel;
  for (WorkerId id = 1; id <= workers.last(); ++id) {
    by_kernel[workers[id].kernel].push_back(id);
  }
  std::string line;
  for (const auto& [kernel, ids] : by_kernel) {
    line += (line.empty() ? "kernel " : ", ") + kernel + " on " + describe_workers(ids);
  }
  return line;
}

std::vector<HungProcess> hung_processes(const Workers& workers) {
  const ProcessIdentity self = this_process();
  std::vector<HungProcess> hung;
  for (WorkerId id = 1; id <= workers.last(); ++id) {
    const Workers::Worker& worker = workers[id];
    if (worker.has_left() || worker.process == self ||
        liveness(worker.process) != Liveness::alive) {
      continue;
    }
    if (hung.empty() || hung.back().process != worker.process) {
      hung.push_back({.process = worker.process, .workers = {}});
    }
    hung.back().workers.push_back(id);
  }
  return hung;
}

}  // namespace nqueens
