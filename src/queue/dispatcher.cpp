#include "nqueens/queue/dispatcher.hpp"

#include <algorithm>

namespace nqueens {
namespace {

constexpr int batches_per_worker = 2;

/// A batch is at most this part of a worker's equal share of what is to do.
constexpr double share_parts = 4;

}  // namespace

Dispatcher::Dispatcher(WorkQueue& queue, DispatchPolicy policy) : queue_(queue), policy_(policy) {}

void Dispatcher::join(WorkerId worker) {
  batches_held_.try_emplace(worker, 0);
}

std::uint64_t Dispatcher::leave(WorkerId worker) {
  batches_held_.erase(worker);
  return queue_.release(worker);
}

void Dispatcher::batch_finished(WorkerId worker) {
  if (const auto held = batches_held_.find(worker); held != batches_held_.end() && held->second > 0) {
    --held->second;
  }
}

std::vector<TaskId> Dispatcher::next_batch(WorkerId worker, double now) {
  std::vector<TaskId> batch;
  const auto held = batches_held_.find(worker);
  if (held == batches_held_.end() || held->second >= batches_per_worker) {
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
    ++held->second;
  }
  return batch;
}

std::vector<WorkerId> Dispatcher::hungry() const {
  std::vector<WorkerId> workers;
  for (const auto& [worker, held] : batches_held_) {
    if (held < batches_per_worker) {
      workers.push_back(worker);
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
  const double share = queue_.state().todo_cost / (share_parts * static_cast<double>(batches_held_.size()));
  if (*seconds_per_cost <= 0) {
    return share;
  }
  return std::min(policy_.batch_seconds / *seconds_per_cost, share);
}

}  // namespace nqueens
