// WorkQueue: the units of a count that are todo, leased or done, with their results.
//
// A unit is a task, or a slice of one. It is todo, out (leased), or done. When the deadline of its
// lease passes or its worker is gone, it is todo again.
//
// A task that Job::slice_depth cuts is never handed out whole. When its turn comes it is opened: a
// table lists its slices. When all are done and none is in doubt, they fold into the record of the
// task, and the table is removed. So only tasks in progress cost memory for slices. A new task is
// opened only when no open one has slices to do.
//
// The first result of a unit is kept, whichever worker it comes from. Later ones are compared with
// it and never added, so slow workers do no harm and wrong counts are found. If two differ, further
// workers count the unit until two agree. Checks has the rules. A task chosen for a check has all
// its slices counted twice before it folds. A check of a task that is already folded uses a second
// table of slices, whose sum is one vote.
//
// A pure state machine: no clock, no thread, no network. Time is an argument, in seconds since any
// fixed moment.
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

/// The worker that a result comes from.
struct Sender {
  WorkerId worker = unknown_worker;
  std::string host{};
};

/// What complete() did with a result.
struct Outcome {
  Completion completion = Completion::accepted;
  UnitId unit{};  ///< of the result; the task, if it was the last slice of a check
  const Dispute* dispute = nullptr;  ///< that the result has ended
};

/// What a count starts from.
struct CountStart {
  std::optional<QueueSnapshot> snapshot{};  ///< of earlier runs
  CheckPolicy checks{};
  std::function<bool(TaskId)> wanted{};  ///< the tasks that this run counts; empty: all
  std::vector<UnitId> to_check{};        ///< done units to count again
  LeasePolicy leases{};
  KeepGoing keep_going{};  ///< polled during walks over prefixes; once false, no unit is handed out
};

class WorkQueue {
 public:
  /// @param costs  by task, positive, in any unit
  /// Throws std::invalid_argument if the snapshot is not of this job, WalkStopped if it has slices
  /// and keep_going returned false.
  /// @param workers  must outlive this
  WorkQueue(const Job& job, std::vector<float> costs, const WorkerTable& workers,
            CountStart start = {});
  WorkQueue(const WorkQueue&) = delete;
  WorkQueue& operator=(const WorkQueue&) = delete;

  [[nodiscard]] const Job& job() const { return job_; }
  /// The source of units' prefixes. Those of recently opened tasks are fastest.
  [[nodiscard]] SliceSource& source() { return source_; }

  /// Leases the next unit to the worker; empty if there is none.
  std::optional<UnitId> next(WorkerId worker, double now);
  /// Leases a unit to check; empty if there is none for this worker.
  std::optional<UnitId> next_check(WorkerId worker, double now);

  /// Takes a result from any worker, with or without a lease. A late slice of a done task is a
  /// duplicate. Throws, with the queue unchanged, std::out_of_range for a unit that the job does
  /// not have, and std::invalid_argument for a whole task that is counted in slices or the reverse,
  /// for parts with a wrong number or sum, and for a result that no search can give. Throws
  /// OutOfRange if the sum of all tasks passes 2^128, which right results never do.
  Outcome complete(const UnitResult& result, const Sender& sender = {});

  /// Requests another count of a done unit.
  void check(const UnitId& unit) { checks_.open(unit); }
  /// Distrusts the worker's counts of this run until they are confirmed, except those that another
  /// host has confirmed. Only the workers of the last ten million slices are known. @return the
  /// number of distrusted units
  std::uint64_t suspect(WorkerId worker);
  /// The same for the host's counts of earlier runs.
  std::uint64_t suspect_host(const std::string& host);
  /// The same for counts of earlier runs that are, or may be, of the host's devices.
  std::uint64_t suspect_devices(const std::string& host);

  /// Ends all leases of a worker. @return the number of units to do again
  std::uint64_t release(WorkerId worker);
  /// Ends the leases whose deadline has passed, as Leases::expire().
  std::vector<Leases::Ended> expire(double now, const WaitedSeconds& waited = {});

  /// All tasks are done and no check is open.
  [[nodiscard]] bool finished() const {
    return checks_.counts().open == 0 && progress().finished();
  }
  /// All tasks of the job are done, and none was left out.
  [[nodiscard]] bool whole() const { return progress().tasks_done == units_.tasks().size(); }
  [[nodiscard]] Progress progress() const { return units_.progress(); }
  [[nodiscard]] const QueueState& state() const { return units_.state(); }
  [[nodiscard]] const Units& units() const { return units_; }
  [[nodiscard]] const Checks& checks() const { return checks_; }
  [[nodiscard]] const Leases& leases() const { return leases_; }
  [[nodiscard]] const Pace& pace() const { return pace_; }
  /// The snapshot to save: without counts in doubt.
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
  template <class IsSuspect>
  std::uint64_t suspect(const IsSuspect& is_suspect);

  Job job_;
  SliceSource source_;
  Leases leases_;
  Pace pace_;
  Units units_;
  Checks checks_;
  std::deque<std::pair<TaskId, WorkerId>> slice_workers_;  ///< workers that counted slices, by task
};

}  // namespace nqueens
