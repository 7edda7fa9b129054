// Checks: tasks that are counted more than once, who may count them again, and which count is
// right.
//
// Every count of a task is a vote. One vote is enough for a task that nobody checks. A task that is
// checked is settled when two votes agree that are independent: from two hosts, or, where there is
// only one, from two workers, or, where there is only one of those, from two of its kernels. Votes
// agree when the counts are equal, all their parts as well, and the nodes too where the kernels'
// searches visit the same ones. Where the first two disagree, further ones are asked for, of the
// host that has fewest, until two agree; so a wrong count is found, and outvoted.
//
// Like the queue, of which this is a part, a pure state machine.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "nqueens/queue/snapshot.hpp"

namespace nqueens {

using WorkerId = int;

/// Of what was counted in an earlier run.
inline constexpr WorkerId unknown_worker = -1;

struct CheckPolicy {
  double fraction = 0;     ///< of the tasks, chosen at random, that are counted twice
  std::uint64_t seed = 0;  ///< which ones
  bool of_finished_job =
      true;  ///< where all tasks are done before the run, choose among them all the same
  bool settle =
      true;  ///< votes that disagree bring further ones; else the task keeps its first count
  bool another_kernel =
      true;  ///< each vote on a task by a kernel of its own, as far as there are any
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

/// How a task ended on whose count votes have disagreed.
struct Dispute {
  TaskId task = 0;
  std::vector<Vote> votes;  ///< the first is the one whose count stood before
  std::optional<std::size_t>
      winner;  ///< among the votes; nothing where no two independent ones agree
};

class Checks {
 public:
  explicit Checks(std::size_t tasks = 0)
      : states_(tasks),
        counted_by_(tasks, unknown_worker),
        was_opened_(tasks),
        is_confirmed_(tasks) {}

  void set_policy(CheckPolicy policy) { policy_ = std::move(policy); }
  [[nodiscard]] const CheckPolicy& policy() const { return policy_; }

  /// The worker may count; or may no longer.
  void arrive(WorkerId worker, const std::string& host);
  void depart(WorkerId worker);

  /// So many workers are here or may still come: as long as it is more than one, nobody confirms
  /// himself.
  void expect(std::size_t workers) { expected_ = workers; }

  /// Whose vote is the first.
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
  /// Tasks of those on which all votes agreed when it was last decided on them.
  [[nodiscard]] std::uint64_t confirmed_tasks() const { return confirmed_; }
  [[nodiscard]] bool is_confirmed(TaskId task) const { return is_confirmed_[task]; }
  [[nodiscard]] std::uint64_t waiting_tasks() const { return waiting_; }
  /// Open tasks whose count is not to be believed yet: suspect, or votes disagree.
  [[nodiscard]] std::vector<TaskId> doubtful() const;

  /// A task that this worker may count again: no host has counted it less often, and no worker of
  /// that host. It is out with the worker until vote() or put_back().
  std::optional<TaskId> next(const QueueSnapshot& snapshot, WorkerId worker);
  void put_back(TaskId task);

  /// Kernels that are not to be used for the task since they have counted it.
  [[nodiscard]] std::vector<std::string> kernels_to_avoid(const QueueSnapshot& snapshot,
                                                          TaskId task) const;

  [[nodiscard]] bool agree(const QueueSnapshot& snapshot, const Vote& left,
                           const Vote& right) const;
  /// The vote that stands in the snapshot.
  [[nodiscard]] Vote first_vote(const QueueSnapshot& snapshot, TaskId task) const;
  /// Whether a vote that nobody has asked for can be passed over. On a task that is not open: it
  /// agrees with the one that stands. On an open one: it agrees with one by the same kernel on the
  /// same host, and in a dispute by the same worker.
  [[nodiscard]] bool says_nothing_new(const QueueSnapshot& snapshot, TaskId task,
                                      const Vote& vote) const;

  struct Decision {
    bool decided = false;    ///< the task is no longer open
    bool unanimous = false;  ///< all votes agree, if not independently
    std::vector<Vote> votes;
    std::optional<std::size_t> winner;
    std::size_t second = 0;  ///< the vote that confirms the winner
  };
  /// Takes a vote on an open task.
  Decision vote(const QueueSnapshot& snapshot, TaskId task, Vote vote);

 private:
  enum class State : std::uint8_t { none, waiting, out };

  [[nodiscard]] std::vector<Vote> votes_on(const QueueSnapshot& snapshot, TaskId task) const;
  [[nodiscard]] bool may_count(const QueueSnapshot& snapshot, TaskId task, WorkerId worker) const;
  [[nodiscard]] bool independent(const QueueSnapshot& snapshot, const Vote& left,
                                 const Vote& right) const;
  void set_state(TaskId task, State state);
  [[nodiscard]] std::size_t workers() const { return std::max(hosts_.size(), expected_); }

  CheckPolicy policy_;
  std::unordered_map<WorkerId, std::string> hosts_;     ///< of the workers that may count
  std::unordered_map<std::string, int> workers_on_;     ///< by host, how many of these; none is 0
  std::vector<State> states_;                           ///< by task
  std::vector<WorkerId> counted_by_;                    ///< by task
  std::vector<bool> was_opened_;                        ///< by task
  std::vector<bool> is_confirmed_;                      ///< by task
  std::deque<TaskId> queue_;                            ///< waiting ones, others among them
  std::unordered_map<TaskId, std::vector<Vote>> more_;  ///< votes after the first
  std::set<TaskId> suspects_;
  std::set<TaskId> disputed_;
  std::size_t expected_ = 0;
  std::uint64_t open_ = 0;
  std::uint64_t opened_ = 0;
  std::uint64_t confirmed_ = 0;
  std::uint64_t waiting_ = 0;
};

}  // namespace nqueens
