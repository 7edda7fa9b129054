// Scheduler: who does which task. The one door to all that a job counts. It knows which workers are
// at work, how many batches each one holds, and who was outvoted.
//
// A batch is worth `batch_seconds` of a worker by what was measured so far, but never more than a
// small share of what is left, so that all workers end at about the same time: guided
// self-scheduling (Polychronopoulos and Kuck, 1987). Nor is it worth less than exchange_seconds(),
// so that rank 0 keeps up. A worker holds two batches, the one it works
// on and the next, so that it never waits for an answer. If batches are long it holds only one:
// the wait is nothing then, and at the end a second batch would lie idle while other workers have
// none. A slow worker gets smaller batches, and none once the others would finish all that is left
// before it ends its next unit. A device is measured against devices, so its batches are as much
// larger as it is faster; next to it processors are slow.
//
// Like WorkQueue, a pure state machine: time comes in as an argument. No call but tick() takes
// longer the more workers there are. A worker is whoever gets batches and returns results, with
// however many processors. The scheduler owns the WorkerTable: what the master hears of them,
// it says to the scheduler.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "job/plan.hpp"
#include "queue/work_queue.hpp"

namespace nqueens {

// How often a master and its workers speak: less often among thousands, so that rank 0 keeps up.

/// Rank 0 gets so many messages a second, and sends as many: half of what it can serve.
inline constexpr double exchanges_a_second = 20'000;

/// A worker gets a message and sends one in this time, on the average.
inline constexpr double exchange_seconds(std::size_t workers) {
  return static_cast<double>(workers) / exchanges_a_second;
}

/// Between calls of Scheduler::tick. Each looks at all workers, some 10 million a second.
inline constexpr double tick_seconds(std::size_t workers) {
  return std::max(0.5, static_cast<double>(workers) / 200'000);
}

/// If nobody on a host has spoken for this long, it is asked; a worker answers within milliseconds.
inline double host_ping_seconds(std::size_t hosts) {
  constexpr double pings_a_second = 2000;
  return std::max(5.0, static_cast<double>(hosts) / pings_a_second);
}

/// If nobody answers for so long, its workers count as lost: at the end all others wait for them.
/// It begins with the question: a master that was paused has heard nobody for long.
inline double host_silence_seconds(std::size_t hosts) {
  return 3 * host_ping_seconds(hosts);
}

/// Seconds that a worker may hold results of a batch that it goes on with: 1 among few workers, so
/// that a dying one costs little; among many two shortest batches.
inline double result_hold_seconds(std::size_t workers) {
  return std::max(2 * exchange_seconds(workers), 1.0);
}

/// Seconds of silence towards a worker before it gets a sign of life: `least` among few workers;
/// but always less than half of a worker's patience (serve/worker.cpp).
inline double ping_interval_seconds(std::size_t workers, double least) {
  constexpr double pings_a_second = 200;
  constexpr double longest = 50;
  return std::max({least, std::min(static_cast<double>(workers) / pings_a_second, longest),
                   result_hold_seconds(workers)});
}

struct SchedulerPolicy {
  double batch_seconds = 1.0;  ///< at least: more means fewer messages, and more lost by a death
  std::uint64_t max_prefixes = 16'384;  ///< in one batch of several tasks: about 1 MB
  /// If a count of an earlier run was wrong, all that its host counted then is counted again.
  bool suspect_hosts = false;
  /// Each worker counts with another kernel than its own.
  bool other_kernels = false;
};

/// A batch and its worker: new tasks, or such as are to be counted once more.
struct Assignment {
  WorkerId worker = 0;
  std::vector<UnitPrefixes> units{};
  double hold_seconds = 0;  ///< result_hold_seconds(), less at the end among few workers
};

/// A worker that nobody believes any more.
struct SetAside {
  WorkerId worker = 0;
  std::string why;
  std::uint64_t suspects = 0;  ///< other tasks that it counted: they are counted again
};

/// A host that counted wrong in an earlier run.
struct SuspectHost {
  std::string host;
  std::uint64_t suspects = 0;  ///< other tasks that it counted then: they are counted again
};

/// What became of a result.
struct Taken {
  std::optional<Outcome> outcome{};  ///< nothing: it was refused
  std::vector<SetAside> set_aside{};
  std::optional<SuspectHost> suspect_host{};
};

/// A worker whose lease has ended, or all workers of a silent host. They get nothing until they
/// arrive again. They still have to finish the batches that they hold.
struct Lost {
  std::vector<WorkerId> workers{};
  std::string why{};
  std::uint64_t returned = 0;  ///< tasks or slices that are to do again
};

/// Sums of the times that results name, in seconds, and who took them.
struct WorkTimes {
  double kernel = 0;                ///< in kernels and of devices
  double device = 0;                ///< of these, of devices
  double processor = 0;             ///< processor time in kernels
  std::set<std::string> kernels{};  ///< whose counts were the first of their unit
};

class Scheduler {
 public:
  /// @param workers  those of the count before; none if there was none
  explicit Scheduler(SchedulerPolicy policy = {}, std::shared_ptr<WorkerTable> workers = {})
      : policy_(policy), workers_(workers ? std::move(workers) : std::make_shared<WorkerTable>()) {}

  /// Before all that follows; the count before has ended.
  /// @param costs  by task
  void begin(const Job& job, std::vector<float> costs, CountStart start = {});

  [[nodiscard]] const Job& job() const { return queue_->job(); }
  [[nodiscard]] const WorkQueue& queue() const { return *queue_; }
  [[nodiscard]] bool finished() const { return queue_->finished(); }
  [[nodiscard]] const WorkerTable& workers() const { return *workers_; }

  // What the master hears: as the functions of WorkerTable with these names.
  void hear(WorkerId worker, double now) { workers_->hear(worker, now); }
  void greet(WorkerId worker, const ProcessIdentity& process, const std::string& device = {}) {
    workers_->greet(worker, process, device);
  }
  bool ready(WorkerId worker, const std::string& kernel, const std::string& device = {},
             const std::string& processor = {}) {
    return workers_->ready(worker, kernel, device, processor);
  }
  void come_back(WorkerId worker) { workers_->come_back(worker); }
  void expect(std::size_t workers) { workers_->expect(workers); }

  /// The worker is ready for work, or back. @return false if it was set aside
  bool arrive(WorkerId worker);
  /// The worker is gone. @param how  lost, left or failed
  /// @return the number of units that are to do again; nothing if it was gone already
  std::optional<std::uint64_t> depart(WorkerId worker,
                                      WorkerTable::Stage how = WorkerTable::Stage::lost);
  /// Nobody believes what the worker has counted until others confirm it; if it is a device, nor
  /// what devices of its host have counted in earlier runs. @return the number of those units
  std::uint64_t suspect(WorkerId worker);
  /// The worker says how many batches it holds: a message may have been lost.
  void holds(WorkerId worker, int batches);

  /// Takes a result. A worker whose result cannot be is set aside, and so is one that is outvoted
  /// for the second time, or a device that is once.
  Taken take(WorkerId worker, const UnitResult& result);
  /// The worker has returned all results of one of its batches.
  void batch_finished(WorkerId worker);

  /// Leases the next batch to the worker that is to get one; nothing if there is none. Call it
  /// after each message of a worker, and after tick(), until there is nothing. The worker that
  /// spoke comes first. If a check has opened, some idle workers come next: whoever has counted the
  /// task may not check it, and idle workers do not speak.
  std::optional<Assignment> next(double now);

  /// Ends the leases whose time is up, and those on silent hosts. Whoever holds too little is to
  /// get a batch then, idle workers first. Call it every tick_seconds(). @return their workers,
  /// each once
  std::vector<Lost> tick(double now);

  /// Workers of silent hosts that are to be pinged. Call it after tick().
  std::vector<WorkerId> to_ping(double now) {
    return workers_->ask_silent_hosts(now, host_ping_seconds(workers_->hosts().size()));
  }

  /// The times of all results that were taken.
  [[nodiscard]] const WorkTimes& times() const { return times_; }
  /// Hosts that counted wrong in an earlier run.
  [[nodiscard]] const std::set<std::string>& suspect_hosts() const { return suspect_hosts_; }

 private:
  std::optional<std::uint64_t> take_back(WorkerId worker, WorkerTable::Stage how);
  Assignment next_of(WorkerId worker, double now);
  void ask_hungry();
  [[nodiscard]] double hold_seconds() const;
  [[nodiscard]] double faster_capacity(WorkerId worker) const;
  [[nodiscard]] bool would_be_last(WorkerId worker, double slowness) const;
  SetAside set_aside(WorkerId id, const std::string& why);
  void blame(const Dispute& dispute, Taken& taken);
  void suspect_host_of(const Dispute& dispute, Taken& taken);
  [[nodiscard]] std::optional<double> seconds_per_cost(WorkerKind kind) const;
  [[nodiscard]] double batch_cost(WorkerId worker) const;
  [[nodiscard]] int batches_wanted(WorkerId worker) const;

  SchedulerPolicy policy_;
  std::shared_ptr<WorkerTable> workers_;
  std::optional<WorkQueue> queue_;
  std::deque<WorkerId> asked_;  ///< are to get batches, in this order
  bool check_opened_ = false;   ///< since idle workers were last asked
  double unit_cost_ = 0;        ///< of the last unit that was handed out for a first count
  std::unordered_map<WorkerId, std::vector<UnitId>> outvoted_;  ///< by worker
  WorkTimes times_;
  std::set<std::string> suspect_hosts_;
};

}  // namespace nqueens
