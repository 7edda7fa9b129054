// Units to count and to check, and their results; tasks that open and fold.

#include "queue/work_queue.hpp"

#include <stdexcept>
#include <unordered_set>

namespace nqueens {
namespace {

/// Most remembered workers of slices: 160 MB.
constexpr std::size_t max_slice_workers = 10'000'000;

/// Tasks searched for a slice that the worker may check.
constexpr int max_checks_looked_at = 64;

}  // namespace

WorkQueue::WorkQueue(const Job& job, std::vector<float> costs, const WorkerTable& workers,
                     CountStart start)
    : job_(job),
      source_(job, start.keep_going),
      leases_(workers),
      pace_(workers, leases_, start.leases),
      // Moved out of the snapshot: ten million tasks take half a gigabyte.
      units_(std::move(costs), job.problem.parts(),
             start.snapshot ? std::optional<UnitRecords>(std::move(*start.snapshot)) : std::nullopt,
             start.snapshot ? std::move(start.snapshot->origins) : OriginTable()),
      checks_(units_, workers, std::move(start.checks)) {
  if (start.wanted) {
    units_.leave_out(std::not_fn(start.wanted));
  }
  if (!whole() || checks_.policy().of_finished_job) {
    check_chosen(units_.tasks());
  }
  if (start.snapshot) {
    for (auto& [task, slices] : start.snapshot->in_slices) {
      const bool is_wanted = !start.wanted || start.wanted(task);
      if (is_wanted) {
        units_.set_stage({.task = task}, UnitStage::out);
      }
      if (!open(task, is_wanted ? Purpose::count : Purpose::keep, std::move(slices))) {
        throw std::invalid_argument(to_string(UnitId{.task = task}) + " is not cut into slices");
      }
      close_if_done(task);
    }
  }
  for (const UnitId& unit : start.to_check) {
    checks_.open(unit);
  }
}

/// Opens the checks that chance chooses and no earlier run has made.
void WorkQueue::check_chosen(const UnitTable& table) {
  for (std::uint64_t index = 0; index < table.size(); ++index) {
    if (table.records.done[index] && table.records.records[index].confirmed_by == unknown_origin &&
        checks_.chooses(table.unit(index))) {
      checks_.open(table.unit(index));
    }
  }
}

/// @return false if the task is not cut
bool WorkQueue::open(TaskId task, Purpose purpose, std::optional<UnitRecords> before) {
  TaskCut cut = source_.cut(task);
  if (cut.slices < 2) {
    return false;
  }
  check_chosen(units_.open(task, purpose, std::move(cut), std::move(before)));
  if (purpose == Purpose::check) {
    for (const auto& [sliced_task, worker] : slice_workers_) {
      if (sliced_task == task) {
        units_.in_progress(task).voters.insert(worker);
      }
    }
  }
  return true;
}

/// Folds a task if all its slices are done. @return the outcome of a check; empty if the task goes
/// on or this was its first count. A task that this run leaves out stays in slices, since checks of
/// them may follow.
std::optional<Completion> WorkQueue::close_if_done(TaskId task) {
  const OpenTask& open = units_.in_progress().at(task);
  const Purpose purpose = open.purpose;
  if (purpose == Purpose::keep || open.slices.done < open.slices.size() ||
      open.slices.open_checks > 0) {
    return std::nullopt;
  }
  Vote folded = units_.close(task);
  if (purpose == Purpose::count) {
    return std::nullopt;
  }
  const double seconds = static_cast<double>(folded.record.microseconds) / 1e6;
  return take({.task = task}, std::move(folded), true, seconds);
}

// --- Units to count

std::optional<UnitId> WorkQueue::next(WorkerId worker, double now) {
  const std::set<TaskId>& open = units_.with_slices_to(Purpose::count);
  auto unit = units_.take(open.empty() ? std::nullopt : std::optional(*open.begin()));
  try {
    if (unit && !unit->is_slice() && this->open(unit->task, Purpose::count)) {
      unit = units_.take(unit->task);
    }
  } catch (const WalkStopped&) {
    units_.put_back(*unit);
    return std::nullopt;
  }
  return unit ? lease(*unit, worker, now) : unit;
}

std::optional<UnitId> WorkQueue::next_check(WorkerId worker, double now) {
  auto unit = checks_.next(worker, true);
  const std::set<TaskId>& open = units_.with_slices_to(Purpose::check);
  int looked_at = 0;
  for (auto task = open.begin(); !unit && task != open.end() && looked_at < max_checks_looked_at;
       ++task, ++looked_at) {
    if (checks_.may_count({.task = *task}, worker) &&
        checks_.may_join(units_.in_progress(*task).voters, worker)) {
      unit = units_.take(*task);
      break;
    }
  }
  if (!unit) {
    unit = checks_.next(worker, false);
    try {
      if (unit && this->open(unit->task, Purpose::check)) {
        const bool may_join = checks_.may_join(units_.in_progress(unit->task).voters, worker);
        unit = may_join ? units_.take(unit->task) : std::nullopt;
      }
    } catch (const WalkStopped&) {
      checks_.put_back(*unit);
      return std::nullopt;
    }
  }
  return unit ? lease(*unit, worker, now) : unit;
}

UnitId WorkQueue::lease(const UnitId& unit, WorkerId worker, double now) {
  const double cost = units_.cost(unit);
  const bool is_check = units_.is_done(unit) || units_.is_of_check(unit);
  leases_.begin(unit, worker, is_check ? pace_.check_cost(cost, worker) : cost, now, pace_);
  return unit;
}

std::uint64_t WorkQueue::release(WorkerId worker) {
  return put_back(leases_.release(worker)).size();
}

std::vector<Leases::Ended> WorkQueue::expire(double now, const WaitedSeconds& waited) {
  return put_back(leases_.expire(now, pace_, waited));
}

std::vector<Leases::Ended> WorkQueue::put_back(std::vector<Leases::Ended> ended) {
  units_.state().retries += ended.size();
  for (const auto& [unit, worker] : ended) {
    if (units_.is_done(unit)) {
      checks_.put_back(unit);
    } else {
      units_.put_back(unit);
    }
  }
  return ended;
}

// --- Results

UnitRecord WorkQueue::record_of(const UnitResult& result, const Sender& sender) {
  // A bad clock of a worker is ignored.
  const bool is_time = result.seconds >= 0 && result.seconds < 1e12;
  return {.count = result.count,
          .nodes = result.nodes,
          .microseconds = is_time ? static_cast<std::uint64_t>(result.seconds * 1e6) : 0,
          .origin = units_.origins().add({.kernel = result.kernel, .host = sender.host})};
}

/// Keeps wrong sums out of checkpoints.
void WorkQueue::require_right(const UnitResult& result) const {
  const UnitId unit = result.unit;
  const bool is_open = units_.in_progress().contains(unit.task);
  if (unit.is_slice() && is_open ? !units_.has(unit) : unit.task >= units_.tasks().size()) {
    throw std::out_of_range("a result is of " + to_string(unit) + ", which the job does not have");
  }
  if (unit.is_slice() ? job_.slice_depth == 0 : is_open) {
    throw std::invalid_argument("a result is of " + to_string(unit) +
                                ", which is not counted like that");
  }
  const std::size_t rows = units_.tasks().records.rows;
  if (result.placed.size() != rows || (rows > 0 && sum_of_parts(result.placed) != result.count)) {
    throw std::invalid_argument("the " + std::to_string(result.placed.size()) + " rows of " +
                                to_string(unit) + " do not add up to its count");
  }
  const std::string fault =
      checks_.policy().of_real_counts
          ? fault_of_unit(job_, unit, {.count = result.count, .nodes = result.nodes}, result.placed)
          : "";
  if (!fault.empty()) {
    throw std::invalid_argument("impossible result of " + to_string(unit) + ", " + fault);
  }
}

Outcome WorkQueue::complete(const UnitResult& result, const Sender& sender) {
  require_right(result);
  Outcome outcome{.unit = result.unit};
  const UnitId unit = outcome.unit;
  if (!units_.has(unit)) {  // a slice of a done task
    ++units_.state().duplicates;
    outcome.completion = Completion::duplicate;
    return outcome;
  }
  outcome.completion = take(
      unit, {.record = record_of(result, sender), .placed = result.placed, .worker = sender.worker},
      leases_.holder(unit) == sender.worker, result.seconds);
  if (unit.is_slice()) {
    if (outcome.completion == Completion::accepted && !units_.is_of_check(unit)) {
      slice_workers_.emplace_back(unit.task, sender.worker);
      if (slice_workers_.size() > max_slice_workers) {
        slice_workers_.pop_front();
      }
    }
    if (const auto of_check = close_if_done(unit.task)) {
      outcome.completion = *of_check;
      outcome.unit = {.task = unit.task};
    }
  }
  if (outcome.completion == Completion::settled || outcome.completion == Completion::unsettled) {
    outcome.dispute = &checks_.disputes().back();
  }
  return outcome;
}

Completion WorkQueue::take(const UnitId& unit, Vote vote, bool asked_for, double seconds) {
  const double cost = units_.cost(unit);
  const double per_cost = seconds / cost;
  const WorkerId worker = vote.worker;
  if (!units_.is_done(unit)) {
    if (units_.is_of_check(unit) && !asked_for) {
      // A late result of the first count is no independent check.
      return Completion::duplicate;
    }
    units_.set(unit, vote);
    leases_.end(unit);
    if (units_.is_of_check(unit)) {
      pace_.learn_check(per_cost, worker, cost);
    } else {
      pace_.learn(per_cost, worker, cost);
    }
    if (checks_.chooses(unit)) {
      checks_.open(unit);
    }
    return Completion::accepted;
  }
  if (!asked_for && checks_.is_repetition(unit, vote)) {
    ++units_.state().duplicates;
    pace_.learn_own(per_cost, worker, cost);
    return Completion::duplicate;
  }
  if (asked_for) {
    ++units_.state().checks;
    units_.state().check_seconds += seconds;
    pace_.learn_check(per_cost, worker, cost);
  }
  const Completion completion = checks_.vote(unit, std::move(vote), asked_for);
  if (asked_for || !checks_.is_open(unit)) {
    leases_.end(unit);
  }
  return completion;
}

// --- Distrust

std::uint64_t WorkQueue::suspect(WorkerId worker) {
  std::unordered_set<TaskId> sliced;
  for (const auto& [task, counted_by] : slice_workers_) {
    if (counted_by == worker) {
      sliced.insert(task);
    }
  }
  return suspect([&](const UnitTable& table, std::uint64_t index) {
    return table.counted_by[index] == worker || (!table.task && sliced.contains(index));
  });
}

std::uint64_t WorkQueue::suspect_host(const std::string& host) {
  return suspect([&](const UnitTable& table, std::uint64_t index) {
    return table.counted_by[index] == unknown_worker &&
           units_.origins()[table.records.records[index].origin].host == host;
  });
}

/// Includes tasks in slices whose origin is `several`: a device of the host may have counted some.
std::uint64_t WorkQueue::suspect_devices(const std::string& host) {
  return suspect([&](const UnitTable& table, std::uint64_t index) {
    const Origin& origin = units_.origins()[table.records.records[index].origin];
    return table.counted_by[index] == unknown_worker &&
           (origin.host == host || origin.host == several) &&
           (origin.kernel == several || checks_.policy().is_of_device(origin.kernel));
  });
}

template <class IsSuspect>
std::uint64_t WorkQueue::suspect(const IsSuspect& is_suspect) {
  std::uint64_t suspects = 0;
  const auto suspect_in = [&](const UnitTable& table) {
    for (std::uint64_t index = 0; index < table.size(); ++index) {
      // A confirmation by the same host does not help.
      if (table.records.done[index] && is_suspect(table, index) &&
          !is_confirmed_elsewhere(table.records.records[index], units_.origins())) {
        checks_.open(table.unit(index), true);
        ++suspects;
      }
    }
  };
  suspect_in(units_.tasks());
  for (const auto& [task, open] : units_.in_progress()) {
    suspect_in(open.slices);
  }
  return suspects;
}

QueueSnapshot WorkQueue::trusted_snapshot() const {
  QueueSnapshot snapshot = units_.snapshot();
  for (const UnitId& unit : checks_.doubtful()) {
    snapshot.clear(unit);
  }
  return snapshot;
}

}  // namespace nqueens
