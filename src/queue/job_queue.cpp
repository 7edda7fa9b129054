// Passes calls on to the queue of the tasks, or of the slices of one.

#include "queue/job_queue.hpp"

#include <algorithm>
#include <functional>
#include <stdexcept>
#include <unordered_set>

namespace nqueens {
namespace {

/// Whoever counted so many slices ago is forgotten: 160 MB.
constexpr std::size_t max_parts = 10'000'000;

/// Open tasks that are looked at for a check that the worker may do.
constexpr int max_open_looked_at = 64;

}  // namespace

JobQueue::JobQueue(const Job& job, std::vector<float> costs, CountStart start)
    : job_(job),
      crew_(std::make_shared<Crew>(Crew{.pace = Pace(start.leases)})),
      tasks_(std::move(costs), crew_, job.problem.parts()),
      policy_(std::move(start.checks)),
      source_(job) {
  const std::vector<TaskInSlices> in_slices =
      start.snapshot ? std::exchange(start.snapshot->in_slices, {}) : std::vector<TaskInSlices>();
  if (start.snapshot) {
    tasks_.restore(std::move(*start.snapshot));
  }
  if (start.wanted) {
    tasks_.keep_only(start.wanted);
  }
  tasks_.set_check_policy(policy_);
  for (const auto& [task, slices] : in_slices) {
    const bool is_wanted = !start.wanted || start.wanted(task);
    const auto opened = open(task, {.before = &slices, .is_wanted = is_wanted});
    if (!opened) {
      throw std::invalid_argument(to_string(UnitId{.task = task}) + " is not cut into slices");
    }
    close_if_done(*opened);
  }
  for (const UnitId& unit : start.to_check) {
    if (!unit.is_slice()) {
      tasks_.check(unit.task);
    } else {
      const auto task = open_.find(unit.task);
      task->second.slices.check(unit.slice);
      refresh(task);
    }
  }
}

// --- Units to count

std::optional<UnitId> JobQueue::next(WorkerId worker, double now) {
  if (with_slices_.empty()) {
    const auto task = tasks_.next(worker, now);
    if (!task || !open(*task, {})) {
      return task ? std::optional(UnitId{.task = *task}) : std::nullopt;
    }
  }
  const OpenTask task = open_.find(*with_slices_.begin());
  return leased(task, task->second.slices.next(worker, now).value(), worker);
}

std::optional<UnitId> JobQueue::next_check(WorkerId worker, double now) {
  int looked_at = 0;
  for (const TaskId id : with_checks_) {
    if (++looked_at > max_open_looked_at) {
      break;
    }
    const OpenTask task = open_.find(id);
    WorkQueue& slices = task->second.slices;
    auto slice = slices.next_check(worker, now);
    if (!slice && task->second.is_check && tasks_.may_check(id, worker)) {
      slice = slices.next(worker, now);
    }
    if (slice) {
      return leased(task, *slice, worker);
    }
  }
  const auto task = tasks_.next_check(worker, now);
  if (!task) {
    return std::nullopt;
  }
  const auto opened = open(*task, {.is_check = true});
  if (!opened) {
    return UnitId{.task = *task};
  }
  return leased(*opened, (*opened)->second.slices.next(worker, now).value(), worker);
}

std::vector<std::string> JobQueue::kernels_to_avoid(const UnitId& unit) const {
  const Open* open = find_open(unit);
  if (open == nullptr) {
    return tasks_.kernels_to_avoid(unit.task);
  }
  std::vector<std::string> kernels = open->slices.kernels_to_avoid(unit.slice);
  kernels.insert(kernels.end(), open->avoid.begin(), open->avoid.end());
  return kernels;
}

const JobQueue::Open* JobQueue::find_open(const UnitId& unit) const {
  const auto task = unit.is_slice() ? open_.find(unit.task) : open_.end();
  return task == open_.end() ? nullptr : &task->second;
}

double JobQueue::cost(const UnitId& unit) const {
  const Open* open = find_open(unit);
  return open == nullptr ? tasks_.cost(unit.task) : open->slices.cost(unit.slice);
}

// --- Results

/// @param queue  that has taken the result of the unit
Outcome JobQueue::outcome(const UnitId& unit, Completion completion, const WorkQueue& queue) {
  Outcome outcome{.completion = completion, .unit = unit};
  if (completion == Completion::settled || completion == Completion::unsettled) {
    Dispute dispute = queue.disputes().back();
    dispute.unit = unit;
    for (Vote& vote : dispute.votes) {
      vote.record.origin = tasks_.add_origin(queue.snapshot().origins[vote.record.origin]);
      vote.record.confirmed_by =
          tasks_.add_origin(queue.snapshot().origins[vote.record.confirmed_by]);
    }
    outcome.dispute = &disputes_.emplace_back(std::move(dispute));
  }
  return outcome;
}

Outcome JobQueue::complete(const TaskResult& result, const Sender& sender) {
  const UnitId unit = result.unit();
  const OpenTask task = open_.find(unit.task);
  if (unit.is_slice() ? job_.slice_depth == 0 : task != open_.end()) {
    throw std::invalid_argument("a result is of " + to_string(unit) +
                                ", which is not counted like that");
  }
  if (!unit.is_slice()) {
    return outcome(unit, tasks_.complete(result, sender), tasks_);
  }
  if (task == open_.end()) {
    if (unit.task >= tasks_.snapshot().done.size()) {
      throw std::out_of_range("a result is of " + to_string(unit) + " of " +
                              std::to_string(tasks_.snapshot().done.size()));
    }
    ++folded_.duplicates;
    return {.completion = Completion::duplicate, .unit = unit};
  }
  Open& open = task->second;
  TaskResult slice = result;
  slice.task = unit.slice;
  const Completion completion = open.slices.complete(slice, sender);
  refresh(task);
  if (completion == Completion::accepted && !open.is_check) {
    parts_.emplace_back(unit.task, sender.worker);
    if (parts_.size() > max_parts) {
      parts_.pop_front();
    }
  }
  const Outcome of_slice = outcome(unit, completion, open.slices);
  return close_if_done(task).value_or(of_slice);
}

std::uint64_t JobQueue::release(WorkerId worker) {
  std::uint64_t returned = tasks_.release(worker);
  for (const TaskId id : std::exchange(held_in_[worker], {})) {
    if (const OpenTask task = open_.find(id); task != open_.end()) {
      returned += task->second.slices.release(worker);
      refresh(task);
    }
  }
  held_in_.erase(worker);
  return returned;
}

std::vector<JobQueue::Expired> JobQueue::expire(double now) {
  std::vector<Expired> list;
  for (const WorkQueue::Expired& expired : tasks_.expire(now)) {
    list.push_back({.unit = {.task = expired.task}, .worker = expired.worker});
  }
  std::vector<OpenTask> rung;
  for (; !alarms_.empty() && alarms_.top().first <= now; alarms_.pop()) {
    const auto [deadline, id] = alarms_.top();
    const OpenTask task = open_.find(id);
    if (task != open_.end() && task->second.alarm == deadline) {
      task->second.alarm = std::numeric_limits<double>::infinity();
      rung.push_back(task);
    }
  }
  for (const OpenTask task : rung) {
    const auto slices = task->second.slices.expire(now);
    for (const WorkQueue::Expired& expired : slices) {
      list.push_back({.unit = {.task = task->first, .slice = static_cast<SliceId>(expired.task)},
                      .worker = expired.worker});
    }
    refresh(task);
  }
  return list;
}

std::uint64_t JobQueue::suspect(WorkerId worker) {
  std::unordered_set<TaskId> parts;
  for (const auto& [task, its_worker] : parts_) {
    if (its_worker == worker) {
      parts.insert(task);
    }
  }
  std::uint64_t suspects =
      tasks_.suspect(worker, [&](TaskId task) { return parts.contains(task); });
  for (OpenTask task = open_.begin(); task != open_.end(); ++task) {
    suspects += task->second.slices.suspect(worker);
    refresh(task);
  }
  return suspects;
}

std::uint64_t JobQueue::suspect_host(const std::string& host) {
  std::uint64_t suspects = tasks_.suspect_host(host);
  for (OpenTask task = open_.begin(); task != open_.end(); ++task) {
    suspects += task->second.slices.suspect_host(host);
    refresh(task);
  }
  return suspects;
}

// --- What there is

QueueSnapshot JobQueue::full_snapshot() const {
  return with_slices(tasks_.snapshot(), &WorkQueue::snapshot);
}

QueueSnapshot JobQueue::trusted_snapshot() const {
  return with_slices(tasks_.trusted_snapshot(), &WorkQueue::trusted_snapshot);
}

template <class Take>
QueueSnapshot JobQueue::with_slices(QueueSnapshot snapshot, const Take& take) const {
  for (const auto& [task, open] : open_) {
    if (!open.is_check && open.state.done_cost > 0) {
      snapshot.in_slices.push_back({.task = task, .slices = std::invoke(take, open.slices)});
    }
  }
  std::ranges::sort(snapshot.in_slices, {}, &TaskInSlices::task);
  return snapshot;
}

std::vector<Dispute> JobQueue::disputes_by_unit() const {
  return by_unit(disputes_, [this](const UnitId& unit) { return is_confirmed(unit); });
}

bool JobQueue::is_confirmed(const UnitId& unit) const {
  const Open* open = find_open(unit);
  return open == nullptr ? !unit.is_slice() && tasks_.checks().is_confirmed(unit.task)
                         : open->slices.checks().is_confirmed(unit.slice);
}

JobQueue::InSlices JobQueue::in_slices() const {
  InSlices sums;
  for (const auto& [task, open] : open_) {
    if (!open.is_check) {
      ++sums.tasks;
      sums.slices += open.slices.snapshot().done.size();
      sums.slices_done += open.state.done;
    }
  }
  return sums;
}

}  // namespace nqueens
