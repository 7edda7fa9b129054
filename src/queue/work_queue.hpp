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
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <queue>
#include <set>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "core/count.hpp"
#include "job/plan.hpp"
#include "job/slices.hpp"
#include "queue/checks.hpp"
#include "queue/longest_first.hpp"
#include "queue/pace.hpp"
#include "queue/snapshot.hpp"

namespace nqueens {

/// What a worker reports of a task, or of a slice of one.
struct TaskResult {
  TaskId task = 0;
  SliceId slice = UnitId::whole;
  Count count;  ///< weight * completions or placements, summed over the task's prefixes
  std::vector<std::uint64_t>
      placed{};             ///< of placements, which are its parts by row of the board; else empty
  std::uint64_t nodes = 0;  ///< queens tried
  double seconds = 0;       ///< time in the kernel
  std::string kernel{};     ///< that counted it

  [[nodiscard]] UnitId unit() const { return {.task = task, .slice = slice}; }
};

/// Who brings a result.
struct Sender {
  WorkerId worker = unknown_worker;
  std::string host{};
};

/// What all queues of a count share: who is here, and how fast they are.
struct Crew {
  Voters voters{};
  Pace pace{};
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

  /// The share of the expected work that is done; 1 if all tasks are.
  [[nodiscard]] double share_done() const {
    return done < tasks && total_cost > 0 ? done_cost / total_cost : 1;
  }
};

class WorkQueue {
 public:
  /// @param costs  by task; any positive unit
  /// @param rows  that placements are counted on; 0 where something else is counted
  explicit WorkQueue(std::vector<float> costs, LeasePolicy policy = {}, std::size_t rows = 0);
  /// One of several queues of a count.
  WorkQueue(std::vector<float> costs, std::shared_ptr<Crew> crew, std::size_t rows);

  /// Leases a task to the worker: first those that came back, then the rest as LongestFirst has
  /// them. Nothing where none is to do.
  std::optional<TaskId> next(WorkerId worker, double now);

  /// Leaves out the other tasks that are not done: this run does not count them. Only before the
  /// first lease, and after restore().
  void keep_only(const std::function<bool(TaskId)>& wanted);

  /// How tasks are checked; nothing is checked before.
  void set_check_policy(CheckPolicy policy);

  /// Workers that may be asked to check tasks.
  void arrive(WorkerId worker, const std::string& host) { crew_->voters.arrive(worker, host); }
  void depart(WorkerId worker) { crew_->voters.depart(worker); }
  void expect(std::size_t workers) { crew_->voters.expect(workers); }

  /// The task, which is done, is to be counted once more.
  void check(TaskId task) { checks_.open(task); }

  /// What the worker has counted in this run is not believed until it is confirmed, unless another
  /// host has confirmed it already. @return the number of those tasks
  /// @param had_part  whether it has counted a part of the task; empty: of none
  std::uint64_t suspect(WorkerId worker, const std::function<bool(TaskId)>& had_part = {});

  /// The same for what the host has counted in earlier runs.
  std::uint64_t suspect_host(const std::string& host);

  /// Leases a task that is to be counted once more. Nothing where there is none for the worker.
  std::optional<TaskId> next_check(WorkerId worker, double now);

  /// Whether a check of the task by this worker would be of use.
  [[nodiscard]] bool may_check(TaskId task, WorkerId worker) const {
    return checks_.may_count(snapshot_, task, worker);
  }

  /// Leases the task, which is to do or leased, to somebody else and without an end: it is counted
  /// in slices. Not for tasks that came back.
  void hold(TaskId task, WorkerId holder);

  /// The task was counted in slices that were checked. @param worker  see suspect()
  void fold(TaskId task, const QueueSnapshot& slices, std::span<const std::uint64_t> above,
            WorkerId worker);

  /// The number of an origin in the snapshot's table, to which it is added where it is new.
  OriginId add_origin(const Origin& origin) { return snapshot_.origins.add(origin); }

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
  [[nodiscard]] const std::deque<Dispute>& disputes() const { return disputes_; }

  /// Ends all leases of a worker. @return the number of tasks that are to do again
  std::uint64_t release(WorkerId worker);

  struct Expired {
    TaskId task = 0;
    WorkerId worker = 0;
  };
  /// Ends the leases whose deadline has passed; in that order.
  std::vector<Expired> expire(double now);
  /// When expire() may have something to do: always, as long as leases are guesses.
  [[nodiscard]] double next_deadline() const;
  [[nodiscard]] bool is_held_by(WorkerId worker) const { return held_.contains(worker); }

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
  [[nodiscard]] double check_cost(double cost) const { return crew_->pace.check_cost(cost); }
  [[nodiscard]] const Pace& pace() const { return crew_->pace; }

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

  /// A lease from before there were enough results, whose deadline was a guess.
  struct EarlyLease {
    TaskId task = 0;
    double since = 0;
    double held_cost = 0;
    double deadline = 0;
  };

  /// When, and which task.
  using Deadline = std::pair<double, TaskId>;

  /// Neither done nor left out nor held from the start.
  [[nodiscard]] bool is_to_count(TaskId task) const {
    return !snapshot_.done[task] && (left_out_.empty() || !left_out_[task]) &&
           !leases_.contains(task);
  }
  std::uint64_t suspect(const std::function<bool(TaskId)>& is_its);
  void lease(TaskId task, WorkerId worker, double lease_cost, double now);
  void accept(const TaskResult& result, const Sender& sender);
  void set_done(TaskId task, const TaskRecord& record, std::span<const std::uint64_t> placed,
                WorkerId worker);
  Completion compare(const TaskResult& result, const Sender& sender);
  Completion decide(TaskId task, Checks::Decision decision);
  [[nodiscard]] TaskRecord record_of(const TaskResult& result, const Sender& sender);
  void end_lease(std::unordered_map<TaskId, Lease>::iterator lease);
  void put_back(TaskId task);
  void correct_early_leases();

  std::vector<float> costs_;
  std::shared_ptr<Crew> crew_;
  QueueSnapshot snapshot_;
  QueueState state_;
  Checks checks_;
  std::deque<Dispute> disputes_;
  std::vector<bool> left_out_;  ///< by task; empty where none is
  LongestFirst fresh_;          ///< tasks that were never leased in this run
  std::set<TaskId> returned_;   ///< to do again
  std::unordered_map<TaskId, Lease> leases_;
  std::unordered_map<WorkerId, std::unordered_set<TaskId>> held_;
  std::priority_queue<Deadline, std::vector<Deadline>, std::greater<>>
      deadlines_;  ///< of leases, ended ones among them
  std::vector<EarlyLease> early_leases_;
};

}  // namespace nqueens
