// Workers, and how many are on which host.

#include "queue/workers.hpp"

namespace nqueens {

const Workers::Worker* Workers::find(WorkerId worker) const {
  const auto found = workers_.find(worker);
  return found == workers_.end() ? nullptr : &found->second;
}

void Workers::arrive(WorkerId worker, const std::string& host) {
  Worker& its = workers_[worker];
  if (!its.is_here) {
    its.is_here = true;
    its.host = host;
    ++on_hosts_[host];
    ++here_;
  }
}

void Workers::depart(WorkerId worker) {
  Worker& its = workers_[worker];
  if (its.is_here) {
    its.is_here = false;
    --here_;
    if (const auto host = on_hosts_.find(its.host); --host->second == 0) {
      on_hosts_.erase(host);
    }
  }
}

const std::string* Workers::host_of(WorkerId worker) const {
  const Worker* its = find(worker);
  return its != nullptr && its->is_here ? &its->host : nullptr;
}

std::size_t Workers::on(const std::string& host) const {
  const auto found = on_hosts_.find(host);
  return found == on_hosts_.end() ? 0 : found->second;
}

void Workers::hold(WorkerId worker, const UnitId& unit, double cost) {
  Worker& its = workers_[worker];
  busy_ += its.held.empty() ? 1 : 0;
  its.held.insert(unit);
  its.held_cost += cost;
}

void Workers::let_go(WorkerId worker, const UnitId& unit, double cost) {
  Worker& its = workers_[worker];
  its.held.erase(unit);
  its.held_cost = its.held.empty() ? 0 : its.held_cost - cost;
  busy_ -= its.held.empty() ? 1 : 0;
}

}  // namespace nqueens
