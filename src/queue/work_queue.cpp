// Leases, results and what they add up to; disputes between the first count and later ones.

#include "queue/work_queue.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <utility>

namespace nqueens {
namespace {

/// The deadline of a lease that nobody has to keep.
constexpr double endless = std::numeric_limits<double>::infinity();

/// A wrong sum must not get as far as a checkpoint.
void require_parts(const TaskResult& result, std::size_t rows) {
  if (result.placed.size() != rows || (rows > 0 && sum_of_parts(result.placed) != result.count)) {
    throw std::invalid_argument("the " + std::to_string(result.placed.size()) + " rows of task " +
                                std::to_string(result.task) + " do not add up to its count");
  }
}

}  // namespace

WorkQueue::WorkQueue(std::vector<float> costs, LeasePolicy policy, std::size_t rows)
    : WorkQueue(std::move(costs), std::make_shared<Crew>(Crew{.pace = Pace(policy)}), rows) {}

WorkQueue::WorkQueue(std::vector<float> costs, std::shared_ptr<Crew> crew, std::size_t rows)
    : costs_(std::move(costs)),
      crew_(std::move(crew)),
      snapshot_(costs_.size(), rows),
      checks_(crew_->voters, costs_.size()),
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
  held_[worker].insert(task);
  const double held_cost = crew_->pace.hold(worker, lease_cost);
  const double deadline = now + crew_->pace.lease_seconds(worker, held_cost);
  leases_.emplace(task, Lease{.worker = worker, .deadline = deadline, .cost = lease_cost});
  deadlines_.emplace(deadline, task);
  if (!crew_->pace.seconds_per_cost()) {
    early_leases_.push_back(
        {.task = task, .since = now, .held_cost = held_cost, .deadline = deadline});
  }
}

void WorkQueue::hold(TaskId task, WorkerId holder) {
  if (const auto lease = leases_.find(task); lease != leases_.end()) {
    end_lease(lease);
  } else {
    --state_.todo;
    ++state_.leased;
    state_.todo_cost -= cost(task);
  }
  held_[holder].insert(task);
  leases_.emplace(task, Lease{.worker = holder, .deadline = endless, .cost = 0});
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
  set_done(result.task, record_of(result, sender), result.placed, sender.worker);
  crew_->pace.learn(result.seconds / cost(result.task), sender.worker);
  if (checks_.chooses(result.task)) {
    checks_.open(result.task);
  }
}

void WorkQueue::fold(TaskId task, const QueueSnapshot& slices, std::span<const std::uint64_t> above,
                     WorkerId worker) {
  const FoldedTask folded = nqueens::fold(slices, above, snapshot_.origins);
  set_done(task, folded.record, folded.placed, worker);
}

void WorkQueue::set_done(TaskId task, const TaskRecord& record,
                         std::span<const std::uint64_t> placed, WorkerId worker) {
  const Count sum = state_.count + record.count();  // throws before anything has changed
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
  snapshot_.set(task, record, placed);
  checks_.set_first(task, worker);
  state_.count = sum;
  state_.nodes += record.nodes;
  state_.done_cost += cost(task);
  ++state_.done;
}

Completion WorkQueue::compare(const TaskResult& result, const Sender& sender) {
  const TaskId task = result.task;
  Vote vote{.record = record_of(result, sender), .placed = result.placed, .worker = sender.worker};
  const auto lease = leases_.find(task);
  const bool asked_for = lease != leases_.end() && lease->second.worker == sender.worker;
  if (!asked_for && checks_.says_nothing_new(snapshot_, task, vote)) {
    ++state_.duplicates;
    crew_->pace.learn_late(result.seconds / cost(task), sender.worker);
    return Completion::duplicate;
  }
  if (asked_for) {
    ++state_.checks;
    state_.check_seconds += result.seconds;
    crew_->pace.learn_check(result.seconds / cost(task));
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
      {.unit = {.task = task}, .votes = std::move(decision.votes), .winner = decision.winner});
  return decision.winner ? Completion::settled : Completion::unsettled;
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

std::uint64_t WorkQueue::suspect(WorkerId worker, const std::function<bool(TaskId)>& had_part) {
  return suspect(
      [&](TaskId task) { return checks_.first(task) == worker || (had_part && had_part(task)); });
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
    put_back(*held_.at(worker).begin());
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

double WorkQueue::next_deadline() const {
  if (!early_leases_.empty()) {
    return -std::numeric_limits<double>::infinity();
  }
  return deadlines_.empty() ? endless : deadlines_.top().first;
}

/// A worker that dies with its first task would else be missed after hours only.
void WorkQueue::correct_early_leases() {
  if (early_leases_.empty() || !crew_->pace.seconds_per_cost()) {
    return;
  }
  for (const EarlyLease& early : early_leases_) {
    const auto lease = leases_.find(early.task);
    if (lease != leases_.end() && lease->second.deadline == early.deadline) {
      lease->second.deadline =
          early.since + crew_->pace.lease_seconds(lease->second.worker, early.held_cost);
      deadlines_.emplace(lease->second.deadline, early.task);
    }
  }
  early_leases_.clear();
}

void WorkQueue::end_lease(std::unordered_map<TaskId, Lease>::iterator lease) {
  const auto held = held_.find(lease->second.worker);
  held->second.erase(lease->first);
  if (held->second.empty()) {
    held_.erase(held);
  }
  if (lease->second.deadline < endless) {
    crew_->pace.let_go(lease->second.worker, lease->second.cost);
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
