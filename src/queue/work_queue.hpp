// WorkQueue: which units of a count are still to do, which are leased to whom, and which are done
// with what result.
//
// A unit is a task, or a slice of one. Each is to do, out, or done. A lease has a deadline. When
// that passes or the worker is gone, the unit is to do again.
//
// A task that Job::slice_depth cuts is never handed out whole. When its turn comes it is opened: a
// table has its slices. When all are done and none is doubted, they fold into the record of the
// task, and the table goes. So only tasks in progress cost memory for slices. New tasks are opened
// only when no open one has slices to do, so a task in progress has workers, or is the last.
//
// The first result of a unit is kept, whoever brings it. Any later one is compared with it and
// never added, so that slow workers do no harm and a wrong count does not stay hidden: if two
// differ, further workers count the unit until two agree. Checks has the rules. A task to be
// checked has all its slices counted twice before it folds. A check of a task that was folded
// already is a second table of slices, whose sum is one vote.
//
// A pure state machine: no clock, no thread, no network. Time comes in as an argument, in seconds
// since any fixed moment.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "job/plan.hpp"
#include "job/slices.hpp"
#include "nqueens/number.hpp"
#include "queue/checks.hpp"
#include "queue/leases.hpp"
#include "queue/snapshot.hpp"
#include "queue/units.hpp"
#include "queue/worker_table.hpp"

namespace nqueens {

/// Who brings a result.
struct Sender {
  WorkerId worker = unknown_worker;
  std::string host{};
};

/// What became of a result.
struct Outcome {
  Completion completion = Completion::accepted;
  UnitId unit{};  ///< of the result; if it was the last slice of a check, the task
  const Dispute* dispute = nullptr;  ///< which it has ended
};

/// What a count begins with.
struct CountStart {
  std::optional<QueueSnapshot> snapshot{};  ///< of the runs before
  CheckPolicy checks{};
  std::function<bool(TaskId)> wanted{};  ///< this run counts no others; empty: all
  std::vector<UnitId> to_check{};        ///< done, and to be counted once more
  LeasePolicy leases{};
  KeepGoing keep_going{};  ///< asked while prefixes are walked over; false: none are handed out
};

class WorkQueue {
 public:
  /// @param costs  by task; any positive unit
  /// Throws std::invalid_argument if the snapshot is not of this job, WalkStopped if it has slices
  /// and keep_going returned false.
  /// @param workers  outlive this
  WorkQueue(const Job& job, std::vector<float> costs, const WorkerTable& workers,
            CountStart start = {});
  WorkQueue(const WorkQueue&) = delete;
  WorkQueue& operator=(const WorkQueue&) = delete;

  [[nodiscard]] const Job& job() const { return job_; }
  /// Gives the prefixes of units, fastest those of tasks that were opened lately.
  [[nodiscard]] SliceSource& source() { return source_; }

  /// Leases the next unit to the worker; nothing if none is to do.
  std::optional<UnitId> next(WorkerId worker, double now);
  /// Leases a unit that is to be counted once more; nothing if there is none for the worker.
  std::optional<UnitId> next_check(WorkerId worker, double now);

  /// Takes a result from any worker, whether or not it holds the lease. A late slice of a task that
  /// is done is a duplicate.
  /// Throws std::out_of_range for a unit that the job does not have, and std::invalid_argument for
  /// one that is not counted like that, parts that are too many or too few or do not add up to the
  /// count, or what no search can have found: the queue is as it was then. Throws
  /// std::overflow_error if the sum of all tasks passes 2^128, which no right results do.
  Outcome complete(const UnitResult& result, const Sender& sender = {});

  /// The unit, which is done, is to be counted once more.
  void check(const UnitId& unit) { checks_.open(unit); }
  /// What the worker has counted in this run is not believed until it is confirmed, unless another
  /// host has confirmed it already. Whoever counted one of ten million slices ago or earlier is
  /// forgotten. @return the number of those units
  std::uint64_t suspect(WorkerId worker);
  /// The same for what the host has counted in earlier runs.
  std::uint64_t suspect_host(const std::string& host);
  /// The same for what devices of the host have counted in earlier runs, or may have.
  std::uint64_t suspect_devices(const std::string& host);

  /// Ends all leases of a worker. @return the number of units that are to do again
  std::uint64_t release(WorkerId worker);
  /// Ends the leases whose deadline has passed; in that order.
  std::vector<Leases::Ended> expire(double now);

  /// All tasks are done, and nothing is to be counted once more.
  [[nodiscard]] bool finished() const {
    return checks_.counts().open == 0 && progress().finished();
  }
  /// All tasks of the job are done, none was left out.
  [[nodiscard]] bool whole() const { return progress().tasks_done == units_.tasks().size(); }
  [[nodiscard]] Progress progress() const { return units_.progress(); }
  [[nodiscard]] const QueueState& state() const { return units_.state(); }
  [[nodiscard]] const Units& units() const { return units_; }
  [[nodiscard]] const Checks& checks() const { return checks_; }
  [[nodiscard]] const Leases& leases() const { return leases_; }
  [[nodiscard]] const Pace& pace() const { return pace_; }
  /// What may be saved: everything but what is in doubt.
  [[nodiscard]] QueueSnapshot trusted_snapshot() const;

 private:
  using Purpose = OpenTask::Purpose;

  void check_chosen(const UnitTable& table);
  bool open(TaskId task, Purpose purpose, std::optional<UnitRecords> before = {});
  std::optional<Completion> close_if_done(TaskId task);
  UnitId lease(const UnitId& unit, WorkerId worker, double now);
  std::vector<Leases::Ended> put_back(std::vector<Leases::Ended> ended);
  [[nodiscard]] UnitRecord record_of(const UnitResult& result, const Sender& sender);
  void require_right(const UnitResult& result) const;
  Completion take(const UnitId& unit, Vote vote, bool asked_for, double seconds);
  template <class IsIts>
  std::uint64_t suspect(const IsIts& is_its);

  Job job_;
  SliceSource source_;
  Leases leases_;
  Pace pace_;
  Units units_;
  Checks checks_;
  std::deque<std::pair<TaskId, WorkerId>> slice_workers_;  ///< who has counted slices of which task
};

}  // namespace nqueens
