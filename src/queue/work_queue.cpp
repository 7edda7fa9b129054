// Leases, results and what they add up to; disputes between the first count and later ones.

#include "nqueens/queue/work_queue.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

namespace nqueens {
namespace {

/// Smoothing of mean and deviation, and the weight of the deviation: RFC 6298, section 2.
constexpr double mean_gain = 1.0 / 8;
constexpr double deviation_gain = 1.0 / 4;
constexpr double deviation_weight = 4;

/// For workers on machines that are slower than the average.
constexpr double slower_worker = 2;

/// A wrong sum must not get as far as a checkpoint.
void require_parts(const TaskResult& result, std::size_t rows) {
  if (result.placed.size() != rows || (rows > 0 && sum_of_parts(result.placed) != result.count)) {
    throw std::invalid_argument("the " + std::to_string(result.placed.size()) + " rows of task " +
                                std::to_string(result.task) + " do not add up to its count");
  }
}

}  // namespace

WorkQueue::WorkQueue(std::vector<float> costs, LeasePolicy policy, std::size_t rows)
    : costs_(std::move(costs)),
      policy_(policy),
      snapshot_(costs_.size(), rows),
      checks_(costs_.size()),
      fresh_(costs_) {
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
  } else if (const auto fresh =
                 fresh_.next(costs_, [this](TaskId any) { return is_to_count(any); })) {
    task = *fresh;
  } else {
    return std::nullopt;
  }
  lease(task, worker, cost(task), now);
  --state_.todo;
  ++state_.leased;
  state_.todo_cost -= cost(task);
  return task;
}

std::optional<TaskId> WorkQueue::next_check(WorkerId worker, double now) {
  const auto task = checks_.next(snapshot_, worker);
  if (task) {
    lease(*task, worker, check_cost(cost(*task)), now);
  }
  return task;
}

void WorkQueue::lease(TaskId task, WorkerId worker, double lease_cost, double now) {
  Held& held = held_[worker];
  held.tasks.insert(task);
  held.cost += lease_cost;
  const double deadline = now + lease_seconds(held.cost);
  leases_.emplace(task, Lease{.worker = worker, .deadline = deadline, .cost = lease_cost});
  deadlines_.emplace(deadline, task);
  if (!mean_seconds_) {
    early_leases_.push_back(
        {.task = task, .since = now, .held_cost = held.cost, .deadline = deadline});
  }
}

Completion WorkQueue::complete(const TaskResult& result, const Sender& sender) {
  if (result.task >= costs_.size()) {
    throw std::out_of_range("a result names task " + std::to_string(result.task) + " of " +
                            std::to_string(costs_.size()));
  }
  require_parts(result, snapshot_.rows);
  if (snapshot_.done[result.task]) {
    return compare(result, sender);
  }
  accept(result, sender);
  return Completion::accepted;
}

TaskRecord WorkQueue::record_of(const TaskResult& result, const Sender& sender) {
  // A worker's clock is no reason to fail.
  const bool is_time = result.seconds >= 0 && result.seconds < 1e12;
  return {.count_high = result.count.high(),
          .count_low = result.count.low(),
          .nodes = result.nodes,
          .microseconds = is_time ? static_cast<std::uint64_t>(result.seconds * 1e6) : 0,
          .origin = snapshot_.origins.add({.kernel = result.kernel, .host = sender.host})};
}

void WorkQueue::accept(const TaskResult& result, const Sender& sender) {
  const TaskId task = result.task;
  const Count sum = state_.count + result.count;  // throws before anything has changed
  if (const auto lease = leases_.find(task); lease != leases_.end()) {
    end_lease(lease);
    --state_.leased;
  } else if (!left_out_.empty() && left_out_[task]) {
    left_out_[task] = false;  // somebody was told to count another part of the job as well
    ++state_.tasks;
    state_.total_cost += cost(task);
  } else {
    // Its lease has ended. (One that was never handed out is not in returned_; next() passes over
    // it.)
    returned_.erase(task);
    --state_.todo;
    state_.todo_cost -= cost(task);
  }
  snapshot_.set(task, record_of(result, sender), result.placed);
  checks_.set_first(task, sender.worker);
  state_.count = sum;
  state_.nodes += result.nodes;
  state_.done_cost += cost(task);
  ++state_.done;
  ++results_;
  learn(result.seconds / cost(task));
  if (checks_.chooses(task)) {
    checks_.open(task);
  }
}

Completion WorkQueue::compare(const TaskResult& result, const Sender& sender) {
  const TaskId task = result.task;
  Vote vote{.record = record_of(result, sender), .placed = result.placed, .worker = sender.worker};
  const auto lease = leases_.find(task);
  const bool asked_for = lease != leases_.end() && lease->second.worker == sender.worker;
  if (!asked_for && checks_.says_nothing_new(snapshot_, task, vote)) {
    ++state_.duplicates;
    return Completion::duplicate;
  }
  if (asked_for) {
    ++state_.checks;
    state_.check_seconds += result.seconds;
    if (results_ > 0) {
      learn_check(result.seconds / cost(task));
    } else {
      learn(result.seconds / check_cost(cost(task)));  // a run that does nothing but checks
    }
  }
  checks_.open(task);
  Checks::Decision decision = checks_.vote(snapshot_, task, std::move(vote));
  if (!decision.decided) {
    if (asked_for) {
      end_lease(lease);
      checks_.put_back(task);
    }
    return decision.unanimous ? Completion::agrees : Completion::disputed;
  }
  if (lease != leases_.end()) {
    end_lease(lease);
  }
  return decide(task, std::move(decision));
}

Completion WorkQueue::decide(TaskId task, Checks::Decision decision) {
  const std::vector<Vote>& votes = decision.votes;
  if (decision.winner) {
    const Vote& winner = votes[*decision.winner];
    TaskRecord record = winner.record;
    if (*decision.winner != 0 || !snapshot_.is_confirmed_elsewhere(task)) {
      record.confirmed_by = votes[decision.second].record.origin;
    }
    state_.count -= snapshot_.records[task].count();
    state_.count += record.count();
    state_.nodes += record.nodes - snapshot_.records[task].nodes;
    snapshot_.set(task, record, winner.placed);
    if (decision.unanimous) {
      return Completion::confirmed;
    }
    checks_.set_first(task, winner.worker);
  }
  disputes_.push_back(
      {.task = task, .votes = std::move(decision.votes), .winner = decision.winner});
  return decision.winner ? Completion::settled : Completion::unsettled;
}

std::vector<Dispute> WorkQueue::disputes_by_task() const {
  struct Rounds {
    Dispute all;
    std::size_t stands = 0;  ///< among all votes
  };
  std::map<TaskId, Rounds> tasks;
  for (const Dispute& dispute : disputes_) {
    Rounds& rounds = tasks[dispute.task];
    std::vector<Vote>& votes = rounds.all.votes;
    rounds.all.task = dispute.task;
    // The first vote of a later round is the one that stood.
    const std::size_t before = votes.empty() ? 0 : votes.size() - 1;
    votes.insert(votes.end(), dispute.votes.begin() + (votes.empty() ? 0 : 1), dispute.votes.end());
    rounds.all.winner.reset();
    if (dispute.winner) {
      rounds.stands = *dispute.winner == 0 ? rounds.stands : before + *dispute.winner;
      rounds.all.winner = rounds.stands;
    }
  }
  std::vector<Dispute> list;
  for (auto& [task, rounds] : tasks) {
    if (checks_.is_confirmed(task)) {
      rounds.all.winner = rounds.stands;
    }
    list.push_back(std::move(rounds.all));
  }
  return list;
}

void WorkQueue::set_check_policy(CheckPolicy policy) {
  checks_.set_policy(std::move(policy));
  if (whole() && !checks_.policy().of_finished_job) {
    return;
  }
  for (TaskId task = 0; task < costs_.size(); ++task) {
    // A check that an earlier run had not come to.
    if (snapshot_.done[task] && snapshot_.records[task].confirmed_by == unknown_origin &&
        checks_.chooses(task)) {
      checks_.open(task);
    }
  }
}

std::uint64_t WorkQueue::suspect(WorkerId worker) {
  return suspect([&](TaskId task) { return checks_.first(task) == worker; });
}

std::uint64_t WorkQueue::suspect_host(const std::string& host) {
  return suspect([&](TaskId task) {
    return checks_.first(task) == unknown_worker &&
           snapshot_.origins[snapshot_.records[task].origin].host == host;
  });
}

std::uint64_t WorkQueue::suspect(const std::function<bool(TaskId)>& is_its) {
  std::uint64_t suspects = 0;
  for (TaskId task = 0; task < costs_.size(); ++task) {
    // What has confirmed itself on a host is no better than before.
    if (snapshot_.done[task] && is_its(task) && !snapshot_.is_confirmed_elsewhere(task)) {
      checks_.open(task, true);
      ++suspects;
    }
  }
  return suspects;
}

QueueSnapshot WorkQueue::trusted_snapshot() const {
  QueueSnapshot trusted = snapshot_;
  for (const TaskId task : checks_.doubtful()) {
    trusted.clear(task);
  }
  return trusted;
}

void WorkQueue::keep_only(const std::function<bool(TaskId)>& wanted) {
  left_out_.resize(costs_.size());
  for (TaskId task = 0; task < costs_.size(); ++task) {
    if (!snapshot_.done[task] && !wanted(task)) {
      left_out_[task] = true;
      --state_.tasks;
      --state_.todo;
      state_.todo_cost -= cost(task);
      state_.total_cost -= cost(task);
    }
  }
}

std::uint64_t WorkQueue::release(WorkerId worker) {
  std::uint64_t returned = 0;
  for (; held_.contains(worker); ++returned) {
    put_back(*held_.at(worker).tasks.begin());
  }
  return returned;
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
  return expired;
}

/// A worker that dies with its first task would else be missed after hours only. The first results
/// are of the quickest tasks, so the times are believed only when there are as many results as such
/// leases.
void WorkQueue::correct_early_leases() {
  if (early_leases_.empty() ||
      results_ < std::min<std::uint64_t>(early_leases_.size(), state_.tasks / 2)) {
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
  held->second.cost -= lease->second.cost;
  if (held->second.tasks.empty()) {
    held_.erase(held);
  }
  leases_.erase(lease);
}

void WorkQueue::put_back(TaskId task) {
  end_lease(leases_.find(task));
  ++state_.retries;
  if (snapshot_.done[task]) {
    checks_.put_back(task);
    return;
  }
  returned_.insert(task);
  --state_.leased;
  ++state_.todo;
  state_.todo_cost += cost(task);
}

void WorkQueue::learn(double seconds) {
  if (!(seconds >= 0) || std::isinf(seconds)) {
    return;
  }
  if (!mean_seconds_) {
    mean_seconds_ = seconds;
    deviation_seconds_ = seconds / 2;
    return;
  }
  deviation_seconds_ += deviation_gain * (std::abs(seconds - *mean_seconds_) - deviation_seconds_);
  *mean_seconds_ += mean_gain * (seconds - *mean_seconds_);
}

/// The leases of checks follow what checks take: where a worker dies with one at the end of a run,
/// all others wait for that lease.
void WorkQueue::learn_check(double seconds) {
  if (seconds >= 0 && !std::isinf(seconds) && mean_seconds_ && *mean_seconds_ > 0) {
    check_factor_ += mean_gain * (std::max(seconds / *mean_seconds_, 1.0) - check_factor_);
  }
}

double WorkQueue::lease_seconds(double held_cost) const {
  const double per_cost = mean_seconds_ ? *mean_seconds_ + deviation_weight * deviation_seconds_
                                        : 1 / policy_.unmeasured_cost_rate;
  return policy_.grace_seconds + slower_worker * held_cost * per_cost;
}

void WorkQueue::restore(QueueSnapshot snapshot) {
  if (snapshot.done.size() != costs_.size() || snapshot.records.size() != costs_.size() ||
      snapshot.rows != snapshot_.rows || snapshot.placed.size() != snapshot_.placed.size()) {
    throw std::invalid_argument("a snapshot of " + std::to_string(snapshot.done.size()) +
                                " tasks and " + std::to_string(snapshot.rows) +
                                " rows does not fit a queue of " + std::to_string(costs_.size()) +
                                " and " + std::to_string(snapshot_.rows));
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
  for (TaskId task = 0; task < costs_.size(); ++task) {
    if (snapshot_.done[task]) {
      state_.done_cost += cost(task);
    }
  }
  state_.todo_cost = state_.total_cost - state_.done_cost;
}

}  // namespace nqueens
