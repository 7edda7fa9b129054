// Stages of workers. Each change updates the lists of workers.

#include "queue/worker_table.hpp"

#include <algorithm>
#include <utility>

namespace nqueens {

void WorkerTable::grow(WorkerId last) {
  const auto size = static_cast<std::size_t>(std::max(last, 0)) + 1;
  if (workers_.size() < size) {
    by_stage_[static_cast<std::size_t>(Stage::silent)][0] +=
        size - std::max<std::size_t>(workers_.size(), 1);
    workers_.resize(size);
  }
}

WorkerTable::Worker& WorkerTable::at(WorkerId id) {
  grow(id);
  return workers_.at(static_cast<std::size_t>(id));
}

void WorkerTable::set(WorkerId id, Stage stage, bool is_set_aside) {
  Worker& worker = at(id);
  const bool worked = worker.works();
  --by_stage_[static_cast<std::size_t>(worker.stage)][worker.is_set_aside ? 1 : 0];
  ++by_stage_[static_cast<std::size_t>(stage)][is_set_aside ? 1 : 0];
  worker.stage = stage;
  worker.is_set_aside = is_set_aside;
  if (worker.works() == worked) {
    return;
  }
  Host& host = hosts_[worker.process.host];
  Kind& kind = kinds_[worker.kind()];
  if (worked) {
    --kind.working;
    kind.slow -= worker.is_slow ? 1 : 0;
    host.workers.erase(id);
    if (host.workers.empty()) {
      hosts_.erase(worker.process.host);
    }
  } else {
    ++kind.working;
    kind.slow += worker.is_slow ? 1 : 0;
    host.workers.insert(id);
    host.hear(heard_);
  }
  list(id);
}

/// Updates the lists of workers that hold no batch or one.
void WorkerTable::list(WorkerId id) {
  const Worker& worker = at(id);
  for (int batches = 0; batches < max_batches; ++batches) {
    auto& members = with_batches_[static_cast<std::size_t>(batches)];
    if (worker.works() && worker.batches == batches) {
      members.insert(id);
    } else {
      members.erase(id);
    }
  }
}

void WorkerTable::hear(WorkerId id, double now) {
  Worker& worker = at(id);
  spoken_ += worker.has_spoken ? 0 : 1;
  worker.has_spoken = true;
  heard_ = now;
  if (worker.works()) {
    hosts_.at(worker.process.host).hear(now);
  }
}

std::vector<WorkerId> WorkerTable::ask_silent_hosts(double now, double interval) {
  std::vector<WorkerId> asked;
  for (auto& [name, host] : hosts_) {
    if (!host.asked && now - host.heard > interval) {
      host.asked = now;
      asked.push_back(*host.workers.begin());
    } else if (host.asked && !host.all_asked && now - *host.asked > interval) {
      host.all_asked = true;
      asked.insert(asked.end(), host.workers.begin(), host.workers.end());
    }
  }
  std::ranges::sort(asked);
  return asked;
}

void WorkerTable::come_back(WorkerId id) {
  Worker& worker = at(id);
  if (worker.stage == Stage::lost) {
    were_lost_ -= std::exchange(worker.was_lost, false) ? 1 : 0;
    set(id, worker.kernel.empty() ? Stage::greeted : Stage::ready, worker.is_set_aside);
  }
}

void WorkerTable::greet(WorkerId id, const ProcessIdentity& process, const std::string& device) {
  Worker& worker = at(id);
  const Stage stage = worker.stage;
  set(id, Stage::greeted, worker.is_set_aside);  // otherwise its old host would still list it
  worker.process = process;
  worker.device = worker.kernel.empty() ? device : worker.device;
  set(id, stage == Stage::silent ? Stage::greeted : stage, worker.is_set_aside);
}

bool WorkerTable::ready(WorkerId id, const std::string& kernel, const std::string& device,
                        const std::string& processor) {
  Worker& worker = at(id);
  if (worker.stage == Stage::silent) {
    return false;
  }
  const Stage stage = worker.stage;
  set(id, Stage::greeted, worker.is_set_aside);  // otherwise its old kind would still count it
  with_kernel_ += worker.kernel.empty() ? 1 : 0;
  worker.device = device;
  worker.kernel = kernel;
  worker.processor = processor;
  set(id, stage == Stage::greeted ? Stage::ready : stage, worker.is_set_aside);
  return true;
}

bool WorkerTable::depart(WorkerId id, Stage how) {
  const Worker& worker = at(id);
  const bool was_here = worker.can_be_told();
  set(id, was_here ? how : worker.stage, worker.is_set_aside);
  return was_here;
}

std::size_t WorkerTable::devices_being_made() const {
  return static_cast<std::size_t>(std::ranges::count_if(workers_, [](const Worker& worker) {
    return worker.stage == Stage::greeted && !worker.is_set_aside && !worker.device.empty();
  }));
}

std::size_t WorkerTable::lost() const {
  return counts_of(Stage::lost)[0] + counts_of(Stage::lost)[1] + counts_of(Stage::failed)[0] +
         counts_of(Stage::failed)[1] - were_lost_;
}

const std::string* WorkerTable::host_of(WorkerId id) const {
  const Worker* worker = find(id);
  return worker != nullptr && worker->works() ? &worker->process.host : nullptr;
}

std::size_t WorkerTable::working_on(const std::string& host) const {
  const auto found = hosts_.find(host);
  return found == hosts_.end() ? 0 : found->second.workers.size();
}

void WorkerTable::begin_count() {
  for (const WorkerKind kind : worker_kinds) {
    kinds_[kind].slow = 0;
  }
  were_lost_ = 0;
  heard_ = 0;  // each count has its own clock
  for (auto& [name, host] : hosts_) {
    host.hear(0);
  }
  for (WorkerId id = 1; id <= last(); ++id) {
    Worker& worker = at(id);
    worker.batches = 0;
    worker.is_slow = false;
    worker.was_lost = worker.stage == Stage::lost || worker.stage == Stage::failed;
    were_lost_ += worker.was_lost ? 1 : 0;
    list(id);
  }
}

void WorkerTable::set_batches(WorkerId id, int batches) {
  at(id).batches = std::max(batches, 0);
  list(id);
}

void WorkerTable::set_slow(WorkerId id, bool is_slow) {
  Worker& worker = at(id);
  std::size_t& slow = kinds_[worker.kind()].slow;
  slow += worker.works() && is_slow ? 1 : 0;
  slow -= worker.works() && worker.is_slow ? 1 : 0;
  worker.is_slow = is_slow;
}

}  // namespace nqueens
