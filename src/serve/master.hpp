// Rank 0 while workers count: it hands out what the scheduler assigns and takes their results.
//
// It never waits for a single rank. A worker is lost when its process is gone (on this machine) or
// when one of its leases expires. Its tasks then go to others; if it speaks again, it gets work
// again. When the run ends for any reason, it asks the workers to leave, and they have a moment to
// report their results. If all of them answer they are dismissed; if not, they wait until rank 0
// has printed its answer.
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
  std::string kernel = "auto";  ///< asked of every worker
  /// Silence after which a worker gets a ping; longer with thousands of workers.
  double ping_interval_seconds = 20;
  double hello_seconds = 60;  ///< how long to wait for the first worker
  /// How long to wait with all workers lost, or before any has made and tested its kernel.
  double silence_seconds = 300;
  /// The same while devices are made: a driver may compile for a minute, and for twenty on a
  /// machine that has twenty other things to do.
  double making_seconds = 1200;
  double farewell_seconds = 10;  ///< at most, for the workers' last results
  double stopped_farewell_seconds =
      0.5;                ///< the same after a signal: mpirun kills a second after SIGTERM
  std::uint32_t job = 0;  ///< its number: results of the one before may still come
  bool another_job_follows = false;  ///< once this one is finished: the workers stay
};

/// The worker may get work, for the first time or again.
struct Came {
  WorkerId worker = 0;
};
/// Every worker has had a kernel.
struct AllReady {};
/// It has said goodbye.
struct Left {
  WorkerId worker = 0;
  std::uint64_t returned = 0;  ///< tasks or slices that it held
};
/// It doubts its own counts, and these are counted again.
struct Doubted {
  WorkerId worker = 0;
  std::uint64_t suspects = 0;
};
/// It was lost, and speaks.
struct Back {
  WorkerId worker = 0;
};
/// A result came.
struct Counted {
  WorkerId worker = 0;
  const UnitResult& result;
  const Taken& taken;
};
/// The workers have reported their last results.
struct Ended {
  bool is_disputed = false;  ///< the last one differs from the one before
};
/// What happens to workers and results. Those that have left, are lost or set aside get no more
/// work.
using ServeEvent = std::variant<Came, AllReady, Left, Doubted, Back, Lost, Counted, Ended>;

/// What serve() calls. An exception ends the run.
struct ServeHooks {
  std::function<void(const ServeEvent&)> tell = [](auto&) {};
  std::function<bool()> is_save_due = [] { return false; };
  std::function<void()> save = [] {};  ///< saves the queues: when it is due, on request, at the end
  std::function<bool()> out_of_time = [] { return false; };  ///< often; true ends it
};

enum class ServeEnd {
  finished,     ///< all tasks are done
  stopped,      ///< a signal to this process, or to all workers, asked to stop
  out_of_time,  ///< ServeHooks::out_of_time said so
  no_workers,   ///< none came, or none is left
};

/// All workers of a run, for rank 0, from its start to its end.
struct WorkerPool {
  Transport& transport;
  std::span<const Rank> ranks;
  Requests& requests;
  bool under_launcher = false;  ///< which has this rank's stderr, and one thread of its host
  /// All have said goodbye and are dismissed, to end together with this rank. If not, those that
  /// are left wait for dismiss_workers(transport, false).
  bool everyone_left = true;
  std::vector<WorkersOfProcess> hung_workers{};  ///< for kill_processes()
};

struct Served {
  ServeEnd end = ServeEnd::stopped;
  /// What ended it early, as a hook's exception. Nothing is saved then.
  std::exception_ptr failure{};
  /// Why the last worker gave up; empty if none did.
  std::string last_failure{};
};

/// Throws the failure, or Error(runtime_error) if no worker is left.
/// @param advice  what to do then, added to the message
void require_no_failure(const Served& served, const std::string& advice = "");

/// Serves the workers until the scheduler's job is finished or the run ends otherwise. Saves, and
/// dismisses the workers if all have left, unless they stay for another job.
Served serve(WorkerPool& pool, Scheduler& scheduler, const ServeOptions& options,
             const ServeHooks& hooks);

}  // namespace nqueens
