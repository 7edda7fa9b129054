// WorkQueue: which task is still to do, which is out with whom, and which is done with what result.
//
// A pure state machine: no clock, no thread, no network; time comes in as an argument, in seconds since any
// fixed moment. Every task is in exactly one of three states: todo, leased, done. A lease has a deadline;
// when it passes, or when its worker is known to be gone, the task is to do again. The first result of a task
// is kept, whoever brings it; any later one is compared with it and never added, so that workers that were
// only slow do no harm, and a wrong count does not stay hidden.
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

namespace nqueens {

using WorkerId = int;

/// What a worker reports of a task.
struct TaskResult {
  TaskId task = 0;
  Count count;  ///< weight * completions or placements, summed over the task's prefixes
  std::vector<std::uint64_t>
      placed{};             ///< of placements, which are its parts by row of the board; else empty
  std::uint64_t nodes = 0;  ///< queens tried; depends on the kernel, so it is kept but never compared
  double seconds = 0;       ///< time in the kernel
};

/// What is kept of every finished task: 24 bytes.
struct TaskRecord {
  std::uint64_t count_high = 0;
  std::uint64_t count_low = 0;
  std::uint64_t nodes = 0;

  [[nodiscard]] Count count() const { return Count::from_words(count_high, count_low); }
  friend bool operator==(const TaskRecord&, const TaskRecord&) = default;
};

/// All that outlives a run: which tasks are done, and with what result.
struct QueueSnapshot {
  std::vector<bool> done;             ///< by task
  std::vector<TaskRecord> records;    ///< by task; zero where not done
  std::size_t rows = 0;               ///< of the board where placements are counted, else 0
  std::vector<std::uint64_t> placed;  ///< task * rows + row: parts of the task's count; zero where not done

  /// The parts of a task's count.
  [[nodiscard]] std::span<const std::uint64_t> placed_by(TaskId task) const {
    return std::span(placed).subspan(task * rows, rows);
  }

  friend bool operator==(const QueueSnapshot&, const QueueSnapshot&) = default;
};

/// Sums over a snapshot. Throws std::overflow_error past 128 bits.
struct QueueTotals {
  std::uint64_t tasks_done = 0;
  Count count;
  std::uint64_t nodes = 0;

  friend bool operator==(const QueueTotals&, const QueueTotals&) = default;
};
QueueTotals totals(const QueueSnapshot& snapshot);

/// The count whose parts by row of the board these are.
Count sum_of_parts(std::span<const std::uint64_t> parts);

/// By row of the board, the sum over the tasks done; empty where no placements are counted.
std::vector<Count> placed_by_row(const QueueSnapshot& snapshot);

/// How long a worker may keep a task: twice what the tasks it holds should take, plus a fixed time. The
/// expectation is mean + 4 * deviation of the seconds that a unit of cost took, both exponentially smoothed
/// with the constants of TCP's retransmission timer (RFC 6298).
struct LeasePolicy {
  double grace_seconds = 5;  ///< on top of every lease
  /// Nodes a second assumed before the first result: far too few, so that no worker is taken for dead. The
  /// leases are corrected when there are enough results.
  double unmeasured_cost_rate = 1.0e6;
};

enum class Completion : std::uint8_t {
  accepted,   ///< the first result of this task
  duplicate,  ///< equal to the one that is kept
  conflict,   ///< another count than the one that is kept: one of the two is wrong
};

struct QueueState {
  std::uint64_t tasks = 0;
  std::uint64_t todo = 0;
  std::uint64_t leased = 0;
  std::uint64_t done = 0;
  Count count;
  std::uint64_t nodes = 0;
  double total_cost = 0;
  double todo_cost = 0;
  double done_cost = 0;
  std::uint64_t retries = 0;     ///< leases that ended without a result
  std::uint64_t duplicates = 0;  ///< results that came again, and agreed
};

class WorkQueue {
 public:
  /// @param costs  by task; any positive unit
  /// @param rows  that placements are counted on; 0 where something else is counted
  explicit WorkQueue(std::vector<float> costs, LeasePolicy policy = {}, std::size_t rows = 0);

  /// Leases a task to the worker: those that came back first, then the rest, longest ones first as far as
  /// costs tell, so that the end of a run does not wait for a long one. For the sake of whoever enumerates
  /// the tasks this is done in a few passes, each in order. Nothing where none is to do.
  std::optional<TaskId> next(WorkerId worker, double now);

  /// Takes a result from any worker, whether or not it holds the lease.
  /// Throws std::out_of_range for a task that the job does not have, std::invalid_argument for one whose rows
  /// are too many or too few or do not add up to its count.
  Completion complete(const TaskResult& result);

  /// Ends all leases of a worker that is gone. @return the number of tasks that are to do again
  std::uint64_t release(WorkerId worker);

  struct Expired {
    TaskId task = 0;
    WorkerId worker = 0;
  };
  /// Ends the leases whose deadline has passed; in the order of tasks.
  std::vector<Expired> expire(double now);

  [[nodiscard]] bool finished() const { return state_.done == state_.tasks; }
  [[nodiscard]] const QueueState& state() const { return state_; }
  [[nodiscard]] double cost(TaskId task) const { return costs_.at(task); }

  /// Expected seconds of a worker for a unit of cost; nothing before the first result.
  [[nodiscard]] std::optional<double> seconds_per_cost() const;

  [[nodiscard]] const QueueSnapshot& snapshot() const { return snapshot_; }

  /// Goes on from a snapshot of the same job; only before the first lease.
  /// Throws std::invalid_argument where its number of tasks differs.
  void restore(QueueSnapshot snapshot);

 private:
  struct Lease {
    WorkerId worker = 0;
    double deadline = 0;
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

  [[nodiscard]] std::optional<TaskId> next_fresh();
  [[nodiscard]] std::size_t pass_of(float cost) const;
  void end_lease(std::unordered_map<TaskId, Lease>::iterator lease);
  void put_back(TaskId task);
  void learn(const TaskResult& result);
  void correct_early_leases();
  [[nodiscard]] double lease_seconds(double cost) const;

  std::vector<float> costs_;
  LeasePolicy policy_;
  QueueSnapshot snapshot_;
  QueueState state_;
  std::vector<float> pass_bounds_;  ///< pass i has the tasks of this cost or more that no pass before has
  std::size_t pass_ = 0;
  TaskId fresh_ = 0;           ///< tasks of this pass from here on were never leased in this run
  std::set<TaskId> returned_;  ///< to do again
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
