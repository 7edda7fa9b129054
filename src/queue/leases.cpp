// Smoothed speeds of workers; leases and their deadlines.

#include "queue/leases.hpp"

#include <algorithm>
#include <cmath>

namespace nqueens {
namespace {

/// Smoothing of mean and deviation, and the weight of the deviation: RFC 6298, section 2.
constexpr double mean_gain = 1.0 / 8;
constexpr double deviation_gain = 1.0 / 4;
constexpr double deviation_weight = 4;

/// Allowance for machines slower than the average.
constexpr double slower_worker = 2;

/// Allowance before anything was measured.
constexpr double slower_unmeasured = 400;

/// Allowance for a device before its first result, relative to a processor: enough for a device
/// that a processor emulates. If it is exceeded, the units go to others as well, which costs
/// little.
constexpr double slower_device = 100;
constexpr double longest_first_lease = 600;

/// A worker may wait for hours beside other programs; a hung one should be found within the run.
constexpr double most_prolonged = 100;

/// Weight of the newest result, 0 to 1. Results below a second weigh proportionally less: on a
/// shared processor, a single one of a thousand short results takes all of the waiting time.
/// @param results  so far; the first ones have the weights of a plain mean
double weight_of(double expected_seconds, std::size_t results) {
  return std::clamp(std::max(expected_seconds, 1 / (mean_gain * static_cast<double>(results))), 0.0,
                    1.0);
}

/// Bad clocks of workers are ignored.
bool is_time(double seconds) {
  return seconds >= 0 && !std::isinf(seconds);
}

}  // namespace

void Pace::learn(double seconds, WorkerId worker, double cost) {
  if (!is_time(seconds)) {
    return;
  }
  learn_own(seconds, worker, cost);
  const WorkerKind kind = workers_.kind_of(worker);
  if (!std::exchange(kinds_[kind].has_counted, true)) {
    kinds_[kind].mean_seconds.reset();
  }
  smooth(seconds, kind, cost);
}

void Pace::learn_own(double seconds, WorkerId worker, double cost) {
  if (is_time(seconds) && worker != unknown_worker) {
    Own& own = own_.try_emplace(worker, Own{.seconds = seconds}).first->second;
    const double weight = weight_of(cost * own.seconds, ++own.results);
    own.seconds += weight * mean_gain * (seconds - own.seconds);
  }
}

void Pace::smooth(double seconds, WorkerKind kind, double cost) {
  Measured& measured = kinds_[kind];
  measured.is_known = ++measured.results >= leases_.busy(kind) || measured.is_known;
  if (!measured.mean_seconds) {
    measured.mean_seconds = seconds;
    measured.deviation_seconds = seconds / 2;
    return;
  }
  double& mean = *measured.mean_seconds;
  const double weight = weight_of(cost * mean, measured.results);
  measured.deviation_seconds +=
      weight * deviation_gain * (std::abs(seconds - mean) - measured.deviation_seconds);
  mean += weight * mean_gain * (seconds - mean);
}

/// Checks have a factor of their own to keep their leases short: if a worker dies with one at the
/// end of a run, all others wait for that lease. A run of nothing but checks learns the mean from
/// them.
void Pace::learn_check(double seconds, WorkerId worker, double cost) {
  if (!is_time(seconds)) {
    return;
  }
  const WorkerKind kind = workers_.kind_of(worker);
  Measured& measured = kinds_[kind];
  if (!measured.has_counted) {
    smooth(seconds / measured.check_factor, kind, cost);
  } else if (*measured.mean_seconds > 0) {
    measured.check_factor +=
        mean_gain * (std::max(seconds / *measured.mean_seconds, 1.0) - measured.check_factor);
  }
}

double Pace::times_as_fast(WorkerKind kind, WorkerKind as) const {
  const double seconds = seconds_per_cost(kind).value_or(0);
  const double others = seconds_per_cost(as).value_or(0);
  return seconds > 0 && others > 0 ? others / seconds : 1;
}

double Pace::slowness(WorkerId worker) const {
  const auto own = own_.find(worker);
  const double mean = seconds_per_cost(workers_.kind_of(worker)).value_or(0);
  return own != own_.end() && mean > 0 ? own->second.seconds / mean : 1;
}

double Pace::lease_seconds(WorkerId worker, double held_cost) const {
  const WorkerKind kind = workers_.kind_of(worker);
  const Measured& measured = kinds_[kind];
  const double per_cost =
      measured.is_known ? *measured.mean_seconds + deviation_weight * measured.deviation_seconds
                        : slower_unmeasured / policy_.expected_cost_rate;
  const double seconds = slower_worker * std::max(slowness(worker), 1.0) * held_cost * per_cost;
  if (measured.is_known || !knows_leases_of(kind)) {
    return policy_.grace_seconds + seconds;
  }
  const double of_device =
      slower_worker * slower_device * held_cost * *seconds_per_cost(WorkerKind::processor);
  return policy_.grace_seconds + std::min({seconds, of_device, longest_first_lease});
}

void Leases::begin(const UnitId& unit, WorkerId worker, double cost, double now, const Pace& pace) {
  const WorkerKind kind = workers_.kind_of(worker);
  const auto [place, is_new] = holders_.try_emplace(worker);
  Holder& holder = place->second;
  busy_[kind] += is_new ? 1 : 0;
  holder.units.insert(unit);
  holder.cost += cost;
  const double deadline = now + pace.lease_seconds(worker, holder.cost);
  leases_.emplace(unit, Lease{.worker = worker, .deadline = deadline, .cost = cost});
  deadlines_.emplace(deadline, unit);
  if (!pace.knows_leases_of(kind)) {
    early_leases_.push_back(
        {.unit = unit, .since = now, .held_cost = holder.cost, .deadline = deadline});
  }
}

void Leases::end(const UnitId& unit) {
  if (const auto lease = leases_.find(unit); lease != leases_.end()) {
    const auto holder = holders_.find(lease->second.worker);
    holder->second.units.erase(unit);
    holder->second.cost -= lease->second.cost;
    if (holder->second.units.empty()) {
      --busy_[workers_.kind_of(holder->first)];
      holders_.erase(holder);
    }
    leases_.erase(lease);
  }
}

std::optional<WorkerId> Leases::holder(const UnitId& unit) const {
  const auto lease = leases_.find(unit);
  return lease == leases_.end() ? std::nullopt : std::optional(lease->second.worker);
}

std::vector<Leases::Ended> Leases::release(WorkerId worker) {
  std::vector<Ended> released;
  while (holders_.contains(worker)) {
    released.push_back({.unit = *holders_.at(worker).units.begin(), .worker = worker});
    end(released.back().unit);
  }
  return released;
}

std::vector<Leases::Ended> Leases::expire(double now, const Pace& pace,
                                          const WaitedSeconds& waited) {
  correct_early_leases(pace);
  std::vector<Ended> expired;
  std::set<WorkerId> asked;
  for (; !deadlines_.empty() && deadlines_.top().first <= now; deadlines_.pop()) {
    const UnitId unit = deadlines_.top().second;
    const auto lease = leases_.find(unit);
    if (lease == leases_.end() || lease->second.deadline > now) {
      continue;
    }
    const WorkerId worker = lease->second.worker;
    if (waited && asked.insert(worker).second) {
      const double usual = pace.lease_seconds(worker, holders_.at(worker).cost);
      const double most = std::min(now - lease->second.deadline + usual,
                                   most_prolonged * usual - lease->second.prolonged);
      prolong(worker, std::clamp(waited(worker), 0.0, std::max(most, 0.0)));
    }
    if (lease->second.deadline <= now) {
      expired.push_back({.unit = unit, .worker = worker});
      end(unit);
    }
  }
  return expired;
}

void Leases::prolong(WorkerId worker, double seconds) {
  for (const UnitId& unit : holders_.at(worker).units) {
    Lease& lease = leases_.at(unit);
    for (EarlyLease& early : early_leases_) {
      if (early.unit == unit && early.deadline == lease.deadline) {
        early.since += seconds;
        early.deadline += seconds;
      }
    }
    lease.prolonged += seconds;
    lease.deadline += seconds;
    deadlines_.emplace(lease.deadline, unit);
  }
}

/// Otherwise the death of a worker with its first unit would go unnoticed for hours.
void Leases::correct_early_leases(const Pace& pace) {
  std::erase_if(early_leases_, [&](const EarlyLease& early) {
    const auto lease = leases_.find(early.unit);
    if (lease == leases_.end() || lease->second.deadline != early.deadline) {
      return true;
    }
    const WorkerId worker = lease->second.worker;
    if (!pace.knows_leases_of(workers_.kind_of(worker))) {
      return false;
    }
    lease->second.deadline = early.since + pace.lease_seconds(worker, early.held_cost);
    deadlines_.emplace(lease->second.deadline, early.unit);
    return true;
  });
}

}  // namespace nqueens
