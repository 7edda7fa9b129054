// Checks: which tasks are counted again, by whom, and which count is right.
//
// Every count of a task is a vote. One vote is enough for a task that nobody checks. A checked task
// is settled when two independent votes agree.
//
// Votes agree when their counts and parts are equal, and their nodes too where both kernels search
// alike. They are independent when they come from two hosts; where there is only one host, from two
// workers; where there is only one worker, from two kernels.
//
// Where the first two differ, further votes are asked for until two independent ones agree: of the
// host where the fewest workers have voted, among such hosts of the one with the fewest votes. So a
// wrong count is found, and outvoted.
//
// A part of WorkQueue, and like that a pure state machine.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "job/slices.hpp"
#include "queue/snapshot.hpp"
#include "queue/voters.hpp"

namespace nqueens {

struct CheckPolicy {
  double fraction = 0;     ///< of the tasks: chance chooses them, and they are counted twice
  std::uint64_t seed = 0;  ///< of chance
  /// Where all tasks were done before the run, chance chooses among them all the same.
  bool of_finished_job = true;
  /// Votes that differ bring further ones; else the task keeps its first count.
  bool settle = true;
  /// Each vote on a task is by another kernel, as far as there are any.
  bool another_kernel = true;
  /// Whether two kernels, by their names, visit the same nodes.
  std::function<bool(std::string_view, std::string_view)> same_search = [](auto, auto) {
    return false;
  };
};

/// One count of a task.
struct Vote {
  TaskRecord record;
  std::vector<std::uint64_t> placed{};
  WorkerId worker = unknown_worker;
};

/// A task whose votes have differed, when no more of them are asked for.
struct Dispute {
  UnitId unit{};
  std::vector<Vote> votes;            ///< the first is the one whose count stood before
  std::optional<std::size_t> winner;  ///< of the votes; nothing where no two independent ones agree
};

/// One dispute for each unit, in order, though a suspect one may be disputed again. The winner is
/// the vote whose count stands now; nothing where no two agree in the end.
/// @param disputes  in the order in which they ended
/// @param is_confirmed  whether two agreed on the unit later
std::vector<Dispute> by_unit(const std::deque<Dispute>& disputes,
                             const std::function<bool(const UnitId&)>& is_confirmed);

class Checks {
 public:
  /// @param voters  outlives this
  explicit Checks(const Voters& voters, std::size_t tasks)
      : voters_(&voters),
        states_(tasks),
        counted_by_(tasks, unknown_worker),
        was_opened_(tasks),
        is_confirmed_(tasks) {}

  void set_policy(CheckPolicy policy) { policy_ = std::move(policy); }
  [[nodiscard]] const CheckPolicy& policy() const { return policy_; }

  /// Who gave the first vote.
  void set_first(TaskId task, WorkerId worker) { counted_by_[task] = worker; }
  [[nodiscard]] WorkerId first(TaskId task) const { return counted_by_[task]; }

  /// Whether chance chooses the task to be counted twice.
  [[nodiscard]] bool chooses(TaskId task) const;

  /// The task is to be counted once more. A suspect one counts as not done until then.
  void open(TaskId task, bool suspect = false);
  [[nodiscard]] bool is_open(TaskId task) const { return states_[task] != State::none; }
  [[nodiscard]] std::uint64_t open_tasks() const { return open_; }
  /// Tasks that are open or were once.
  [[nodiscard]] std::uint64_t opened_tasks() const { return opened_; }
  /// Those among them whose votes all agreed when they were last decided on.
  [[nodiscard]] std::uint64_t confirmed_tasks() const { return confirmed_; }
  [[nodiscard]] bool is_confirmed(TaskId task) const { return is_confirmed_[task]; }
  [[nodiscard]] std::uint64_t waiting_tasks() const { return waiting_; }
  /// Open tasks that are suspect, or whose votes differ: their counts are not believed yet.
  [[nodiscard]] std::vector<TaskId> doubtful() const;
  [[nodiscard]] std::uint64_t doubtful_tasks() const {
    return suspects_.size() +
           static_cast<std::size_t>(std::ranges::count_if(
               disputed_, [this](TaskId id) { return !suspects_.contains(id); }));
  }

  /// A task that this worker may count again: on no other host have fewer workers counted it, and
  /// no other worker of its host has counted it less often. The task is out until vote() or
  /// put_back().
  std::optional<TaskId> next(const QueueSnapshot& snapshot, WorkerId worker);
  void put_back(TaskId task);
  /// Whether a check of the task by this worker would be of use.
  [[nodiscard]] bool may_count(const QueueSnapshot& snapshot, TaskId task, WorkerId worker) const;

  /// Kernels that have counted the task, and are not to do so again.
  [[nodiscard]] std::vector<std::string> kernels_to_avoid(const QueueSnapshot& snapshot,
                                                          TaskId task) const;

  [[nodiscard]] bool agree(const QueueSnapshot& snapshot, const Vote& left,
                           const Vote& right) const;
  /// Whether two votes agree and are independent, which settles the task.
  [[nodiscard]] bool confirm(const QueueSnapshot& snapshot, const Vote& left,
                             const Vote& right) const {
    return agree(snapshot, left, right) && independent(snapshot, left, right);
  }
  /// The vote that stands in the snapshot.
  [[nodiscard]] Vote first_vote(const QueueSnapshot& snapshot, TaskId task) const;
  /// Whether a vote that nobody has asked for can be ignored. Where the task is not open: the vote
  /// agrees with the one that stands. Where it is open: it agrees with a vote by the same kernel on
  /// the same host, and in a dispute by the same worker.
  [[nodiscard]] bool says_nothing_new(const QueueSnapshot& snapshot, TaskId task,
                                      const Vote& vote) const;

  struct Decision {
    bool decided = false;    ///< the task is no longer open
    bool unanimous = false;  ///< all votes agree, if not independently
    std::vector<Vote> votes{};
    std::optional<std::size_t> winner{};
    std::size_t second = 0;  ///< the vote that confirms the winner
  };
  /// Takes a vote on an open task.
  Decision vote(const QueueSnapshot& snapshot, TaskId task, Vote vote);

 private:
  enum class State : std::uint8_t { none, waiting, out };

  [[nodiscard]] std::vector<Vote> votes_on(const QueueSnapshot& snapshot, TaskId task) const;
  [[nodiscard]] bool independent(const QueueSnapshot& snapshot, const Vote& left,
                                 const Vote& right) const;
  void set_state(TaskId task, State state);

  CheckPolicy policy_;
  const Voters* voters_;
  std::vector<State> states_;                           ///< by task
  std::vector<WorkerId> counted_by_;                    ///< by task
  std::vector<bool> was_opened_;                        ///< by task
  std::vector<bool> is_confirmed_;                      ///< by task
  std::deque<TaskId> queue_;                            ///< waiting ones, others among them
  std::unordered_map<TaskId, std::vector<Vote>> more_;  ///< votes after the first
  std::set<TaskId> suspects_;
  std::set<TaskId> disputed_;
  std::uint64_t open_ = 0;
  std::uint64_t opened_ = 0;
  std::uint64_t confirmed_ = 0;
  std::uint64_t waiting_ = 0;
};

}  // namespace nqueens
