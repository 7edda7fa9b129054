// Votes: whose may be asked for, which agree, and when two of them settle a task.

#include "queue/checks.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>

namespace nqueens {
namespace {

/// Where so many votes have no two that agree, nobody can tell which is right.
constexpr std::size_t max_votes = 6;

/// Tasks looked at for a worker that may not count the first ones.
constexpr std::size_t max_looked_at = 64;

/// A number from 0 to 2^64 - 1 that looks random: the finaliser of splitmix64 (Steele, Lea and
/// Flood, 2014).
std::uint64_t scrambled(std::uint64_t value) {
  value += 0x9e3779b97f4a7c15U;
  value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9U;
  value = (value ^ (value >> 27)) * 0x94d049bb133111ebU;
  return value ^ (value >> 31);
}

}  // namespace

bool Checks::chooses(TaskId task) const {
  constexpr double range = 18'446'744'073'709'551'616.0;  // 2^64
  return static_cast<double>(scrambled(policy_.seed ^ scrambled(task))) < policy_.fraction * range;
}

void Checks::set_state(TaskId task, State state) {
  const State before = std::exchange(states_[task], state);
  open_ += state != State::none ? 1 : 0;
  open_ -= before != State::none ? 1 : 0;
  waiting_ += state == State::waiting ? 1 : 0;
  waiting_ -= before == State::waiting ? 1 : 0;
}

void Checks::open(TaskId task, bool suspect) {
  if (!is_open(task)) {
    set_state(task, State::waiting);
    queue_.push_back(task);
    opened_ += was_opened_[task] ? 0 : 1;
    was_opened_[task] = true;
  }
  if (suspect) {
    suspects_.insert(task);
  }
}

std::vector<TaskId> Checks::doubtful() const {
  std::set<TaskId> tasks = suspects_;
  tasks.insert(disputed_.begin(), disputed_.end());
  return {tasks.begin(), tasks.end()};
}

void Checks::put_back(TaskId task) {
  set_state(task, State::waiting);
  queue_.push_front(task);
}

std::optional<TaskId> Checks::next(const QueueSnapshot& snapshot, WorkerId worker) {
  for (std::size_t i = 0; i < std::min(queue_.size(), max_looked_at);) {
    const TaskId task = queue_[i];
    const bool stale = states_[task] != State::waiting;
    if (stale || may_count(snapshot, task, worker)) {
      queue_.erase(queue_.begin() + static_cast<std::ptrdiff_t>(i));
      if (!stale) {
        set_state(task, State::out);
        return task;
      }
    } else {
      ++i;
    }
  }
  return std::nullopt;
}

Vote Checks::first_vote(const QueueSnapshot& snapshot, TaskId task) const {
  const auto parts = snapshot.placed_by(task);
  return {.record = snapshot.records[task],
          .placed = {parts.begin(), parts.end()},
          .worker = counted_by_[task]};
}

std::vector<Vote> Checks::votes_on(const QueueSnapshot& snapshot, TaskId task) const {
  std::vector<Vote> votes = {first_vote(snapshot, task)};
  if (const auto found = more_.find(task); found != more_.end()) {
    votes.insert(votes.end(), found->second.begin(), found->second.end());
  }
  return votes;
}

bool Checks::may_count(const QueueSnapshot& snapshot, TaskId task, WorkerId worker) const {
  const std::string* host = voters_->host_of(worker);
  if (host == nullptr) {
    return false;
  }
  // Of hosts that have workers now: how many workers have voted, and how often. One that was alone
  // for long may have voted several times.
  std::map<std::string, std::pair<std::size_t, int>> by_host;
  // Votes of workers that are on this one's host now, itself included.
  std::map<WorkerId, int> by_neighbour;
  std::set<std::pair<std::string, WorkerId>> seen;
  for (const Vote& vote : votes_on(snapshot, task)) {
    if (const std::string& name = snapshot.origins[vote.record.origin].host;
        voters_->on(name) > 0) {
      auto& [voters, votes] = by_host[name];
      voters += seen.emplace(name, vote.worker).second ? 1 : 0;
      ++votes;
    }
    if (const std::string* its = voters_->host_of(vote.worker); its != nullptr && *its == *host) {
      ++by_neighbour[vote.worker];
    }
  }
  if (by_neighbour.contains(worker) && voters_->expects_more()) {
    return false;
  }
  const auto has_fewest = [](const auto& votes, const auto& voter, std::size_t voters) {
    const bool has_voted = votes.contains(voter);
    return !has_voted ||
           (votes.size() == voters && std::ranges::all_of(votes, [&](const auto& entry) {
              return votes.at(voter) <= entry.second;
            }));
  };
  return has_fewest(by_host, *host, voters_->hosts()) &&
         has_fewest(by_neighbour, worker, voters_->on(*host));
}

std::vector<std::string> Checks::kernels_to_avoid(const QueueSnapshot& snapshot,
                                                  TaskId task) const {
  std::vector<std::string> kernels;
  if (is_open(task)) {
    // Where the first check may be by the same kernel, those after it are by others all the same.
    bool counts = policy_.another_kernel;
    for (const Vote& vote : votes_on(snapshot, task)) {
      if (std::exchange(counts, true)) {
        kernels.push_back(snapshot.origins[vote.record.origin].kernel);
      }
    }
  }
  return kernels;
}

bool Checks::agree(const QueueSnapshot& snapshot, const Vote& left, const Vote& right) const {
  const auto kernel = [&snapshot](const Vote& vote) -> const std::string& {
    return snapshot.origins[vote.record.origin].kernel;
  };
  return left.record.count() == right.record.count() && left.placed == right.placed &&
         (left.record.nodes == right.record.nodes ||
          !policy_.same_search(kernel(left), kernel(right)));
}

bool Checks::says_nothing_new(const QueueSnapshot& snapshot, TaskId task, const Vote& vote) const {
  if (!is_open(task)) {
    return agree(snapshot, first_vote(snapshot, task), vote);
  }
  const bool is_disputed = disputed_.contains(task);
  return std::ranges::any_of(votes_on(snapshot, task), [&](const Vote& other) {
    return other.record.origin == vote.record.origin &&
           (!is_disputed || other.worker == vote.worker) && agree(snapshot, other, vote);
  });
}

bool Checks::independent(const QueueSnapshot& snapshot, const Vote& left, const Vote& right) const {
  const Origin& one = snapshot.origins[left.record.origin];
  const Origin& other = snapshot.origins[right.record.origin];
  if (voters_->workers() < 2) {
    return left.worker != right.worker || one.kernel != other.kernel;
  }
  return left.worker != right.worker &&
         (voters_->hosts() < 2 || one.host != other.host || one.host == several);
}

Checks::Decision Checks::vote(const QueueSnapshot& snapshot, TaskId task, Vote vote) {
  more_[task].push_back(std::move(vote));
  Decision decision{.votes = votes_on(snapshot, task)};
  const std::vector<Vote>& votes = decision.votes;
  decision.unanimous = std::ranges::all_of(
      votes, [&](const Vote& other) { return agree(snapshot, votes.front(), other); });
  if (!decision.unanimous) {
    disputed_.insert(task);
  }
  for (std::size_t i = 0; i < votes.size() && !decision.winner; ++i) {
    for (std::size_t j = i + 1; j < votes.size() && !decision.winner; ++j) {
      if (confirm(snapshot, votes[i], votes[j])) {
        decision.winner = i;
        decision.second = j;
      }
    }
  }
  decision.decided =
      decision.winner || votes.size() >= max_votes || (!policy_.settle && !decision.unanimous);
  if (decision.decided) {
    const bool confirmed = decision.winner && decision.unanimous;
    confirmed_ += confirmed ? 1 : 0;
    confirmed_ -= is_confirmed_[task] ? 1 : 0;
    is_confirmed_[task] = confirmed;
    set_state(task, State::none);
    more_.erase(task);
    suspects_.erase(task);
    disputed_.erase(task);
  }
  return decision;
}

std::vector<Dispute> by_unit(const std::deque<Dispute>& disputes,
                             const std::function<bool(const UnitId&)>& is_confirmed) {
  struct Rounds {
    Dispute all;
    std::size_t stands = 0;  ///< among all votes
  };
  std::map<UnitId, Rounds> units;
  for (const Dispute& dispute : disputes) {
    Rounds& rounds = units[dispute.unit];
    std::vector<Vote>& votes = rounds.all.votes;
    rounds.all.unit = dispute.unit;
    // The first vote of a later round is the one that stood.
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
