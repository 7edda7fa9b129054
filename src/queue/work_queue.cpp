#include "nqueens/queue/work_queue.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <utility>

namespace nqueens {
namespace {

/// Smoothing of mean and deviation, and the weight of the deviation: RFC 6298, section 2.
constexpr double mean_gain = 1.0 / 8;
constexpr double deviation_gain = 1.0 / 4;
constexpr double deviation_weight = 4;

/// On top of that, for workers on slower machines than the average.
constexpr double slower_worker = 2;

/// Passes over the job: each has the longer half of the tasks that those before it leave, the last one the
/// rest.
constexpr int passes = 8;

/// The least cost of each pass but the last.
std::vector<float> bounds_of_passes(std::vector<float> costs) {
  std::vector<float> bounds;
  for (int pass = 1; pass < passes && !costs.empty(); ++pass) {
    const auto median = costs.begin() + static_cast<std::ptrdiff_t>(costs.size() / 2);
    std::nth_element(costs.begin(), median, costs.end());
    bounds.push_back(*median);
    costs.erase(median, costs.end());
  }
  return bounds;
}

TaskRecord record_of(const TaskResult& result) {
  return {.count_high = result.count.high(), .count_low = result.count.low(), .nodes = result.nodes};
}

/// A wrong sum must not get as far as a checkpoint.
void require_parts(const TaskResult& result, std::size_t rows) {
  if (result.placed.size() != rows || (rows > 0 && sum_of_parts(result.placed) != result.count)) {
    throw std::invalid_argument("the " + std::to_string(result.placed.size()) + " rows of task " +
                                std::to_string(result.task) + " do not add up to its count");
  }
}

}  // namespace

QueueTotals totals(const QueueSnapshot& snapshot) {
  QueueTotals sums;
  for (std::size_t task = 0; task < snapshot.done.size(); ++task) {
    if (snapshot.done[task]) {
      ++sums.tasks_done;
      sums.count += snapshot.records[task].count();
      sums.nodes += snapshot.records[task].nodes;
    }
  }
  return sums;
}

Count sum_of_parts(std::span<const std::uint64_t> parts) {
  Count sum;
  for (const std::uint64_t part : parts) {
    sum += part;
  }
  return sum;
}

std::vector<Count> placed_by_row(const QueueSnapshot& snapshot) {
  std::vector<Count> placed(snapshot.rows);
  for (std::size_t task = 0; task < snapshot.done.size(); ++task) {
    const auto parts = snapshot.placed_by(task);
    for (std::size_t row = 0; row < snapshot.rows; ++row) {
      placed[row] += parts[row];
    }
  }
  return placed;
}

WorkQueue::WorkQueue(std::vector<float> costs, LeasePolicy policy, std::size_t rows)
    : costs_(std::move(costs)), policy_(policy), pass_bounds_(bounds_of_passes(costs_)) {
  snapshot_.done.resize(costs_.size());
  snapshot_.records.resize(costs_.size());
  snapshot_.rows = rows;
  snapshot_.placed.resize(costs_.size() * rows);
  state_.tasks = costs_.size();
  state_.todo = costs_.size();
  for (const float cost : costs_) {
    state_.total_cost += static_cast<double>(cost);
  }
  state_.todo_cost = state_.total_cost;
}

std::optional<TaskId> WorkQueue::next(WorkerId worker, double now) {
  TaskId task = 0;
  if (!returned_.empty()) {
    task = returned_.extract(returned_.begin()).value();
  } else if (const auto fresh = next_fresh()) {
    task = *fresh;
  } else {
    return std::nullopt;
  }
  const double task_cost = cost(task);
  Held& held = held_[worker];
  held.tasks.insert(task);
  held.cost += task_cost;
  const double deadline = now + lease_seconds(held.cost);
  leases_.emplace(task, Lease{.worker = worker, .deadline = deadline});
  deadlines_.emplace(deadline, task);
  if (!measured_) {
    early_leases_.push_back({.task = task, .since = now, .held_cost = held.cost, .deadline = deadline});
  }
  --state_.todo;
  ++state_.leased;
  state_.todo_cost -= task_cost;
  return task;
}

std::size_t WorkQueue::pass_of(float cost) const {
  const auto bound =
      std::find_if(pass_bounds_.begin(), pass_bounds_.end(), [cost](float least) { return cost >= least; });
  return static_cast<std::size_t>(bound - pass_bounds_.begin());
}

std::optional<TaskId> WorkQueue::next_fresh() {
  for (; pass_ <= pass_bounds_.size(); ++pass_, fresh_ = 0) {
    for (; fresh_ < state_.tasks; ++fresh_) {
      if (!snapshot_.done[fresh_] && pass_of(costs_[fresh_]) == pass_) {
        return fresh_++;
      }
    }
  }
  return std::nullopt;
}

Completion WorkQueue::complete(const TaskResult& result) {
  const TaskId task = result.task;
  if (task >= state_.tasks) {
    throw std::out_of_range("a result names task " + std::to_string(task) + " of " +
                            std::to_string(state_.tasks));
  }
  require_parts(result, snapshot_.rows);
  if (snapshot_.done[task]) {
    if (snapshot_.records[task].count() != result.count ||
        !std::ranges::equal(snapshot_.placed_by(task), result.placed)) {
      return Completion::conflict;
    }
    ++state_.duplicates;
    return Completion::duplicate;
  }
  const double task_cost = cost(task);
  if (const auto lease = leases_.find(task); lease != leases_.end()) {
    end_lease(lease);
  } else {
    // Late: its lease has ended. (A task never handed out is not in returned_ either; next() passes over it.)
    returned_.erase(task);
    --state_.todo;
    state_.todo_cost -= task_cost;
  }
  snapshot_.done[task] = true;
  snapshot_.records[task] = record_of(result);
  std::ranges::copy(result.placed,
                    snapshot_.placed.begin() + static_cast<std::ptrdiff_t>(task * snapshot_.rows));
  state_.count += result.count;
  state_.nodes += result.nodes;
  state_.done_cost += task_cost;
  ++state_.done;
  ++results_;
  learn(result);
  return Completion::accepted;
}

std::uint64_t WorkQueue::release(WorkerId worker) {
  const auto held = held_.find(worker);
  if (held == held_.end()) {
    return 0;
  }
  const std::vector<TaskId> tasks(held->second.tasks.begin(), held->second.tasks.end());
  for (const TaskId task : tasks) {
    put_back(task);
  }
  return tasks.size();
}

std::vector<WorkQueue::Expired> WorkQueue::expire(double now) {
  std::vector<Expired> expired;
  correct_early_leases();
  for (; !deadlines_.empty() && deadlines_.top().first <= now; deadlines_.pop()) {
    const auto [deadline, task] = deadlines_.top();
    const auto lease = leases_.find(task);
    if (lease != leases_.end() && lease->second.deadline <= now) {
      expired.push_back({.task = task, .worker = lease->second.worker});
      put_back(task);
    }
  }
  std::sort(expired.begin(), expired.end(),
            [](const Expired& left, const Expired& right) { return left.task < right.task; });
  return expired;
}

/// A worker that dies with its first task would else be missed after hours only. The first results are those
/// of the quickest tasks: the times are believed when there are as many results as there were such leases.
void WorkQueue::correct_early_leases() {
  if (early_leases_.empty() || results_ < std::min<std::uint64_t>(early_leases_.size(), state_.tasks / 2)) {
    return;
  }
  for (const EarlyLease& early : early_leases_) {
    const auto lease = leases_.find(early.task);
    if (lease != leases_.end() && lease->second.deadline == early.deadline) {
      lease->second.deadline = early.since + lease_seconds(early.held_cost);
      deadlines_.emplace(lease->second.deadline, early.task);
    }
  }
  early_leases_.clear();
}

void WorkQueue::end_lease(std::unordered_map<TaskId, Lease>::iterator lease) {
  const auto held = held_.find(lease->second.worker);
  held->second.tasks.erase(lease->first);
  held->second.cost -= cost(lease->first);
  if (held->second.tasks.empty()) {
    held_.erase(held);
  }
  leases_.erase(lease);
  --state_.leased;
}

void WorkQueue::put_back(TaskId task) {
  end_lease(leases_.find(task));
  returned_.insert(task);
  ++state_.todo;
  state_.todo_cost += cost(task);
  ++state_.retries;
}

std::optional<double> WorkQueue::seconds_per_cost() const {
  return measured_ ? std::optional<double>(mean_seconds_) : std::nullopt;
}

void WorkQueue::learn(const TaskResult& result) {
  const double seconds = result.seconds / cost(result.task);
  if (!(seconds >= 0)) {
    return;  // not a number: a worker's clock is no reason to fail
  }
  if (!measured_) {
    measured_ = true;
    mean_seconds_ = seconds;
    deviation_seconds_ = seconds / 2;
    return;
  }
  deviation_seconds_ += deviation_gain * (std::abs(seconds - mean_seconds_) - deviation_seconds_);
  mean_seconds_ += mean_gain * (seconds - mean_seconds_);
}

double WorkQueue::lease_seconds(double held_cost) const {
  const double per_cost =
      measured_ ? mean_seconds_ + deviation_weight * deviation_seconds_ : 1 / policy_.unmeasured_cost_rate;
  return policy_.grace_seconds + slower_worker * held_cost * per_cost;
}

void WorkQueue::restore(QueueSnapshot snapshot) {
  if (snapshot.done.size() != state_.tasks || snapshot.records.size() != state_.tasks ||
      snapshot.rows != snapshot_.rows || snapshot.placed.size() != snapshot_.placed.size()) {
    throw std::invalid_argument("a snapshot of " + std::to_string(snapshot.done.size()) + " tasks and " +
                                std::to_string(snapshot.rows) + " rows does not fit a queue of " +
                                std::to_string(state_.tasks) + " and " + std::to_string(snapshot_.rows));
  }
  if (state_.done + state_.leased > 0) {
    throw std::logic_error("restore() comes before the first lease");
  }
  const QueueTotals sums = totals(snapshot);
  snapshot_ = std::move(snapshot);
  state_.done = sums.tasks_done;
  state_.todo = state_.tasks - sums.tasks_done;
  state_.count = sums.count;
  state_.nodes = sums.nodes;
  state_.done_cost = 0;
  for (TaskId task = 0; task < state_.tasks; ++task) {
    if (snapshot_.done[task]) {
      state_.done_cost += cost(task);
    }
  }
  state_.todo_cost = state_.total_cost - state_.done_cost;
}

}  // namespace nqueens
