// JobQueue: the tasks of one count, and the slices of those in progress.
//
// A task that Job::slice_depth cuts is never handed out whole. When its turn comes it is opened: a
// WorkQueue of its own has its slices, with leases, votes and disputes like any other. When all
// slices are done and none is doubted, they fold into the record of the task, and the queue of
// slices goes. So only tasks in progress cost memory for slices. New tasks are opened only when no
// open one has slices to do, so a task in progress has workers, or is the last.
//
// A task to be checked has all its slices counted twice before it folds, each by rules of Checks.
// A check of a task that was folded already is a second queue of slices, whose sum is one vote.
//
// Like WorkQueue, a pure state machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <queue>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "job/slices.hpp"
#include "queue/work_queue.hpp"

namespace nqueens {

/// What a count begins with.
struct CountStart {
  std::optional<QueueSnapshot> snapshot{};  ///< of the runs before
  CheckPolicy checks{};
  std::function<bool(TaskId)> wanted{};  ///< this run counts no others; empty: all
  std::vector<UnitId> to_check{};        ///< done, and to be counted once more
  LeasePolicy leases{};
};

/// Memory of a slice of a task in progress: its cost, its record, its parts by row, its votes.
constexpr std::size_t bytes_per_slice(std::size_t rows) {
  return sizeof(float) + sizeof(TaskRecord) + rows * sizeof(std::uint64_t) + sizeof(WorkerId) + 2;
}

/// What became of a result.
struct Outcome {
  Completion completion = Completion::accepted;
  UnitId unit{};  ///< of the result; where it was the last slice of a check, the task
  const Dispute* dispute = nullptr;  ///< which it has ended
};

class JobQueue {
 public:
  /// @param costs  by task
  /// Throws std::invalid_argument where the snapshot is not of this job.
  JobQueue(const Job& job, std::vector<float> costs, CountStart start);

  [[nodiscard]] const Job& job() const { return job_; }
  /// Gives the prefixes of units, fastest those of tasks that were opened lately.
  [[nodiscard]] SliceSource& source() { return source_; }

  void arrive(WorkerId worker, const std::string& host) { crew_->voters.arrive(worker, host); }
  void depart(WorkerId worker) { crew_->voters.depart(worker); }
  void expect(std::size_t workers) { crew_->voters.expect(workers); }

  /// Leases the next unit to the worker; nothing where none is to do.
  std::optional<UnitId> next(WorkerId worker, double now);
  /// Leases a unit that is to be counted once more; nothing where there is none for the worker.
  std::optional<UnitId> next_check(WorkerId worker, double now);
  [[nodiscard]] std::vector<std::string> kernels_to_avoid(const UnitId& unit) const;

  /// As WorkQueue::complete(). A late slice of a task that is done is a duplicate.
  Outcome complete(const TaskResult& result, const Sender& sender);

  /// Ends all leases of a worker. @return the number of units that are to do again
  std::uint64_t release(WorkerId worker);
  struct Expired {
    UnitId unit{};
    WorkerId worker = 0;
  };
  /// Ends the leases whose deadline has passed.
  std::vector<Expired> expire(double now);

  /// As WorkQueue::suspect(). Whoever counted one of ten million slices ago or earlier is
  /// forgotten.
  std::uint64_t suspect(WorkerId worker);
  std::uint64_t suspect_host(const std::string& host);

  [[nodiscard]] bool finished() const { return tasks_.finished() && checks_.open == 0; }
  /// All tasks of the job are done, none was left out.
  [[nodiscard]] bool whole() const { return tasks_.whole(); }

  /// Of the tasks; counts, costs and results include slices, and `todo` slices of open tasks.
  [[nodiscard]] QueueState state() const;

  /// Units that are, or were, to be counted once more.
  struct CheckCounts {
    std::uint64_t open = 0;
    std::uint64_t waiting = 0;    ///< of the open ones, those that nobody counts now
    double waiting_cost = 0;      ///< of a first count of these, about
    std::uint64_t opened = 0;     ///< are or were open
    std::uint64_t confirmed = 0;  ///< of these, all votes agree
    std::uint64_t doubtful = 0;   ///< done tasks and slices that are not believed now
  };
  [[nodiscard]] CheckCounts checks() const;

  /// Tasks in progress.
  struct InSlices {
    std::uint64_t tasks = 0;
    std::uint64_t slices = 0;
    std::uint64_t slices_done = 0;
  };
  [[nodiscard]] InSlices in_slices() const;

  [[nodiscard]] double cost(const UnitId& unit) const;
  [[nodiscard]] const Pace& pace() const { return crew_->pace; }

  /// The tasks, without slices of those in progress, and with counts that are in doubt.
  [[nodiscard]] const QueueSnapshot& snapshot() const { return tasks_.snapshot(); }
  /// The same with slices.
  [[nodiscard]] QueueSnapshot full_snapshot() const;
  /// What may be saved: everything but what is in doubt.
  [[nodiscard]] QueueSnapshot trusted_snapshot() const;

  /// The disputes that have ended in this run. Origins are numbers of snapshot().
  [[nodiscard]] const std::deque<Dispute>& disputes() const { return disputes_; }
  /// See by_unit().
  [[nodiscard]] std::vector<Dispute> disputes_by_unit() const;
  /// Whether the votes on the unit all agreed when they were last decided on.
  [[nodiscard]] bool is_confirmed(const UnitId& unit) const;
  [[nodiscard]] bool agree(const Vote& left, const Vote& right) const {
    return tasks_.checks().agree(tasks_.snapshot(), left, right);
  }
  /// Whether two votes settle a unit.
  [[nodiscard]] bool confirm(const Vote& left, const Vote& right) const {
    return tasks_.checks().confirm(tasks_.snapshot(), left, right);
  }

 private:
  /// A task in progress.
  struct Open {
    WorkQueue slices;
    WorkerId holder = 0;                                     ///< of the task's lease: nobody
    std::vector<std::uint64_t> above{};                      ///< TaskCut::placed
    bool is_check = false;                                   ///< of a task that is done
    bool is_wanted = true;                                   ///< else it is never folded
    std::vector<std::string> avoid{};                        ///< kernels, in a check
    QueueState state{};                                      ///< as it is in the sums below
    CheckCounts checks{};                                    ///< likewise
    double alarm = std::numeric_limits<double>::infinity();  ///< the next among alarms_
  };
  using OpenTask = std::unordered_map<TaskId, Open>::iterator;
  using Alarm = std::pair<double, TaskId>;

  /// How a task is opened.
  struct Opening {
    bool is_check = false;
    const QueueSnapshot* before = nullptr;  ///< slices of earlier runs
    bool is_wanted = true;                  ///< else this run leaves its other slices out
  };

  std::optional<OpenTask> open(TaskId task, const Opening& how);
  std::optional<Outcome> close_if_done(OpenTask task);
  Outcome close_check(OpenTask task);
  UnitId leased(OpenTask task, TaskId slice, WorkerId worker);
  void refresh(OpenTask task);
  void remove(OpenTask task);
  Outcome outcome(const UnitId& unit, Completion completion, const WorkQueue& queue);
  template <class Take>
  [[nodiscard]] QueueSnapshot with_slices(QueueSnapshot snapshot, const Take& take) const;
  [[nodiscard]] const Open* find_open(const UnitId& unit) const;

  Job job_;
  std::shared_ptr<Crew> crew_;
  WorkQueue tasks_;
  CheckPolicy policy_;
  SliceSource source_;
  std::unordered_map<TaskId, Open> open_;
  std::set<TaskId> with_slices_;  ///< open tasks with slices to do, not those of checks
  std::set<TaskId> with_checks_;  ///< open tasks with slices to check, and checks in slices
  /// When leases of slices end, and of which task; those of others that have ended among them.
  std::priority_queue<Alarm, std::vector<Alarm>, std::greater<>> alarms_;
  /// Open tasks with slices that the worker holds, others among them.
  std::unordered_map<WorkerId, std::vector<TaskId>> held_in_;
  QueueState slices_;          ///< sums over the open tasks
  CheckCounts checks_;         ///< likewise
  QueueState folded_;          ///< sums over tasks that were open
  CheckCounts folded_checks_;  ///< likewise
  std::deque<Dispute> disputes_;
  std::deque<std::pair<TaskId, WorkerId>> parts_;  ///< who has counted slices of which task
  WorkerId last_holder_ = unknown_worker;
};

}  // namespace nqueens
