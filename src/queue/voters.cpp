// Workers and their hosts.

#include "queue/voters.hpp"

namespace nqueens {

void Voters::arrive(WorkerId worker, const std::string& host) {
  if (hosts_.emplace(worker, host).second) {
    ++workers_on_[host];
  }
}

void Voters::depart(WorkerId worker) {
  const auto found = hosts_.find(worker);
  if (found == hosts_.end()) {
    return;
  }
  if (const auto host = workers_on_.find(found->second); --host->second == 0) {
    workers_on_.erase(host);
  }
  hosts_.erase(found);
}

const std::string* Voters::host_of(WorkerId worker) const {
  const auto found = hosts_.find(worker);
  return found == hosts_.end() ? nullptr : &found->second;
}

std::size_t Voters::on(const std::string& host) const {
  const auto found = workers_on_.find(host);
  return found == workers_on_.end() ? 0 : found->second;
}

}  // namespace nqueens
