#include "nqueens/queue/dispatcher.hpp"

#include <algorithm>
#include <iterator>

namespace nqueens {
namespace {

constexpr int most_batches = 2;

/// A batch is at most this part of a worker's equal share of what is to do.
constexpr double share_parts = 4;

/// A task that was counted on a host is checked on another one: so many workers may have to be passed over.
constexpr std::uint64_t most_ranks_of_a_host = 1000;

constexpr double pings_a_second = 200;
constexpr double longest_ping_interval_seconds = 50;

}  // namespace

double ping_interval_seconds(std::size_t workers, double least) {
  return std::max(least,
                  std::min(static_cast<double>(workers) / pings_a_second, longest_ping_interval_seconds));
}

Dispatcher::Dispatcher(WorkQueue& queue, DispatchPolicy policy) : queue_(queue), policy_(policy) {}

void Dispatcher::set_active(Worker& worker, bool active) {
  if (worker.active != active) {
    worker.active = active;
    active_ = active ? active_ + 1 : active_ - 1;
  }
}

void Dispatcher::note(WorkerId id, const Worker& worker) {
  idle_.erase(id);
  with_one_.erase(id);
  if (worker.active && worker.batches_held < most_batches) {
    (worker.batches_held <= 0 ? idle_ : with_one_).insert(id);
  }
}

void Dispatcher::join(WorkerId worker, const std::string& host) {
  queue_.join(worker, host);
  Worker& joined = workers_[worker];
  set_active(joined, true);
  note(worker, joined);
}

std::uint64_t Dispatcher::leave(WorkerId worker) {
  if (const auto found = workers_.find(worker); found != workers_.end()) {
    set_active(found->second, false);
    note(worker, found->second);
    workers_.erase(found);
  }
  queue_.leave(worker);
  return queue_.release(worker);
}

std::uint64_t Dispatcher::suspend(WorkerId worker) {
  if (const auto found = workers_.find(worker); found != workers_.end()) {
    set_active(found->second, false);
    note(worker, found->second);
  }
  queue_.leave(worker);
  return queue_.release(worker);
}

void Dispatcher::batch_finished(WorkerId worker) {
  if (const auto found = workers_.find(worker); found != workers_.end()) {
    holds(worker, std::max(found->second.batches_held - 1, 0));
  }
}

void Dispatcher::holds(WorkerId worker, int batches) {
  if (const auto found = workers_.find(worker);
      found != workers_.end() && found->second.batches_held != batches) {
    found->second.batches_held = batches;
    note(worker, found->second);
  }
}

std::vector<TaskId> Dispatcher::next_batch(WorkerId worker, double now) {
  const auto found = workers_.find(worker);
  if (found == workers_.end() || !found->second.active || found->second.batches_held >= batches_wanted()) {
    return {};
  }
  std::vector<TaskId> batch = next_checks(worker, now, batch_cost());
  if (batch.empty()) {
    double room = batch_cost();
    do {
      const auto task = queue_.next(worker, now);
      if (!task) {
        break;
      }
      batch.push_back(*task);
      room -= queue_.cost(*task);
    } while (room > 0 && batch.size() < policy_.most_tasks);
  }
  if (!batch.empty()) {
    holds(worker, found->second.batches_held + 1);
  }
  return batch;
}

std::vector<TaskId> Dispatcher::next_checks(WorkerId worker, double now, double room) {
  std::vector<TaskId> batch;
  do {
    const auto task = queue_.next_check(worker, now);
    if (!task) {
      break;
    }
    batch.push_back(*task);
    room -= queue_.check_cost(queue_.cost(*task));
  } while (room > 0 && batch.size() < policy_.most_tasks);
  return batch;
}

std::vector<WorkerId> Dispatcher::hungry() const {
  std::vector<WorkerId> workers(idle_.begin(), idle_.end());
  if (batches_wanted() > 1) {
    workers.insert(workers.end(), with_one_.begin(), with_one_.end());
  }
  const std::uint64_t checks = queue_.checks().waiting_tasks();
  const std::uint64_t asked = queue_.state().todo + checks + (checks > 0 ? most_ranks_of_a_host : 0);
  workers.resize(std::min<std::size_t>(workers.size(), asked));
  return workers;
}

std::vector<WorkerId> Dispatcher::idle(std::size_t most) const {
  return {idle_.begin(), std::next(idle_.begin(), static_cast<std::ptrdiff_t>(std::min(most, idle_.size())))};
}

/// How many batches a worker is to hold. Before anything was measured it is two: tasks may be short.
int Dispatcher::batches_wanted() const {
  const auto seconds_per_cost = queue_.seconds_per_cost();
  if (!seconds_per_cost) {
    return most_batches;
  }
  const double mean_task =
      queue_.state().todo_cost / std::max<double>(static_cast<double>(queue_.state().todo), 1);
  return std::max(batch_cost(), mean_task) * *seconds_per_cost < policy_.no_second_batch_seconds
             ? most_batches
             : 1;
}

/// Cost of a batch; 0, which makes it one task, as long as nothing was measured.
double Dispatcher::batch_cost() const {
  const auto seconds_per_cost = queue_.seconds_per_cost();
  if (!seconds_per_cost) {
    return 0;
  }
  const QueueState& state = queue_.state();
  const double mean_check = queue_.check_cost(state.total_cost / static_cast<double>(state.tasks));
  const double left = state.todo_cost + mean_check * static_cast<double>(queue_.checks().waiting_tasks());
  const double share = left / (share_parts * static_cast<double>(std::max<std::size_t>(active_, 1)));
  if (*seconds_per_cost <= 0) {
    return share;
  }
  return std::min(policy_.batch_seconds / *seconds_per_cost, share);
}

}  // namespace nqueens
