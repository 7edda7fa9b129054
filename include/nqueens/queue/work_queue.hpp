// WorkQueue: which task is still to do, which is leased to whom, and which is done with what
// result.
//
// Every task is in one of three states: todo, leased, done. A lease has a deadline. When that
// passes or the worker is gone, the task is to do again.
//
// The first result of a task is kept, whoever brings it. Any later one is compared with it and
// never added, so that slow workers do no harm and a wrong count does not stay hidden: where two
// differ, further workers count the task until two agree. Checks has the rules.
//
// A pure state machine: no clock, no thread, no network. Time comes in as an argument, in seconds
// since any fixed moment.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <queue>
#include <set>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "nqueens/core/count.hpp"
#include "nqueens/job/plan.hpp"
#include "nqueens/queue/checks.hpp"
#include "nqueens/queue/longest_first.hpp"
#include "nqueens/queue/snapshot.hpp"

namespace nqueens {

/// What a worker reports of a task.
struct TaskResult {
  TaskId task = 0;
  Count count;  ///< weight * completions or placements, summed over the task's prefixes
  std::vector<std::uint64_t>
      placed{};             ///< of placements, which are its parts by row of the board; else empty
  std::uint64_t nodes = 0;  ///< queens tried
  double seconds = 0;       ///< time in the kernel
  std::string kernel{};     ///< that counted it
};

/// Who brings a result.
struct Sender {
  WorkerId worker = unknown_worker;
  std::string host{};
};

/// How long a worker may keep a task: twice what all the tasks that it holds should take, plus a
/// fixed time. A unit of cost should take mean + 4 * deviation of the seconds that were measured,
/// both smoothed as in TCP's retransmission timer (RFC 6298).
struct LeasePolicy {
  double grace_seconds = 5;  ///< on top of every lease
  /// Units of cost a second, before the first result: far too few, so that nobody is thought lost.
  /// These leases are corrected when there are enough results.
  double unmeasured_cost_rate = 1.0e6;
};

enum class Completion : std::uint8_t {
  accepted,   ///< the first result of the task
  duplicate,  ///< came again and agrees; nobody had asked for it
  confirmed,  ///< a check that agrees, and is independent
  agrees,     ///< a check that agrees, but is not independent
  disputed,   ///< differs from another one: the task will be counted once more
  settled,    ///< ends a dispute: two independent ones agree
  unsettled,  ///< ends a dispute: no two do, or the policy wants none settled
};

struct QueueState {
  std::uint64_t tasks = 0;  ///< without those that this run leaves out
  std::uint64_t todo = 0;
  std::uint64_t leased = 0;
  std::uint64_t done = 0;
  Count count;
  std::uint64_t nodes = 0;
  double total_cost = 0;
  double todo_cost = 0;
  double done_cost = 0;
  std::uint64_t checks = 0;      ///< results of checks
  double check_seconds = 0;      ///< their time in the kernel
  std::uint64_t retries = 0;     ///< leases that ended without a result
  std::uint64_t duplicates = 0;  ///< results that came again, and agreed
};

class WorkQueue {
 public:
  /// @param costs  by task; any positive unit
  /// @param rows  that placements are counted on; 0 where something else is counted
  explicit WorkQueue(std::vector<float> costs, LeasePolicy policy = {}, std::size_t rows = 0);

  /// Leases a task to the worker: first those that came back, then the rest as LongestFirst has
  /// them. Nothing where none is to do.
  std::optional<TaskId> next(WorkerId worker, double now);

  /// Leaves out the other tasks that are not done: this run does not count them. Only before the
  /// first lease, and after restore().
  void keep_only(const std::function<bool(TaskId)>& wanted);

  /// How tasks are checked; nothing is checked before.
  void set_check_policy(CheckPolicy policy);

  /// Workers that may be asked to check tasks.
  void arrive(WorkerId worker, const std::string& host) { checks_.arrive(worker, host); }
  void depart(WorkerId worker) { checks_.depart(worker); }
  void expect(std::size_t workers) { checks_.expect(workers); }

  /// The task, which is done, is to be counted once more.
  void check(TaskId task) { checks_.open(task); }

  /// What the worker has counted in this run is not believed until it is confirmed, unless another
  /// host has confirmed it already. @return the number of those tasks
  std::uint64_t suspect(WorkerId worker);

  /// The same for what the host has counted in earlier runs.
  std::uint64_t suspect_host(const std::string& host);

  /// Leases a task that is to be counted once more. Nothing where there is none for the worker.
  std::optional<TaskId> next_check(WorkerId worker, double now);

  /// Kernels that have counted the task, where it is to be counted once more.
  [[nodiscard]] std::vector<std::string> kernels_to_avoid(TaskId task) const {
    return checks_.kernels_to_avoid(snapshot_, task);
  }

  /// Takes a result from any worker, whether or not it holds the lease.
  /// Throws std::out_of_range for a task that the job does not have, and std::invalid_argument for
  /// parts that are too many or too few or do not add up to the count: the queue is as it was then.
  /// Throws std::overflow_error where the sum of all tasks passes 2^128, which no right results do.
  Completion complete(const TaskResult& result, const Sender& sender = {});

  /// The disputes that have ended in this run.
  [[nodiscard]] const std::vector<Dispute>& disputes() const { return disputes_; }

  /// The same with one for each task, in order, though a suspect task may be disputed again. The
  /// winner is the vote whose count stands now; nothing where no two agree in the end.
  [[nodiscard]] std::vector<Dispute> disputes_by_task() const;

  /// Ends all leases of a worker. @return the number of tasks that are to do again
  std::uint64_t release(WorkerId worker);

  struct Expired {
    TaskId task = 0;
    WorkerId worker = 0;
  };
  /// Ends the leases whose deadline has passed; in that order.
  std::vector<Expired> expire(double now);

  /// All tasks are done, and none is to be counted once more.
  [[nodiscard]] bool finished() const {
    return state_.done == state_.tasks && checks_.open_tasks() == 0;
  }
  /// All tasks of the job are done, none was left out.
  [[nodiscard]] bool whole() const { return state_.done == snapshot_.done.size(); }
  [[nodiscard]] const Checks& checks() const { return checks_; }
  [[nodiscard]] const QueueState& state() const { return state_; }
  [[nodiscard]] double cost(TaskId task) const { return costs_.at(task); }
  /// The expected cost of a check of a task with this cost. The kernel that checks may be slower.
  [[nodiscard]] double check_cost(double cost) const { return check_factor_ * cost; }

  /// Mean seconds of a worker for a unit of cost; nothing before the first result.
  [[nodiscard]] std::optional<double> seconds_per_cost() const { return mean_seconds_; }

  /// With the first count of tasks whose counts are in doubt.
  [[nodiscard]] const QueueSnapshot& snapshot() const { return snapshot_; }
  /// What may be saved: tasks whose counts are in doubt count as not done.
  [[nodiscard]] QueueSnapshot trusted_snapshot() const;

  /// Goes on from a snapshot of the same job; only before the first lease.
  /// Throws std::invalid_argument where its number of tasks differs.
  void restore(QueueSnapshot snapshot);

 private:
  struct Lease {
    WorkerId worker = 0;
    double deadline = 0;
    double cost = 0;
  };

  /// The leases of a worker.
  struct Held {
    std::unordered_set<TaskId> tasks;
    double cost = 0;
  };

  /// A lease from before the first result, whose deadline was a guess.
  struct EarlyLease {
    TaskId task = 0;
    double since = 0;
    double held_cost = 0;
    double deadline = 0;
  };

  /// When, and which task.
  using Deadline = std::pair<double, TaskId>;

  /// Neither done nor left out.
  [[nodiscard]] bool is_to_count(TaskId task) const {
    return !snapshot_.done[task] && (left_out_.empty() || !left_out_[task]);
  }
  std::uint64_t suspect(const std::function<bool(TaskId)>& is_its);
  void lease(TaskId task, WorkerId worker, double lease_cost, double now);
  void accept(const TaskResult& result, const Sender& sender);
  Completion compare(const TaskResult& result, const Sender& sender);
  Completion decide(TaskId task, Checks::Decision decision);
  [[nodiscard]] TaskRecord record_of(const TaskResult& result, const Sender& sender);
  void end_lease(std::unordered_map<TaskId, Lease>::iterator lease);
  void put_back(TaskId task);
  void learn(double seconds_per_cost);
  void learn_check(double seconds_per_cost);
  void correct_early_leases();
  [[nodiscard]] double lease_seconds(double cost) const;

  std::vector<float> costs_;
  LeasePolicy policy_;
  QueueSnapshot snapshot_;
  QueueState state_;
  Checks checks_;
  std::vector<Dispute> disputes_;
  std::vector<bool> left_out_;  ///< by task; empty where none is
  LongestFirst fresh_;          ///< tasks that were never leased in this run
  std::set<TaskId> returned_;   ///< to do again
  std::unordered_map<TaskId, Lease> leases_;
  std::unordered_map<WorkerId, Held> held_;
  std::priority_queue<Deadline, std::vector<Deadline>, std::greater<>>
      deadlines_;  ///< of leases, ended ones among them
  std::vector<EarlyLease> early_leases_;
  std::uint64_t results_ = 0;           ///< accepted in this run
  std::optional<double> mean_seconds_;  ///< for a unit of cost
  double deviation_seconds_ = 0;        ///< from that mean
  double check_factor_ = 8;             ///< of check_cost(); a guess before the first check
};

}  // namespace nqueens
