// Leases by unit, and their deadlines in order.

#include "queue/leases.hpp"

namespace nqueens {

void Leases::begin(const UnitId& unit, WorkerId worker, double cost, double now) {
  workers_.hold(worker, unit, cost);
  const double held_cost = workers_.work(worker).held_cost;
  const double deadline = now + pace_.lease_seconds(worker, held_cost);
  leases_.emplace(unit, Lease{.worker = worker, .deadline = deadline, .cost = cost});
  deadlines_.emplace(deadline, unit);
  if (!pace_.seconds_per_cost()) {
    early_leases_.push_back(
        {.unit = unit, .since = now, .held_cost = held_cost, .deadline = deadline});
  }
}

void Leases::end(const UnitId& unit) {
  if (const auto lease = leases_.find(unit); lease != leases_.end()) {
    workers_.let_go(lease->second.worker, unit, lease->second.cost);
    leases_.erase(lease);
  }
}

std::optional<WorkerId> Leases::holder(const UnitId& unit) const {
  const auto lease = leases_.find(unit);
  return lease == leases_.end() ? std::nullopt : std::optional(lease->second.worker);
}

std::vector<UnitId> Leases::release(WorkerId worker) {
  const auto& held = workers_.work(worker).held;
  std::vector<UnitId> units(held.begin(), held.end());
  for (const UnitId& unit : units) {
    end(unit);
  }
  return units;
}

std::vector<Leases::Expired> Leases::expire(double now) {
  correct_early_leases();
  std::vector<Expired> expired;
  for (; !deadlines_.empty() && deadlines_.top().first <= now; deadlines_.pop()) {
    const UnitId unit = deadlines_.top().second;
    const auto lease = leases_.find(unit);
    if (lease != leases_.end() && lease->second.deadline <= now) {
      expired.push_back({.unit = unit, .worker = lease->second.worker});
      end(unit);
    }
  }
  return expired;
}

/// A worker that dies with its first unit would else be missed after hours only.
void Leases::correct_early_leases() {
  if (early_leases_.empty() || !pace_.seconds_per_cost()) {
    return;
  }
  for (const EarlyLease& early : early_leases_) {
    const auto lease = leases_.find(early.unit);
    if (lease != leases_.end() && lease->second.deadline == early.deadline) {
      lease->second.deadline =
          early.since + pace_.lease_seconds(lease->second.worker, early.held_cost);
      deadlines_.emplace(lease->second.deadline, early.unit);
    }
  }
  early_leases_.clear();
}

}  // namespace nqueens
