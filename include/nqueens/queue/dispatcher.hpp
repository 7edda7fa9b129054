// Dispatcher: how many tasks a worker gets at once, and when.
//
// A batch is worth `batch_seconds` of a worker by what was measured so far, but never more than a small share
// of what is left: guided self-scheduling (Polychronopoulos and Kuck, 1987), which lets all workers end at
// about the same time. A worker holds two batches, the one that it works on and the next, so that it never
// waits for an answer; only one where a batch lasts so long that the wait is nothing: at the end a second one
// would lie idle in the hands of one worker while others have none. Like WorkQueue, a pure state machine; no
// call but hungry() takes longer the more workers there are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "nqueens/queue/work_queue.hpp"

namespace nqueens {

struct DispatchPolicy {
  double batch_seconds = 1.0;            ///< work of one batch; trades messages against work lost by a death
  std::uint64_t most_tasks = 1'000'000;  ///< in one batch, which bounds a message's size
  double no_second_batch_seconds =
      10;  ///< a worker whose batches last this long or longer gets one at a time
};

/// Seconds of silence towards a worker before it gets a sign of life: `least` where there are few workers,
/// more where the signs of life would be most of what the master does, but less than half of a worker's
/// patience.
double ping_interval_seconds(std::size_t workers, double least);

class Dispatcher {
 public:
  explicit Dispatcher(WorkQueue& queue, DispatchPolicy policy = {});

  /// The worker is ready for work, or back after it was thought to be lost.
  void join(WorkerId worker, const std::string& host = {});

  /// The worker is gone: its leases end. @return the number of tasks that are to do again
  std::uint64_t leave(WorkerId worker);

  /// The worker is late: its leases end, and it gets nothing until it joins again. The batches that it holds
  /// still count then, since it works on them all the same: new ones behind them would be late as well.
  /// @return the number of tasks that are to do again
  std::uint64_t suspend(WorkerId worker);

  /// The worker has returned all results of one of its batches.
  void batch_finished(WorkerId worker);

  /// The worker says how many batches it holds; this corrects the number where a message got lost.
  void holds(WorkerId worker, int batches);

  /// Leases the next batch to the worker; empty where it holds enough already or nothing is to do. All of it
  /// is new, or all of it to be counted once more, which comes first.
  std::vector<TaskId> next_batch(WorkerId worker, double now);

  /// Workers that may get work and hold too little, those with nothing first; not many more than there are
  /// tasks for, since not every worker may check every task.
  [[nodiscard]] std::vector<WorkerId> hungry() const;

  /// Some of the workers that have nothing.
  [[nodiscard]] std::vector<WorkerId> idle(std::size_t most) const;

  /// Number of workers that may get work.
  [[nodiscard]] std::size_t workers() const { return active_; }

 private:
  struct Worker {
    int batches_held = 0;
    bool active = false;  ///< may get work
  };

  std::vector<TaskId> next_checks(WorkerId worker, double now, double room);
  [[nodiscard]] double batch_cost() const;
  [[nodiscard]] int batches_wanted() const;
  void set_active(Worker& worker, bool active);
  void note(WorkerId id, const Worker& worker);

  WorkQueue& queue_;
  DispatchPolicy policy_;
  std::unordered_map<WorkerId, Worker> workers_;
  std::set<WorkerId> idle_;      ///< active, and hold nothing
  std::set<WorkerId> with_one_;  ///< active, and hold one batch
  std::size_t active_ = 0;
};

}  // namespace nqueens
