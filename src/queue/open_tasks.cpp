// The open tasks of a JobQueue: how they are opened, added up and folded.

#include "queue/job_queue.hpp"

namespace nqueens {
namespace {

/// Adds what sums over queues have; `sign` is 1 or -1.
void add(QueueState& sum, const QueueState& state, int sign) {
  const auto move = [sign](auto& to, const auto& by) {
    if (sign > 0) {
      to += by;
    } else {
      to -= by;
    }
  };
  move(sum.todo, state.todo);
  move(sum.count, state.count);
  move(sum.nodes, state.nodes);
  move(sum.todo_cost, state.todo_cost);
  move(sum.done_cost, state.done_cost);
  move(sum.checks, state.checks);
  move(sum.check_seconds, state.check_seconds);
  move(sum.retries, state.retries);
  move(sum.duplicates, state.duplicates);
}

void add(JobQueue::CheckCounts& sum, const JobQueue::CheckCounts& counts, int sign) {
  const auto factor = static_cast<std::uint64_t>(sign);  // modulo 2^64
  sum.open += factor * counts.open;
  sum.waiting += factor * counts.waiting;
  sum.waiting_cost += sign * counts.waiting_cost;
  sum.opened += factor * counts.opened;
  sum.confirmed += factor * counts.confirmed;
  sum.doubtful += factor * counts.doubtful;
}

/// @param mean_cost  of a task
JobQueue::CheckCounts counts_of(const Checks& checks, double mean_cost) {
  return {.open = checks.open_tasks(),
          .waiting = checks.waiting_tasks(),
          .waiting_cost = mean_cost * static_cast<double>(checks.waiting_tasks()),
          .opened = checks.opened_tasks(),
          .confirmed = checks.confirmed_tasks(),
          .doubtful = checks.doubtful_tasks()};
}

}  // namespace

/// Nothing where the task is not cut.
std::optional<JobQueue::OpenTask> JobQueue::open(TaskId task, const Opening& how) {
  TaskCut cut = source_.cut(task);
  if (cut.slices < 2) {
    return std::nullopt;
  }
  const double cost = tasks_.cost(task) / (static_cast<double>(cut.slices - 1) + cut.last);
  std::vector<float> costs(cut.slices, static_cast<float>(cost));
  costs.back() = static_cast<float>(cost * cut.last);
  Open opened{.slices = WorkQueue(std::move(costs), crew_, job_.problem.parts()),
              .holder = --last_holder_,
              .above = std::move(cut.placed),
              .is_check = how.is_check,
              .is_wanted = how.is_wanted};
  if (how.before != nullptr) {
    opened.slices.restore(*how.before);
  }
  if (how.is_wanted) {
    tasks_.hold(task, opened.holder);
  } else {
    opened.slices.keep_only([](TaskId) { return false; });
  }
  CheckPolicy policy = policy_;
  policy.of_finished_job = true;
  policy.fraction = !how.is_check && how.is_wanted && tasks_.checks().chooses(task) ? 1 : 0;
  opened.slices.set_check_policy(std::move(policy));
  if (how.is_check) {
    opened.avoid = tasks_.kernels_to_avoid(task);
  }
  const OpenTask place = open_.emplace(task, std::move(opened)).first;
  refresh(place);
  return place;
}

/// Brings the sums and the lists of open tasks up to date.
void JobQueue::refresh(OpenTask task) {
  Open& open = task->second;
  add(slices_, open.state, -1);
  add(checks_, open.checks, -1);
  open.state = open.slices.state();
  open.checks = counts_of(open.slices.checks(), open.slices.cost(0));
  if (open.is_check) {  // its counts are those of a task that is done
    open.state.count = {};
    open.state.nodes = 0;
    open.state.done_cost = 0;
  }
  add(slices_, open.state, 1);
  add(checks_, open.checks, 1);
  const auto keep = [id = task->first](std::set<TaskId>& list, bool is_member) {
    if (is_member) {
      list.insert(id);
    } else {
      list.erase(id);
    }
  };
  keep(with_slices_, !open.is_check && open.state.todo > 0);
  keep(with_checks_, open.checks.waiting > 0 || (open.is_check && open.state.todo > 0));
  if (const double deadline = open.slices.next_deadline(); deadline < open.alarm) {
    open.alarm = deadline;
    alarms_.emplace(deadline, task->first);
  }
}

/// The slice was leased to the worker.
UnitId JobQueue::leased(OpenTask task, TaskId slice, WorkerId worker) {
  std::vector<TaskId>& held = held_in_[worker];
  if (held.empty() || held.back() != task->first) {
    if (held.size() == held.capacity()) {
      std::erase_if(held, [&](TaskId id) {
        const auto open = open_.find(id);
        return open == open_.end() || !open->second.slices.is_held_by(worker);
      });
    }
    held.push_back(task->first);
  }
  refresh(task);
  return {.task = task->first, .slice = static_cast<SliceId>(slice)};
}

/// The task is folded.
void JobQueue::remove(OpenTask task) {
  const Open& open = task->second;
  folded_.checks += open.state.checks;
  folded_.check_seconds += open.state.check_seconds;
  folded_.retries += open.state.retries;
  folded_.duplicates += open.state.duplicates;
  add(folded_checks_, {.opened = open.checks.opened, .confirmed = open.checks.confirmed}, 1);
  add(slices_, open.state, -1);
  add(checks_, open.checks, -1);
  with_slices_.erase(task->first);
  with_checks_.erase(task->first);
  open_.erase(task);
}

/// What a check has found; nothing where the task goes on, or was counted for the first time. What
/// this run leaves out stays in slices: they may be about to be checked.
std::optional<Outcome> JobQueue::close_if_done(OpenTask task) {
  const Open& open = task->second;
  if (!open.is_wanted || !open.slices.finished() || !open.slices.whole()) {
    return std::nullopt;
  }
  if (open.is_check) {
    return close_check(task);
  }
  tasks_.fold(task->first, open.slices.snapshot(), open.above, open.holder);
  remove(task);
  return std::nullopt;
}

Outcome JobQueue::close_check(OpenTask task) {
  const Open& open = task->second;
  const UnitId unit{.task = task->first};
  OriginTable origins;
  const FoldedTask folded = fold(open.slices.snapshot(), open.above, origins);
  const Origin& origin = origins[folded.record.origin];
  const TaskResult result{.task = unit.task,
                          .count = folded.record.count(),
                          .placed = folded.placed,
                          .nodes = folded.record.nodes,
                          .seconds = static_cast<double>(folded.record.microseconds) / 1e6,
                          .kernel = origin.kernel};
  const Completion completion =
      tasks_.complete(result, {.worker = open.holder, .host = origin.host});
  remove(task);
  return outcome(unit, completion, tasks_);
}

QueueState JobQueue::state() const {
  QueueState state = tasks_.state();
  add(state, slices_, 1);
  add(state, folded_, 1);
  return state;
}

JobQueue::CheckCounts JobQueue::checks() const {
  const QueueState& state = tasks_.state();
  CheckCounts counts =
      counts_of(tasks_.checks(),
                state.total_cost / static_cast<double>(std::max<std::uint64_t>(state.tasks, 1)));
  add(counts, checks_, 1);
  add(counts, folded_checks_, 1);
  return counts;
}

}  // namespace nqueens
