// Scheduler: decides which worker counts which task. All counting of a job goes through it. It
// keeps track of the working workers, the batches that each holds, and who was outvoted.
//
// A batch takes a worker about `batch_seconds`, by what was measured so far, but at most a small
// share of the remaining work, so that all workers end at about the same time: guided
// self-scheduling (Polychronopoulos and Kuck, 1987). It takes at least exchange_seconds(), so that
// rank 0 keeps up. A worker holds two batches, the current one and the next, so that it never waits
// for an answer. A worker with long batches holds one at a time, since waiting costs little; at the
// end, a second batch would lie idle while other workers have none. A slow worker gets smaller
// batches, and none once the others would finish all remaining work before its next unit ends. A
// device is compared with devices, so its batches grow with its speed. Next to a device, processors
// are slow.
//
// Like WorkQueue, a pure state machine: time is an argument. Only tick() takes longer with more
// workers. A worker is anything that gets batches and returns results, with any number of
// processors. The scheduler owns the WorkerTable, and the master reports to it what happens to
// workers.
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

// Message rates between the master and its workers. With thousands of workers they fall, so that
// rank 0 keeps up.

/// Messages per second that rank 0 receives, and also sends: half of what it can serve.
inline constexpr double exchanges_a_second = 20'000;

/// Mean seconds between messages to one worker, and between messages from it.
inline constexpr double exchange_seconds(std::size_t workers) {
  return static_cast<double>(workers) / exchanges_a_second;
}

/// Seconds between calls of Scheduler::tick, which scans some 10 million workers per second.
inline constexpr double tick_seconds(std::size_t workers) {
  return std::max(0.5, static_cast<double>(workers) / 200'000);
}

/// Seconds of silence after which a host is pinged. Workers answer within milliseconds.
inline double host_ping_seconds(std::size_t hosts) {
  constexpr double pings_a_second = 2000;
  return std::max(5.0, static_cast<double>(hosts) / pings_a_second);
}

/// Seconds without an answer after which a host's workers count as lost: at the end all others wait
/// for them. Counted from the ping, since a master that was paused has not heard from anybody.
inline double host_silence_seconds(std::size_t hosts) {
  return 3 * host_ping_seconds(hosts);
}

/// Seconds that a worker may hold results of an unfinished batch: 1 with few workers, so that
/// little is lost if one dies; with many, two of the shortest batches.
inline double result_hold_seconds(std::size_t workers) {
  return std::max(2 * exchange_seconds(workers), 1.0);
}

/// Seconds without a message to a worker before it is pinged: `least` with few workers, always less
/// than half of a worker's patience (serve/worker.cpp).
inline double ping_interval_seconds(std::size_t workers, double least) {
  constexpr double pings_a_second = 200;
  constexpr double longest = 50;
  return std::max({least, std::min(static_cast<double>(workers) / pings_a_second, longest),
                   result_hold_seconds(workers)});
}

struct SchedulerPolicy {
  double batch_seconds = 1.0;  ///< longer batches mean fewer messages, and more lost by a death
  std::uint64_t max_prefixes = 16'384;  ///< in a batch of several tasks: about 1 MB
  /// After a wrong count of an earlier run, count again all that its host counted then.
  bool suspect_hosts = false;
  /// Each worker uses a kernel other than its own.
  bool other_kernels = false;
};

/// A batch for a worker: new units or checks.
struct Assignment {
  WorkerId worker = 0;
  std::vector<UnitPrefixes> units{};
  double hold_seconds = 0;  ///< result_hold_seconds(), less near the end with few workers
};

/// A worker whose counts are no longer trusted.
struct SetAside {
  WorkerId worker = 0;
  std::string why;
  std::uint64_t suspects = 0;  ///< its other units, to be counted again
};

/// A host with a wrong count in an earlier run.
struct SuspectHost {
  std::string host;
  std::uint64_t suspects = 0;  ///< its other units of earlier runs, to be counted again
};

/// What take() did with a result.
struct Taken {
  std::optional<Outcome> outcome{};  ///< empty if the result was refused
  std::vector<SetAside> set_aside{};
  std::optional<SuspectHost> suspect_host{};
};

/// A worker whose lease has expired, or all workers of a silent host. They get no batches until
/// they arrive again, and must still finish those that they hold.
struct Lost {
  std::vector<WorkerId> workers{};
  std::string why{};
  std::uint64_t returned = 0;  ///< units to do again
};

/// Totals of the times in results, in seconds.
struct WorkTimes {
  double kernel = 0;                ///< in kernels and on devices
  double device = 0;                ///< of kernel, on devices
  double processor = 0;             ///< CPU time in kernels
  std::set<std::string> kernels{};  ///< that gave a unit its first count
};

class Scheduler {
 public:
  /// @param workers  of the previous count, if any
  explicit Scheduler(SchedulerPolicy policy = {}, std::shared_ptr<WorkerTable> workers = {})
      : policy_(policy), workers_(workers ? std::move(workers) : std::make_shared<WorkerTable>()) {}

  /// Starts a count after the previous one has ended. All functions below need this.
  void begin(const Job& job, std::vector<float> costs, CountStart start = {});

  [[nodiscard]] const Job& job() const { return queue_->job(); }
  [[nodiscard]] const WorkQueue& queue() const { return *queue_; }
  [[nodiscard]] bool finished() const { return queue_->finished(); }
  [[nodiscard]] const WorkerTable& workers() const { return *workers_; }

  // Reports of the master: see the functions of WorkerTable with these names.
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
  /// @return the number of units to do again; empty if it was gone already
  std::optional<std::uint64_t> depart(WorkerId worker,
                                      WorkerTable::Stage how = WorkerTable::Stage::lost);
  /// Distrusts the worker's counts until others confirm them; for a device, also what devices of
  /// its host counted in earlier runs. @return the number of distrusted units
  std::uint64_t suspect(WorkerId worker);
  /// Corrects the number of batches that the worker holds: a message may have been lost.
  void holds(WorkerId worker, int batches);

  /// Takes a result. Sets a worker aside if its result is impossible, or if it is outvoted: a
  /// device the first time, a processor the second time.
  Taken take(WorkerId worker, const UnitResult& result);
  /// The worker has returned all results of one of its batches.
  void batch_finished(WorkerId worker);

  /// Leases the next batch; empty if no worker gets one. Call it after each message of a worker and
  /// after tick(), until it is empty. The worker that sent the message comes first. After a check
  /// has opened, some idle workers follow: voters on the task may not check it, and idle workers
  /// send no messages.
  std::optional<Assignment> next(double now);

  /// Ends expired leases and those on silent hosts, then lets next() serve workers that hold too
  /// little, idle ones first. Call it every tick_seconds(). @return the workers that lost leases,
  /// each once
  std::vector<Lost> tick(double now, const WaitedSeconds& waited = {});

  /// Workers of silent hosts to ping. Call it after tick().
  std::vector<WorkerId> to_ping(double now) {
    return workers_->ask_silent_hosts(now, host_ping_seconds(workers_->hosts().size()));
  }

  [[nodiscard]] const WorkTimes& times() const { return times_; }
  /// Hosts with a wrong count in an earlier run.
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
  std::deque<WorkerId> asked_;  ///< next to get batches, in this order
  bool check_opened_ = false;   ///< since idle workers last joined asked_
  double unit_cost_ = 0;        ///< of the last unit handed out for a first count
  std::unordered_map<WorkerId, std::vector<UnitId>> outvoted_;  ///< units by worker
  WorkTimes times_;
  std::set<std::string> suspect_hosts_;
};

}  // namespace nqueens
