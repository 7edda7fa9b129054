#include "nqueens/queue/dispatcher.hpp"

#include <algorithm>

namespace nqueens {
namespace {

constexpr int batches_per_worker = 2;

/// A batch is at most this part of a worker's equal share of what is to do.
constexpr double share_parts = 4;

}  // namespace

Dispatcher::Dispatcher(WorkQueue& queue, DispatchPolicy policy) : queue_(queue), policy_(policy) {}

bool Dispatcher::Worker::wants_work() const {
  return !suspended && batches_held < batches_per_worker;
}

void Dispatcher::join(WorkerId worker) {
  workers_[worker].suspended = false;
}

std::uint64_t Dispatcher::leave(WorkerId worker) {
  workers_.erase(worker);
  return queue_.release(worker);
}

std::uint64_t Dispatcher::suspend(WorkerId worker) {
  if (const auto found = workers_.find(worker); found != workers_.end()) {
    found->second.suspended = true;
  }
  return queue_.release(worker);
}

void Dispatcher::batch_finished(WorkerId worker) {
  if (const auto found = workers_.find(worker); found != workers_.end() && found->second.batches_held > 0) {
    --found->second.batches_held;
  }
}

void Dispatcher::holds(WorkerId worker, int batches) {
  if (const auto found = workers_.find(worker); found != workers_.end()) {
    found->second.batches_held = batches;
  }
}

std::size_t Dispatcher::workers() const {
  return static_cast<std::size_t>(std::count_if(workers_.begin(), workers_.end(),
                                                [](const auto& entry) { return !entry.second.suspended; }));
}

std::vector<TaskId> Dispatcher::next_batch(WorkerId worker, double now) {
  std::vector<TaskId> batch;
  const auto found = workers_.find(worker);
  if (found == workers_.end() || !found->second.wants_work()) {
    return batch;
  }
  double room = batch_cost();
  do {
    const auto task = queue_.next(worker, now);
    if (!task) {
      break;
    }
    batch.push_back(*task);
    room -= queue_.cost(*task);
  } while (room > 0 && batch.size() < policy_.most_tasks);
  if (!batch.empty()) {
    ++found->second.batches_held;
  }
  return batch;
}

std::vector<WorkerId> Dispatcher::hungry() const {
  std::vector<WorkerId> workers;
  for (const auto& [id, worker] : workers_) {
    if (worker.wants_work()) {
      workers.push_back(id);
    }
  }
  std::sort(workers.begin(), workers.end());
  return workers;
}

/// Cost of a batch; 0, which makes it one task, as long as nothing was measured.
double Dispatcher::batch_cost() const {
  const auto seconds_per_cost = queue_.seconds_per_cost();
  if (!seconds_per_cost) {
    return 0;
  }
  const double share = queue_.state().todo_cost / (share_parts * static_cast<double>(workers()));
  if (*seconds_per_cost <= 0) {
    return share;
  }
  return std::min(policy_.batch_seconds / *seconds_per_cost, share);
}

}  // namespace nqueens
