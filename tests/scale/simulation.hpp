// Plays a run on a cluster of any size, event by event. The program's own Scheduler decides who
// gets which work; what is played are the workers, the messages and the time that the master takes
// for each of them.
//
// Where a run has a wall limit it ends there, and what was not finished is lost. The next run has
// another scheduler, which begins with what the first one trusts, and new workers.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "queue/scheduler.hpp"

namespace nqueens::scale {

/// Seconds of the master's time.
struct Prices {
  double message_seconds = 4e-6;  ///< for a message that it gets or sends
  double unit_seconds = 2.1e-6;   ///< for a unit that it hands out and whose result it takes
  double record_seconds = 5e-7;   ///< for a record that it saves

  /// @param units  that it hands out, or whose results it brings: half of their price
  [[nodiscard]] double message(std::size_t units) const {
    return message_seconds + unit_seconds / 2 * static_cast<double>(units);
  }
};

struct Scenario {
  int workers = 1000;
  int workers_per_host = 64;
  Plan plan;
  double seconds_per_cost = 1;  ///< of a worker of speed 1
  std::vector<float> ratios = {
      1};  ///< true over expected seconds of tasks or slices, drawn at random; mean 1
  SchedulerPolicy policy;
  double check_fraction = default_check_fraction;  ///< of the tasks, which are counted twice

  double start_seconds = 5;  ///< workers appear at random within so much time
  double latency_seconds =
      0.002;  ///< of a message, one way, on the average; exponentially distributed
  Prices prices;
  double ping_interval_seconds = 20;  ///< of silence towards a worker, among few workers
  double save_interval_seconds =
      300;  ///< between checkpoints; the master does nothing else meanwhile

  double wall_seconds = std::numeric_limits<double>::infinity();  ///< of a run
  int max_runs = 1'000;                  ///< the last may leave the count unfinished
  std::optional<QueueSnapshot> start{};  ///< of the first run

  double deaths_per_worker_hour = 0;  ///< a dead worker is never heard of again in its run
  bool hosts_die = false;             ///< at that rate, and all workers of a host at once
  double slow_share = 0;              ///< of the workers
  double slow_factor = 1;             ///< how much longer they take
  int devices_per_host = 0;           ///< of the workers of a host, the first
  double device_speed = 100;          ///< of a device; that of a processor is 1
  std::uint64_t seed = 1;

  [[nodiscard]] std::size_t host_of(WorkerId id) const {
    return static_cast<std::size_t>((id - 1) / workers_per_host);
  }
  [[nodiscard]] WorkerKind kind_of(WorkerId id) const {
    return (id - 1) % workers_per_host < devices_per_host ? WorkerKind::device
                                                          : WorkerKind::processor;
  }
};

struct Report {
  bool finished = false;  ///< false: every worker has died, or there were no more runs
  int runs = 0;
  double seconds = 0;       ///< from the first worker's arrival to the last result
  double kernel_share = 0;  ///< kernel time of first counts and checks over time that workers lived
  double device_share = 0;  ///< the same of devices
  std::uint64_t units = 0;  ///< first counts and checks of tasks and slices
  double mean_unit_seconds = 0;     ///< of these
  double longest_unit_seconds = 0;  ///< the same
  double tail_seconds = 0;  ///< from the moment when a worker first found nothing to do to the end
  double messages_per_second = 0;    ///< to and from the master, on the average
  double busiest_messages_rate = 0;  ///< the same in the busiest ten seconds after the start
  double busiest_share = 0;   ///< of the master's time, spent on messages in such ten seconds
  double master_share = 0;    ///< of its time, spent on messages and saves
  double policy_seconds = 0;  ///< true time that the Scheduler took, not simulated
  int deaths = 0;
  std::uint64_t retries = 0;     ///< leases that ended without a result
  std::uint64_t checks = 0;      ///< tasks and slices that were counted once more
  std::uint64_t duplicates = 0;  ///< results that came twice
  std::uint64_t tasks_done = 0;
  std::uint64_t count = 0;            ///< by unit_count()
  double save_seconds = 0;            ///< of the slowest checkpoint
  std::uint64_t max_in_progress = 0;  ///< tasks in slices at once, when saved
  std::uint64_t max_slices = 0;       ///< the slices of these
};

/// What the played workers count in a unit: no two units of a task have the same.
inline std::uint64_t unit_count(const UnitId& unit) {
  return (unit.task + 1) * (unit.is_slice() ? unit.slice + 1 : 1);
}

/// Plays the count to its end. The same scenario gives the same report, but for policy_seconds.
Report simulate(const Scenario& scenario);

}  // namespace nqueens::scale
