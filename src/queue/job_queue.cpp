// Opens tasks, passes calls on to the queue of a task or of its pieces, and folds.

#include "nqueens/queue/job_queue.hpp"

#include <algorithm>
#include <functional>
#include <stdexcept>
#include <unordered_set>

namespace nqueens {
namespace {

/// Whoever counted so many pieces ago is forgotten: 160 MB.
constexpr std::size_t most_parts = 10'000'000;

/// Open tasks that are looked at for a check that the worker may do.
constexpr int most_open_looked_at = 64;

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

JobQueue::JobQueue(const Job& job, std::vector<float> costs, CountStart start)
    : job_(job),
      crew_(std::make_shared<Crew>(Crew{.pace = Pace(start.leases)})),
      tasks_(std::move(costs), crew_, job.problem.parts()),
      policy_(std::move(start.checks)) {
  if (job.piece_depth > 0) {
    source_.emplace(job);
  }
  const std::vector<TaskInPieces> in_pieces =
      start.snapshot ? std::exchange(start.snapshot->in_pieces, {}) : std::vector<TaskInPieces>();
  if (start.snapshot) {
    tasks_.restore(std::move(*start.snapshot));
  }
  if (start.wanted) {
    tasks_.keep_only(start.wanted);
  }
  tasks_.set_check_policy(policy_);
  for (const auto& [task, pieces] : in_pieces) {
    const bool is_wanted = !start.wanted || start.wanted(task);
    const auto opened = open(task, {.before = &pieces, .is_wanted = is_wanted});
    if (!opened) {
      throw std::invalid_argument(to_string(UnitId{.task = task}) + " is not cut into pieces");
    }
    close_if_done(*opened);
  }
  for (const UnitId& unit : start.to_check) {
    if (!unit.is_piece()) {
      tasks_.check(unit.task);
    } else {
      const auto task = open_.find(unit.task);
      task->second.pieces.check(unit.piece);
      refresh(task);
    }
  }
}

// --- Open tasks

/// Nothing where the task is not cut.
std::optional<JobQueue::OpenTask> JobQueue::open(TaskId task, const Opening& how) {
  TaskCut cut = source_ ? source_->cut(task) : TaskCut{};
  if (cut.pieces < 2) {
    return std::nullopt;
  }
  const double cost = tasks_.cost(task) / (static_cast<double>(cut.pieces - 1) + cut.last);
  std::vector<float> costs(cut.pieces, static_cast<float>(cost));
  costs.back() = static_cast<float>(cost * cut.last);
  Open opened{.pieces = WorkQueue(std::move(costs), crew_, job_.problem.parts()),
              .holder = --last_holder_,
              .above = std::move(cut.placed),
              .is_check = how.is_check};
  if (how.before != nullptr) {
    opened.pieces.restore(*how.before);
  }
  if (how.is_wanted) {
    tasks_.hold(task, opened.holder);
  } else {
    opened.pieces.keep_only([](TaskId) { return false; });
  }
  CheckPolicy policy = policy_;
  policy.of_finished_job = true;
  policy.fraction = !how.is_check && how.is_wanted && tasks_.checks().chooses(task) ? 1 : 0;
  opened.pieces.set_check_policy(std::move(policy));
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
  add(pieces_, open.state, -1);
  add(checks_, open.checks, -1);
  open.state = open.pieces.state();
  open.checks = counts_of(open.pieces.checks(), open.pieces.cost(0));
  if (open.is_check) {  // its counts are those of a task that is done
    open.state.count = {};
    open.state.nodes = 0;
    open.state.done_cost = 0;
  }
  add(pieces_, open.state, 1);
  add(checks_, open.checks, 1);
  const auto keep = [id = task->first](std::set<TaskId>& list, bool is_member) {
    if (is_member) {
      list.insert(id);
    } else {
      list.erase(id);
    }
  };
  keep(with_pieces_, !open.is_check && open.state.todo > 0);
  keep(with_checks_, open.checks.waiting > 0 || (open.is_check && open.state.todo > 0));
  if (const double deadline = open.pieces.next_deadline(); deadline < open.alarm) {
    open.alarm = deadline;
    alarms_.emplace(deadline, task->first);
  }
}

/// The piece was leased to the worker.
UnitId JobQueue::leased(OpenTask task, TaskId piece, WorkerId worker) {
  std::vector<TaskId>& held = held_in_[worker];
  if (held.empty() || held.back() != task->first) {
    if (held.size() == held.capacity()) {
      std::erase_if(held, [&](TaskId id) {
        const auto open = open_.find(id);
        return open == open_.end() || !open->second.pieces.is_held_by(worker);
      });
    }
    held.push_back(task->first);
  }
  refresh(task);
  return {.task = task->first, .piece = static_cast<PieceId>(piece)};
}

/// The task is folded.
void JobQueue::remove(OpenTask task) {
  const Open& open = task->second;
  folded_.checks += open.state.checks;
  folded_.check_seconds += open.state.check_seconds;
  folded_.retries += open.state.retries;
  folded_.duplicates += open.state.duplicates;
  add(folded_checks_, {.opened = open.checks.opened, .confirmed = open.checks.confirmed}, 1);
  add(pieces_, open.state, -1);
  add(checks_, open.checks, -1);
  with_pieces_.erase(task->first);
  with_checks_.erase(task->first);
  open_.erase(task);
}

/// What a check has found; nothing where the task goes on, or was counted for the first time.
std::optional<Outcome> JobQueue::close_if_done(OpenTask task) {
  const Open& open = task->second;
  if (!open.pieces.finished() || !open.pieces.whole()) {
    return std::nullopt;
  }
  if (open.is_check) {
    return close_check(task);
  }
  tasks_.fold(task->first, open.pieces.snapshot(), open.above, open.holder);
  remove(task);
  return std::nullopt;
}

Outcome JobQueue::close_check(OpenTask task) {
  const Open& open = task->second;
  const UnitId unit{.task = task->first};
  OriginTable origins;
  const FoldedTask folded = fold(open.pieces.snapshot(), open.above, origins);
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

// --- Units to count

std::optional<UnitId> JobQueue::next(WorkerId worker, double now) {
  if (with_pieces_.empty()) {
    const auto task = tasks_.next(worker, now);
    if (!task || !open(*task, {})) {
      return task ? std::optional(UnitId{.task = *task}) : std::nullopt;
    }
  }
  const OpenTask task = open_.find(*with_pieces_.begin());
  return leased(task, task->second.pieces.next(worker, now).value(), worker);
}

std::optional<UnitId> JobQueue::next_check(WorkerId worker, double now) {
  int looked_at = 0;
  for (const TaskId id : with_checks_) {
    if (++looked_at > most_open_looked_at) {
      break;
    }
    const OpenTask task = open_.find(id);
    WorkQueue& pieces = task->second.pieces;
    auto piece = pieces.next_check(worker, now);
    if (!piece && task->second.is_check && tasks_.may_check(id, worker)) {
      piece = pieces.next(worker, now);
    }
    if (piece) {
      return leased(task, *piece, worker);
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
  return leased(*opened, (*opened)->second.pieces.next(worker, now).value(), worker);
}

std::vector<std::string> JobQueue::kernels_to_avoid(const UnitId& unit) const {
  const Open* open = find_open(unit);
  if (open == nullptr) {
    return tasks_.kernels_to_avoid(unit.task);
  }
  std::vector<std::string> kernels = open->pieces.kernels_to_avoid(unit.piece);
  kernels.insert(kernels.end(), open->avoid.begin(), open->avoid.end());
  return kernels;
}

const JobQueue::Open* JobQueue::find_open(const UnitId& unit) const {
  const auto task = unit.is_piece() ? open_.find(unit.task) : open_.end();
  return task == open_.end() ? nullptr : &task->second;
}

double JobQueue::cost(const UnitId& unit) const {
  const Open* open = find_open(unit);
  return open == nullptr ? tasks_.cost(unit.task) : open->pieces.cost(unit.piece);
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
  if (unit.is_piece() ? job_.piece_depth == 0 : task != open_.end()) {
    throw std::invalid_argument("a result is of " + to_string(unit) +
                                ", which is not counted like that");
  }
  if (!unit.is_piece()) {
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
  TaskResult piece = result;
  piece.task = unit.piece;
  const Completion completion = open.pieces.complete(piece, sender);
  refresh(task);
  if (completion == Completion::accepted && !open.is_check) {
    parts_.emplace_back(unit.task, sender.worker);
    if (parts_.size() > most_parts) {
      parts_.pop_front();
    }
  }
  const Outcome of_piece = outcome(unit, completion, open.pieces);
  return close_if_done(task).value_or(of_piece);
}

std::uint64_t JobQueue::release(WorkerId worker) {
  std::uint64_t returned = tasks_.release(worker);
  for (const TaskId id : std::exchange(held_in_[worker], {})) {
    if (const OpenTask task = open_.find(id); task != open_.end()) {
      returned += task->second.pieces.release(worker);
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
    const auto pieces = task->second.pieces.expire(now);
    for (const WorkQueue::Expired& expired : pieces) {
      list.push_back({.unit = {.task = task->first, .piece = static_cast<PieceId>(expired.task)},
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
    suspects += task->second.pieces.suspect(worker);
    refresh(task);
  }
  return suspects;
}

std::uint64_t JobQueue::suspect_host(const std::string& host) {
  std::uint64_t suspects = tasks_.suspect_host(host);
  for (OpenTask task = open_.begin(); task != open_.end(); ++task) {
    suspects += task->second.pieces.suspect_host(host);
    refresh(task);
  }
  return suspects;
}

// --- What there is

QueueState JobQueue::state() const {
  QueueState state = tasks_.state();
  add(state, pieces_, 1);
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

QueueSnapshot JobQueue::full_snapshot() const {
  return with_pieces(tasks_.snapshot(), &WorkQueue::snapshot);
}

QueueSnapshot JobQueue::trusted_snapshot() const {
  return with_pieces(tasks_.trusted_snapshot(), &WorkQueue::trusted_snapshot);
}

template <class Take>
QueueSnapshot JobQueue::with_pieces(QueueSnapshot snapshot, const Take& take) const {
  for (const auto& [task, open] : open_) {
    if (!open.is_check && open.state.done_cost > 0) {
      snapshot.in_pieces.push_back({.task = task, .pieces = std::invoke(take, open.pieces)});
    }
  }
  std::ranges::sort(snapshot.in_pieces, {}, &TaskInPieces::task);
  return snapshot;
}

std::vector<Dispute> JobQueue::disputes_by_unit() const {
  return by_unit(disputes_, [this](const UnitId& unit) { return is_confirmed(unit); });
}

bool JobQueue::is_confirmed(const UnitId& unit) const {
  const Open* open = find_open(unit);
  return open == nullptr ? !unit.is_piece() && tasks_.checks().is_confirmed(unit.task)
                         : open->pieces.checks().is_confirmed(unit.piece);
}

JobQueue::InPieces JobQueue::in_pieces() const {
  InPieces sums;
  for (const auto& [task, open] : open_) {
    if (!open.is_check) {
      ++sums.tasks;
      sums.pieces += open.pieces.snapshot().done.size();
      sums.pieces_done += open.state.done;
    }
  }
  return sums;
}

}  // namespace nqueens
