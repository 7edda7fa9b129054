// The scheduling policy: batches, lost workers and distrusted ones.

#include "queue/scheduler.hpp"

#include <iterator>
#include <map>
#include <stdexcept>

namespace nqueens {
namespace {

/// A batch is at most a worker's equal share of the remaining work, divided by this.
constexpr double share_parts = 4;

/// Most workers of the host that counted a task: all may have to be passed over for its check.
constexpr std::uint64_t max_ranks_of_a_host = 1000;

/// Idle workers considered at once when a check opens. The next tick considers the others.
constexpr std::size_t max_asked_at_once = 8;

/// A processor outvoted this often is set aside: the first time may be a random bit flip.
constexpr std::size_t max_outvoted = 2;

/// A worker gets one batch at a time if its batches last this long.
constexpr double no_second_batch_seconds = 10;

/// A worker is slow at this multiple of the mean time.
constexpr double slow_factor = 2;
/// The longest unit takes about this multiple of the expected time: 2.5 at N = 20.
constexpr double longest_unit = 3;

}  // namespace

// --- Workers

void Scheduler::begin(const Job& job, std::vector<float> costs, CountStart start) {
  workers_->begin_count();
  queue_.emplace(job, std::move(costs), *workers_, std::move(start));
}

bool Scheduler::arrive(WorkerId id) {
  asked_.push_back(id);
  return !(*workers_)[id].is_set_aside;
}

std::optional<std::uint64_t> Scheduler::take_back(WorkerId id, WorkerTable::Stage how) {
  return workers_->depart(id, how) ? std::optional(queue_->release(id)) : std::nullopt;
}

std::optional<std::uint64_t> Scheduler::depart(WorkerId id, WorkerTable::Stage how) {
  workers_->set_batches(id, 0);
  return take_back(id, how);
}

void Scheduler::holds(WorkerId id, int batches) {
  workers_->set_batches(id, batches);
  asked_.push_back(id);
}

void Scheduler::batch_finished(WorkerId id) {
  holds(id, std::max((*workers_)[id].batches - 1, 0));
}

// --- Results

Taken Scheduler::take(WorkerId id, const UnitResult& result) {
  Taken taken;
  const WorkerTable::Worker* worker = workers_->find(id);
  if (worker != nullptr && worker->is_set_aside) {
    return taken;
  }
  const std::uint64_t waiting = queue_->state().todo_checks;
  try {
    taken.outcome = queue_->complete(
        result, {.worker = id, .host = worker == nullptr ? "" : worker->process.host});
  } catch (const std::logic_error& error) {
    taken.set_aside.push_back(set_aside(id, error.what()));
    return taken;
  } catch (const OutOfRange& error) {
    taken.set_aside.push_back(
        set_aside(id, "its result cannot be added: " + std::string(error.what())));
    return taken;
  }
  times_.kernel += result.seconds;
  if (workers_->kind_of(id) == WorkerKind::device) {
    times_.device += result.seconds;
  }
  times_.processor += result.processor_seconds;
  if (taken.outcome->completion == Completion::accepted) {
    times_.kernels.insert(result.kernel);
  }
  if (const Dispute* dispute = taken.outcome->dispute) {
    blame(*dispute, taken);
    suspect_host_of(*dispute, taken);
  }
  check_opened_ = check_opened_ || queue_->state().todo_checks > waiting;
  return taken;
}

/// Blames each worker whose vote no other vote confirms. (If two votes differ only in nodes, a
/// third by a kernel with another search may confirm both.)
void Scheduler::blame(const Dispute& dispute, Taken& taken) {
  if (!dispute.winner) {
    return;
  }
  for (const Vote& vote : dispute.votes) {
    const bool stands_alone = std::ranges::none_of(dispute.votes, [&](const Vote& other) {
      return &other != &vote && queue_->checks().confirm(vote, other);
    });
    const WorkerTable::Worker* worker = workers_->find(vote.worker);
    if (!stands_alone || worker == nullptr || worker->is_set_aside) {
      continue;
    }
    std::vector<UnitId>& outvoted = outvoted_[vote.worker];
    if (outvoted.empty() || outvoted.back() != dispute.unit) {
      outvoted.push_back(dispute.unit);
      if (outvoted.size() == max_outvoted || worker->kind() == WorkerKind::device) {
        taken.set_aside.push_back(set_aside(
            vote.worker, "it counted " + to_string(outvoted.front()) +
                             (outvoted.size() > 1 ? " and " + to_string(outvoted[1]) : "") +
                             " wrong"));
      }
    }
  }
}

SetAside Scheduler::set_aside(WorkerId id, const std::string& why) {
  workers_->set_aside(id);
  queue_->release(id);
  return {.worker = id, .why = why, .suspects = suspect(id)};
}

std::uint64_t Scheduler::suspect(WorkerId id) {
  const bool is_device = workers_->kind_of(id) == WorkerKind::device;
  return queue_->suspect(id) +
         (is_device ? queue_->suspect_devices((*workers_)[id].process.host) : 0);
}

void Scheduler::suspect_host_of(const Dispute& dispute, Taken& taken) {
  const Vote& first = dispute.votes.front();
  const Origin& origin = queue_->units().origins()[first.record.origin];
  const bool is_of_device =
      first.worker == unknown_worker && queue_->checks().policy().is_of_device(origin.kernel);
  const bool was_right =  // false also if unknown
      dispute.winner && queue_->checks().agree(first, dispute.votes[*dispute.winner]);
  if ((!policy_.suspect_hosts && !is_of_device) || was_right) {
    return;
  }
  const std::string host = origin.host;
  if (suspect_hosts_.insert(host).second) {
    taken.suspect_host = {.host = host,
                          .suspects = policy_.suspect_hosts ? queue_->suspect_host(host)
                                                            : queue_->suspect_devices(host)};
  }
}

// --- Batches

std::optional<Assignment> Scheduler::next(double now) {
  while (true) {
    for (; !asked_.empty(); asked_.pop_front()) {
      if (Assignment assignment = next_of(asked_.front(), now); !assignment.units.empty()) {
        try {
          queue_->source().append_prefixes_of(assignment.units);
        } catch (const WalkStopped&) {
          return std::nullopt;  // their leases end with the run
        }
        return assignment;
      }
    }
    if (!std::exchange(check_opened_, false)) {
      return std::nullopt;
    }
    const auto& idle = workers_->with_batches(0);
    const std::size_t asked = std::min(max_asked_at_once, idle.size());
    asked_.assign(idle.begin(), std::next(idle.begin(), static_cast<std::ptrdiff_t>(asked)));
  }
}

/// Empty if the worker holds enough or there is no work for it. A batch has only checks, which come
/// first, or only new units.
Assignment Scheduler::next_of(WorkerId id, double now) {
  Assignment assignment{.worker = id};
  const WorkerTable::Worker& worker = (*workers_)[id];
  if (!worker.works() || worker.batches >= batches_wanted(id)) {
    return assignment;
  }
  const double slowness = std::max(queue().pace().slowness(id), 1.0);
  workers_->set_slow(id, slowness >= slow_factor);
  assignment.hold_seconds = hold_seconds();
  const double lease_begin = now + assignment.hold_seconds;
  const auto fill = [&](const auto& take_next, const auto& cost_of) {
    double room = batch_cost(id) / slowness;
    std::uint64_t prefixes = 0;
    do {
      const std::optional<UnitId> unit = take_next();
      if (!unit) {
        return;
      }
      assignment.units.push_back(
          {.unit = *unit, .kernels_to_avoid = queue().checks().kernels_to_avoid(*unit)});
      room -= cost_of(queue().units().cost(*unit));
      prefixes +=
          unit->is_slice() ? queue().job().prefixes_per_slice : queue().job().prefixes_per_task;
    } while (room > 0 && prefixes < policy_.max_prefixes);
  };
  const bool is_last = would_be_last(id, slowness);
  if (is_last && worker.is_slow) {
    return assignment;
  }
  fill([&] { return queue_->next_check(id, lease_begin); },
       [&](double cost) { return queue().pace().check_cost(cost, id); });
  if (assignment.units.empty() && !is_last) {
    fill([&] { return queue_->next(id, lease_begin); },
         [this](double cost) { return unit_cost_ = cost; });
  }
  if (!assignment.units.empty()) {
    workers_->set_batches(id, worker.batches + 1);
  }
  if (policy_.other_kernels) {
    for (UnitPrefixes& unit : assignment.units) {
      unit.kernels_to_avoid.push_back(worker.kernel);
    }
  }
  return assignment;
}

/// At most the time for which work is left. Leases last longer by this, and at the end all others
/// wait for those of a dead worker. But longer than a batch, or each would cost two messages.
double Scheduler::hold_seconds() const {
  double left = 0;
  for (const WorkerKind kind : worker_kinds) {
    const double seconds = queue().pace().seconds_per_cost(kind).value_or(0);
    left = std::max(
        left, queue().state().todo_cost * seconds / std::max(queue().pace().capacity(kind), 1.0));
  }
  const std::size_t workers = workers_->working();
  return std::clamp(left, std::max(1.5 * exchange_seconds(workers), result_hold_seconds(1)),
                    result_hold_seconds(workers));
}

/// Capacity of the workers at least twice as fast as this one, in workers of its kind; 0 if it is
/// among the fastest. If it is slow for its kind, all workers count; else those of the other kind.
double Scheduler::faster_capacity(WorkerId worker) const {
  const Pace& pace = queue().pace();
  const WorkerKind kind = workers_->kind_of(worker);
  if ((*workers_)[worker].is_slow && workers_->working(kind) > workers_->slow(kind)) {
    return pace.capacity(kind);
  }
  const WorkerKind other = kind == WorkerKind::device ? WorkerKind::processor : WorkerKind::device;
  return pace.times_as_fast(other, kind) >= slow_factor ? pace.capacity(kind, other) : 0;
}

/// Whether the others would finish all remaining work before a slow worker ends its next unit,
/// which may take several times as long as expected. False if no worker is busy: one has to do the
/// work.
bool Scheduler::would_be_last(WorkerId worker, double slowness) const {
  return queue().leases().busy() > 0 &&
         longest_unit * slowness * unit_cost_ * faster_capacity(worker) > queue().state().todo_cost;
}

std::vector<Lost> Scheduler::tick(double now, const WaitedSeconds& waited) {
  std::vector<Lost> lost;
  std::unordered_map<WorkerId, std::size_t> places;
  for (const auto& [unit, worker] : queue_->expire(now, waited)) {
    const auto [place, is_new] = places.try_emplace(worker, lost.size());
    if (is_new) {
      lost.push_back(
          {.workers = {worker}, .why = "its lease of " + to_string(unit) + " has ended"});
    }
    ++lost[place->second].returned;
  }
  for (Lost& entry : lost) {
    entry.returned += take_back(entry.workers.front(), WorkerTable::Stage::lost).value_or(0);
  }
  const double longest_silence = host_silence_seconds(workers_->hosts().size());
  std::map<std::string, Lost> silent;
  for (const auto& [name, host] : workers_->hosts()) {
    if (host.asked && now - *host.asked > longest_silence) {
      silent[name] = {.workers = {host.workers.begin(), host.workers.end()},
                      .why = "nobody on this host answers"};
    }
  }
  for (auto& [name, entry] : silent) {
    for (const WorkerId id : entry.workers) {
      entry.returned += take_back(id, WorkerTable::Stage::lost).value_or(0);
    }
    lost.push_back(std::move(entry));
  }
  ask_hungry();
  return lost;
}

/// Lines up only a few more workers than there are units. The surplus makes up for those that may
/// get none: slow workers, next to devices all processors, and workers that may not check a task.
void Scheduler::ask_hungry() {
  const auto& idle = workers_->with_batches(0);
  const auto& with_one = workers_->with_batches(1);
  asked_.assign(idle.begin(), idle.end());
  std::ranges::copy_if(with_one, std::back_inserter(asked_),
                       [this](WorkerId id) { return batches_wanted(id) > 1; });
  const QueueState& state = queue_->state();
  const auto may_get_none = [this](WorkerKind kind) {
    return workers_->working(WorkerKind::device) > 0 ? workers_->working(kind)
                                                     : workers_->slow(kind);
  };
  const std::uint64_t max_asked = state.todo + may_get_none(WorkerKind::processor) +
                                  may_get_none(WorkerKind::device) + state.todo_checks +
                                  (state.todo_checks > 0 ? max_ranks_of_a_host : 0);
  asked_.resize(std::min<std::size_t>(asked_.size(), max_asked));
}

/// Seconds per unit of cost for workers of this kind. Before any measurement: empty with few
/// workers, which soon ask again; with many, what the plan expects.
std::optional<double> Scheduler::seconds_per_cost(WorkerKind kind) const {
  const auto measured = queue().pace().seconds_per_cost(kind);
  const bool must_wait = exchange_seconds(workers_->working()) > 1;
  return measured || !must_wait ? measured : 1 / queue().pace().policy().expected_cost_rate;
}

/// Batches that the worker should hold: two if nothing was measured, since tasks may be short.
int Scheduler::batches_wanted(WorkerId worker) const {
  const auto seconds_per_cost = this->seconds_per_cost(workers_->kind_of(worker));
  if (!seconds_per_cost) {
    return WorkerTable::max_batches;
  }
  const QueueState state = queue().state();
  // Otherwise some would hold two of the last batches, and others none.
  if (state.todo + state.todo_checks < workers_->working()) {
    return 1;
  }
  const double mean_task = state.todo_cost / std::max<double>(static_cast<double>(state.todo), 1);
  return std::max(batch_cost(worker), mean_task) * *seconds_per_cost < no_second_batch_seconds
             ? WorkerTable::max_batches
             : 1;
}

/// Cost of the next batch: 0, which means one unit, until its kind was measured.
double Scheduler::batch_cost(WorkerId worker) const {
  const Pace& pace = queue().pace();
  const WorkerKind kind = workers_->kind_of(worker);
  const auto seconds_per_cost = this->seconds_per_cost(kind);
  if (!seconds_per_cost) {
    return 0;
  }
  const QueueState state = queue().state();
  const double left = state.todo_cost + pace.check_cost(state.todo_checks_cost, worker);
  const double share = left / (share_parts * std::max(pace.capacity(kind), 1.0));
  if (*seconds_per_cost <= 0) {
    return share;
  }
  const double wanted = std::min(policy_.batch_seconds / *seconds_per_cost, share);
  const double least = exchange_seconds(workers_->working()) / *seconds_per_cost;
  // Idle workers share the little work that dead ones leave at the end.
  const bool is_rest = share_parts * share < least / 10;
  return is_rest ? wanted : std::max(wanted, least);
}

}  // namespace nqueens
