// WorkQueue: which task is still to do, which is out with whom, and which is done with what result.
//
// A pure state machine: no clock, no thread, no network; time comes in as an argument, in seconds
// since any fixed moment. Every task is in exactly one of three states: todo, leased, done. A lease
// has a deadline; when it passes, or when its worker is known to be gone, the task is to do again.
// The first result of a task is kept, whoever brings it; any later one is compared with it and
// never added, so that workers that were only slow do no harm, and a wrong count does not stay
// hidden: where two differ, the task goes to further workers until two agree. Checks has the rules,
// also for tasks that are counted twice on purpose.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <queue>
#include <set>
#include <span>
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

/// How long a worker may keep a task: twice what the tasks it holds should take, plus a fixed time.
/// The expectation is mean + 4 * deviation of the seconds that a unit of cost took, both
/// exponentially smoothed with the constants of TCP's retransmission timer (RFC 6298).
struct LeasePolicy {
  double grace_seconds = 5;  ///< on top of every lease
  /// Nodes a second assumed before the first result: far too few, so that no worker is taken for
  /// dead. The leases are corrected when there are enough results.
  double unmeasured_cost_rate = 1.0e6;
};

enum class Completion : std::uint8_t {
  accepted,   ///< the first result of this task
  duplicate,  ///< came again and agrees; nobody had asked for it
  confirmed,  ///< a check: another worker or kernel counts the same
  agrees,     ///< a check that agrees but proves nothing yet, since it is not independent
  disputed,   ///< differs from the others: the task will be counted once more
  settled,    ///< ends a dispute: two agree now, see disputes()
  unsettled,  ///< ends a dispute: no two independent ones agree, or the policy wants none settled
};

struct QueueState {
  std::uint64_t tasks = 0;  ///< of the job, those left out not counted
  std::uint64_t todo = 0;
  std::uint64_t leased = 0;
  std::uint64_t done = 0;
  Count count;
  std::uint64_t nodes = 0;
  double total_cost = 0;
  double todo_cost = 0;
  double done_cost = 0;
  std::uint64_t checks = 0;      ///< results that were compared with an earlier one on purpose
  double check_seconds = 0;      ///< time in the kernel that they took
  std::uint64_t retries = 0;     ///< leases that ended without a result
  std::uint64_t duplicates = 0;  ///< results that came again, and agreed
};

class WorkQueue {
 public:
  /// @param costs  by task; any positive unit
  /// @param rows  that placements are counted on; 0 where something else is counted
  explicit WorkQueue(std::vector<float> costs, LeasePolicy policy = {}, std::size_t rows = 0);

  /// Leases a task to the worker: those that came back first, then the rest, longest ones first as
  /// far as costs tell, so that the end of a run does not wait for a long one. For the sake of
  /// whoever enumerates the tasks this is done in a few passes, each in order. Nothing where none
  /// is to do.
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

  /// What the worker has counted in this run, and no other host has confirmed, counts as not done
  /// until somebody confirms it. @return the number of those tasks
  std::uint64_t suspect(WorkerId worker);

  /// The same for what the host has counted in earlier runs.
  std::uint64_t suspect_host(const std::string& host);

  /// Leases a task to the worker that is to be counted once more. Nothing where there is none for
  /// it.
  std::optional<TaskId> next_check(WorkerId worker, double now);

  /// Kernels that have counted a task which is to be counted once more.
  [[nodiscard]] std::vector<std::string> kernels_to_avoid(TaskId task) const {
    return checks_.kernels_to_avoid(snapshot_, task);
  }

  /// Takes a result from any worker, whether or not it holds the lease.
  /// Throws std::out_of_range for a task that the job does not have, std::invalid_argument for one
  /// whose rows are too many or too few or do not add up to its count: the queue is then as it was.
  /// Throws std::overflow_error where the sum of all tasks passes 2^128, which no right results do.
  Completion complete(const TaskResult& result, const Sender& sender = {});

  /// The disputes that have ended in this run.
  [[nodiscard]] const std::vector<Dispute>& disputes() const { return disputes_; }

  /// The same, in order of their tasks, as one each: a suspect task that was disputed before is
  /// counted again. The winner is the vote whose count stands; nothing where the last word is that
  /// no two agree.
  [[nodiscard]] std::vector<Dispute> disputes_by_task() const;

  /// Ends all leases of a worker that is gone. @return the number of tasks that are to do again
  std::uint64_t release(WorkerId worker);

  struct Expired {
    TaskId task = 0;
    WorkerId worker = 0;
  };
  /// Ends the leases whose deadline has passed; in the order of tasks.
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
  /// Of counting once more what has that cost, perhaps with a kernel that is so much slower.
  [[nodiscard]] static double check_cost(double cost) { return 8 * cost; }

  /// Expected seconds of a worker for a unit of cost; nothing before the first result.
  [[nodiscard]] std::optional<double> seconds_per_cost() const;

  /// Tasks whose counts are in doubt are done here: with the count that came first.
  [[nodiscard]] const QueueSnapshot& snapshot() const { return snapshot_; }
  /// What may be saved: tasks whose counts are in doubt are not done.
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
  std::uint64_t results_ = 0;  ///< accepted in this run
  bool measured_ = false;
  double mean_seconds_ = 0;       ///< for a unit of cost, smoothed
  double deviation_seconds_ = 0;  ///< of that, smoothed
};

}  // namespace nqueens
