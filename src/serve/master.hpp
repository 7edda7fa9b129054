// Rank 0 while workers count: it sends out the scheduler's assignments and takes the results.
//
// It never waits for a single rank. A worker is lost when its process is gone (on this machine) or
// when one of its leases expires. Other workers then get its tasks. If a message of a lost worker
// arrives later, the worker gets work again. However the run ends, rank 0 asks the workers to leave
// and waits a moment for their last results. If all of them answer, they are dismissed; if not,
// they wait until rank 0 has printed its answer.
#pragma once

#include <exception>
#include <functional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "net/transport.hpp"
#include "queue/scheduler.hpp"
#include "serve/all_workers.hpp"
#include "system/signals.hpp"

namespace nqueens {

struct ServeOptions {
  std::string kernel = "auto";  ///< for every worker
  /// A worker is pinged after this time without a message; later with thousands of workers.
  double ping_interval_seconds = 20;
  double hello_seconds = 60;  ///< time limit for the first worker's message
  /// Time limit with all workers lost, or before any has made and tested its kernel.
  double silence_seconds = 300;
  /// The same while devices are set up. A driver may compile for a minute, and for twenty on a
  /// machine with twenty other things to do.
  double making_seconds = 1200;
  double farewell_seconds = 10;  ///< time limit for the workers' last results
  double stopped_farewell_seconds =
      0.5;                ///< the same after a signal: mpirun kills a second after SIGTERM
  std::uint32_t job = 0;  ///< its number. Results of the previous job may still arrive
  bool another_job_follows = false;  ///< if this one finishes, the workers stay
};

/// The worker can get work, for the first time or again.
struct Came {
  WorkerId worker = 0;
};
/// Every worker was ready once.
struct AllReady {};
/// The worker has signed off.
struct Left {
  WorkerId worker = 0;
  std::uint64_t returned = 0;  ///< units that it held
};
/// The worker doubts its own counts, which are counted again.
struct Doubted {
  WorkerId worker = 0;
  std::uint64_t suspects = 0;
};
/// A lost worker has sent a message.
struct Back {
  WorkerId worker = 0;
};
struct Counted {
  WorkerId worker = 0;
  const UnitResult& result;
  const Taken& taken;
};
/// The workers have reported their last results.
struct Ended {
  bool is_disputed = false;  ///< the last result differs from an earlier one
};
/// Events of a run. Workers that have left, are lost or set aside get no more work.
using ServeEvent = std::variant<Came, AllReady, Left, Doubted, Back, Lost, Counted, Ended>;

/// Called by serve(). An exception ends the run.
struct ServeHooks {
  std::function<void(const ServeEvent&)> tell = [](auto&) {};
  std::function<bool()> is_save_due = [] { return false; };
  std::function<void()> save = [] {};  ///< if is_save_due, on request, and at the end
  std::function<bool()> out_of_time = [] { return false; };  ///< polled; true ends the run
};

enum class ServeEnd {
  finished,  ///< all tasks are done
  stopped,   ///< this process, or all workers, got a signal to stop
  out_of_time,
  no_workers,  ///< none came, or none is left
};

/// All workers of a run, for rank 0, from its start to its end.
struct WorkerPool {
  Transport& transport;
  std::span<const Rank> ranks;
  Requests& requests;
  bool under_launcher = false;  ///< it owns this rank's stderr, and one thread of its host
  /// All workers have signed off and finalise together with this rank. If not, the remaining ones
  /// wait for dismiss_workers(transport, false).
  bool everyone_left = true;
  std::vector<WorkersOfProcess> hung_workers{};  ///< for kill_processes()
};

struct Served {
  ServeEnd end = ServeEnd::stopped;
  /// The exception that ended the run, such as one of a hook. Nothing is saved then.
  std::exception_ptr failure{};
  /// The last worker's reason for giving up; empty if none did.
  std::string last_failure{};
};

/// Throws the failure, or Error(runtime_error) if no worker is left.
/// @param advice  appended to that message
void require_no_failure(const Served& served, const std::string& advice = "");

/// Serves the workers until the scheduler's job is finished or the run ends otherwise. Then saves,
/// and dismisses the workers if all have left, unless they stay for another job.
Served serve(WorkerPool& pool, Scheduler& scheduler, const ServeOptions& options,
             const ServeHooks& hooks);

}  // namespace nqueens
