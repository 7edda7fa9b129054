// Dispatcher: how many tasks a worker gets at once, and when.
//
// Each worker holds two batches, the one that it works on and the next, so that it never waits for an
// answer. A batch is worth `batch_seconds` of a worker by what was measured so far, but never more than a
// small share of what is left: guided self-scheduling (Polychronopoulos and Kuck, 1987), which lets all
// workers end at about the same time. Like WorkQueue, a pure state machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "nqueens/queue/work_queue.hpp"

namespace nqueens {

struct DispatchPolicy {
  double batch_seconds = 1.0;            ///< work of one batch; trades messages against work lost by a death
  std::uint64_t most_tasks = 1'000'000;  ///< in one batch, which bounds a message's size
};

class Dispatcher {
 public:
  explicit Dispatcher(WorkQueue& queue, DispatchPolicy policy = {});

  /// The worker is ready for work, or back after it was thought to be lost.
  void join(WorkerId worker);

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

  /// Leases the next batch to the worker; empty where it holds two already or nothing is to do.
  std::vector<TaskId> next_batch(WorkerId worker, double now);

  /// Workers that may get work and hold fewer than two batches, in ascending order.
  [[nodiscard]] std::vector<WorkerId> hungry() const;

  /// Number of workers that may get work.
  [[nodiscard]] std::size_t workers() const;

 private:
  struct Worker {
    int batches_held = 0;
    bool suspended = false;

    [[nodiscard]] bool wants_work() const;
  };

  [[nodiscard]] double batch_cost() const;

  WorkQueue& queue_;
  DispatchPolicy policy_;
  std::unordered_map<WorkerId, Worker> workers_;
};

}  // namespace nqueens
