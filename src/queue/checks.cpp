// Voting: who may vote on a unit, which votes agree, and when two of them settle it.

#include "queue/checks.hpp"

#include <algorithm>

#include "core/number.hpp"

namespace nqueens {
namespace {

/// A dispute stays unsettled if no two of so many votes agree.
constexpr std::size_t max_votes = 6;

/// Units searched for one that a worker may check.
constexpr std::size_t max_looked_at = 64;

}  // namespace

bool CheckPolicy::chooses(TaskId task) const {
  constexpr double range = 18'446'744'073'709'551'616.0;  // 2^64
  return static_cast<double>(scrambled(seed ^ scrambled(task))) < fraction * range;
}

void Checks::open(const UnitId& unit, bool is_suspect) {
  if (!is_open(unit)) {
    units_.set_stage(unit, UnitStage::to_check);
    waiting_[unit.is_slice() ? 1 : 0].push_back(unit);
    UnitState& state = units_.flags(unit);
    counts_.opened += state.was_checked ? 0 : 1;
    state.was_checked = true;
    ++counts_.open;
  }
  if (is_suspect) {
    doubts_[unit].is_suspect = true;
  }
}

std::vector<UnitId> Checks::doubtful() const {
  std::vector<UnitId> units;
  for (const auto& [unit, doubt] : doubts_) {
    if (doubt.is_suspect || doubt.is_disputed) {
      units.push_back(unit);
    }
  }
  return units;
}

void Checks::put_back(const UnitId& unit) {
  units_.set_stage(unit, UnitStage::to_check);
  waiting_[unit.is_slice() ? 1 : 0].push_front(unit);
}

std::optional<UnitId> Checks::next(WorkerId worker, bool of_slices) {
  std::deque<UnitId>& queue = waiting_[of_slices ? 1 : 0];
  for (std::size_t i = 0; i < std::min(queue.size(), max_looked_at);) {
    const UnitId unit = queue[i];
    const bool waits = units_.has(unit) && units_.flags(unit).stage == UnitStage::to_check;
    if (waits && !may_count(unit, worker)) {
      ++i;
      continue;
    }
    queue.erase(queue.begin() + static_cast<std::ptrdiff_t>(i));
    if (waits) {
      units_.set_stage(unit, UnitStage::in_check);
      return unit;
    }
  }
  return std::nullopt;
}

std::vector<Vote> Checks::votes_on(const UnitId& unit) const {
  std::vector<Vote> votes = {first_vote(unit)};
  if (const auto found = doubts_.find(unit); found != doubts_.end()) {
    votes.insert(votes.end(), found->second.votes.begin(), found->second.votes.end());
  }
  return votes;
}

bool Checks::may_count(const UnitId& unit, WorkerId worker) const {
  const std::string* host = workers_.host_of(worker);
  if (host == nullptr) {
    return false;
  }
  // For each host with workers now: its voters and votes. A worker that was alone for long may
  // have voted several times.
  std::map<std::string, std::pair<std::size_t, int>> by_host;
  // Votes of each worker now on this worker's host, including its own.
  std::map<WorkerId, int> by_neighbour;
  std::set<std::pair<std::string, WorkerId>> seen;
  bool by_device = false;
  for (const Vote& vote : votes_on(unit)) {
    by_device = by_device || workers_.kind_of(vote.worker) == WorkerKind::device;
    if (const std::string& name = origin_of(vote).host; workers_.working_on(name) > 0) {
      auto& [voters, votes] = by_host[name];
      const bool is_new = seen.emplace(name, vote.worker).second;
      voters += is_new || vote.worker == several_workers ? 1 : 0;
      ++votes;
    }
    if (const std::string* name = workers_.host_of(vote.worker);
        name != nullptr && *name == *host) {
      ++by_neighbour[vote.worker];
    }
  }
  if (by_neighbour.contains(worker) && workers_.expects_more()) {
    return false;
  }
  if (workers_.kind_of(worker) == WorkerKind::device && by_device &&
      workers_.working(WorkerKind::processor) > 0 && units_.state().todo > 0) {
    return false;
  }
  const auto has_fewest = [](const auto& votes, const auto& voter, std::size_t voters) {
    const bool has_voted = votes.contains(voter);
    return !has_voted ||
           (votes.size() == voters && std::ranges::all_of(votes, [&](const auto& entry) {
              return votes.at(voter) <= entry.second;
            }));
  };
  return has_fewest(by_host, *host, workers_.hosts().size()) &&
         has_fewest(by_neighbour, worker, workers_.working_on(*host));
}

std::vector<std::string> Checks::kernels_to_avoid(const UnitId& unit) const {
  std::vector<std::string> kernels;
  if (units_.is_of_check(unit)) {
    kernels = kernels_to_avoid({.task = unit.task});
  }
  if (is_open(unit)) {
    // Unless another_kernel is set, the first check may use the kernel of the count. Later ones
    // must use others.
    bool avoids = policy_.another_kernel;
    for (const Vote& vote : votes_on(unit)) {
      if (std::exchange(avoids, true)) {
        kernels.push_back(origin_of(vote).kernel);
      }
    }
  }
  return kernels;
}

bool agree(const Vote& left, const Vote& right, const OriginTable& origins,
           const SameSearch& same_search) {
  return left.record.count == right.record.count && left.placed == right.placed &&
         (left.record.nodes == right.record.nodes ||
          !same_search(origins[left.record.origin].kernel, origins[right.record.origin].kernel));
}

bool Checks::is_repetition(const UnitId& unit, const Vote& vote) const {
  if (!is_open(unit)) {
    return agree(first_vote(unit), vote);
  }
  const auto doubt = doubts_.find(unit);
  const bool is_disputed = doubt != doubts_.end() && doubt->second.is_disputed;
  return std::ranges::any_of(votes_on(unit), [&](const Vote& other) {
    return other.record.origin == vote.record.origin &&
           (!is_disputed || other.worker == vote.worker) && agree(other, vote);
  });
}

bool Checks::independent(const Vote& left, const Vote& right) const {
  const bool two_workers = left.worker != right.worker || left.worker == several_workers;
  const Origin& one = origin_of(left);
  const Origin& other = origin_of(right);
  if (workers_.expected() < 2 || are_of_only_processor(left, right)) {
    return two_workers || one.kernel != other.kernel;
  }
  return two_workers &&
         (workers_.hosts().size() < 2 || one.host != other.host || one.host == several);
}

/// Whether both votes are of the only processor: no other one can decide between it and a device.
bool Checks::are_of_only_processor(const Vote& left, const Vote& right) const {
  return left.worker == right.worker && workers_.host_of(left.worker) != nullptr &&
         workers_.kind_of(left.worker) == WorkerKind::processor &&
         workers_.working(WorkerKind::processor) == 1 && !workers_.expects_more();
}

std::optional<std::pair<std::size_t, std::size_t>> Checks::settling(
    const std::vector<Vote>& votes) const {
  for (std::size_t i = 0; i < votes.size(); ++i) {
    for (std::size_t j = i + 1; j < votes.size(); ++j) {
      if (confirm(votes[i], votes[j])) {
        return std::pair(i, j);
      }
    }
  }
  return std::nullopt;
}

Completion Checks::vote(const UnitId& unit, Vote vote, bool asked_for) {
  open(unit);
  Doubt& doubt = doubts_[unit];
  doubt.votes.push_back(std::move(vote));
  std::vector<Vote> votes = votes_on(unit);
  const bool agreed =
      std::ranges::all_of(votes, [&](const Vote& other) { return agree(votes.front(), other); });
  doubt.is_disputed = !agreed;
  const auto pair = settling(votes);
  if (!pair && votes.size() < max_votes && (agreed || policy_.settle)) {
    if (asked_for) {
      put_back(unit);
    }
    return agreed ? Completion::agrees : Completion::disputed;
  }
  UnitState& state = units_.flags(unit);
  counts_.confirmed -= state.is_confirmed ? 1 : 0;
  state.is_confirmed = pair && agreed;
  counts_.confirmed += state.is_confirmed ? 1 : 0;
  units_.set_stage(unit, UnitStage::done);
  --counts_.open;
  doubts_.erase(unit);
  Dispute dispute{.unit = unit, .votes = std::move(votes), .winner = {}};
  if (pair) {
    dispute.winner = pair->first;
    Vote winner = dispute.votes[pair->first];
    if (pair->first != 0 || !is_confirmed_elsewhere(winner.record, units_.origins())) {
      winner.record.confirmed_by = dispute.votes[pair->second].record.origin;
    }
    units_.set(unit, winner);
    if (agreed) {
      return Completion::confirmed;
    }
  }
  disputes_.push_back(std::move(dispute));
  return pair ? Completion::settled : Completion::unsettled;
}

std::vector<Dispute> Checks::disputes_by_unit() const {
  struct Rounds {
    Dispute all;
    std::size_t stands = 0;  ///< index into all votes of the vote that stands
  };
  std::map<UnitId, Rounds> units;
  for (const Dispute& dispute : disputes_) {
    Rounds& rounds = units[dispute.unit];
    std::vector<Vote>& votes = rounds.all.votes;
    rounds.all.unit = dispute.unit;
    // A later round starts with the vote that stood before, which is in the list already.
    const std::size_t before = votes.empty() ? 0 : votes.size() - 1;
    votes.insert(votes.end(), dispute.votes.begin() + (votes.empty() ? 0 : 1), dispute.votes.end());
    rounds.all.winner.reset();
    if (dispute.winner) {
      rounds.stands = *dispute.winner == 0 ? rounds.stands : before + *dispute.winner;
      rounds.all.winner = rounds.stands;
    }
  }
  std::vector<Dispute> list;
  for (auto& [unit, rounds] : units) {
    if (is_confirmed(unit)) {
      rounds.all.winner = rounds.stands;
    }
    list.push_back(std::move(rounds.all));
  }
  return list;
}

}  // namespace nqueens
