// Plays a run on a cluster of any size, event by event. The program's own Scheduler decides who
// gets which work; what is played are the workers, the messages and the time that the master takes
// for each of them.
#pragma once

#include <cstdint>
#include <vector>

#include "nqueens/queue/scheduler.hpp"

namespace nqueens::scale {

struct Scenario {
  int workers = 1000;
  int workers_per_host = 64;
  Plan plan;
  double seconds_per_cost = 1;  ///< of a worker of speed 1
  std::vector<float> ratios = {
      1};  ///< true over expected seconds of tasks, drawn at random; mean 1
  SchedulerPolicy policy;
  double check_fraction = default_check_fraction;  ///< of the tasks, which are counted twice

  double start_seconds = 5;  ///< workers appear at random within so much time
  double latency_seconds =
      0.002;  ///< of a message, one way, on the average; exponentially distributed
  double message_seconds = 25e-6;  ///< of the master's time, for one that it gets or sends
  double tick_seconds = nqueens::tick_seconds;
  double ping_interval_seconds = 20;  ///< of silence towards a worker, among few workers
  double save_interval_seconds =
      300;  ///< between checkpoints; the master does nothing else meanwhile
  double save_seconds_per_task = 3e-7;  ///< done

  double deaths_per_worker_hour = 0;  ///< a dead worker is never heard of again
  double slow_share = 0;              ///< of the workers
  double slow_factor = 1;             ///< how much longer they take
  std::uint64_t seed = 1;
};

struct Report {
  bool finished = false;    ///< false: every worker has died
  double seconds = 0;       ///< from the first worker's arrival to the last result
  double kernel_share = 0;  ///< kernel time of first counts and checks over time that workers lived
  double mean_task_seconds = 0;     ///< of these
  double longest_task_seconds = 0;  ///< the same
  double tail_seconds = 0;  ///< from the moment when a worker first found nothing to do to the end
  double messages_per_second = 0;    ///< to and from the master, on the average
  double busiest_messages_rate = 0;  ///< the same in the busiest ten seconds after the start
  double master_share = 0;           ///< of its time, spent on messages and saves
  double policy_seconds = 0;         ///< true time that the Scheduler took, not simulated
  int deaths = 0;
  std::uint64_t retries = 0;     ///< leases that ended without a result
  std::uint64_t checks = 0;      ///< tasks that were counted once more
  std::uint64_t duplicates = 0;  ///< results that came twice
  std::uint64_t tasks_done = 0;
  std::uint64_t count = 0;  ///< each task has its number plus one
  double save_seconds = 0;  ///< of the last checkpoint
};

/// Plays the run to its end. The same scenario gives the same report, but for policy_seconds.
Report simulate(const Scenario& scenario);

}  // namespace nqueens::scale
