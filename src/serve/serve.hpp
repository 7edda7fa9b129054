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
#include <set>
#include <span>
#include <string>
#include <vector>

#include "net/transport.hpp"
#include "queue/scheduler.hpp"
#include "serve/roster.hpp"
#include "system/signals.hpp"

namespace nqueens {

struct ServeOptions {
  std::string kernel = "auto";        ///< asked of every worker
  bool log_kernels = true;            ///< say which kernels the workers start with
  double save_interval_seconds = 60;  ///< between calls of ServeHooks::save
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
      0.5;                       ///< the same after a signal: mpirun kills a second after SIGTERM
  bool end_on_unsettled = true;  ///< a dispute without a winner ends the run
  std::uint32_t job = 0;         ///< its number: results of the one before may still come
  bool another_job_follows = false;  ///< once this one is finished: the workers stay
};

/// The workers of a run.
struct Workforce {
  int working = 0;
  int lost = 0;                     ///< dead, silent, or unable to go on
  std::set<std::string> kernels{};  ///< the kernels whose counts stand
};

enum class Incident : std::uint8_t {
  lost,       ///< workers are thought to be dead
  back,       ///< a worker was, and speaks
  set_aside,  ///< nobody believes a worker any more
  suspect,    ///< a host counted wrong in an earlier run
  disputed,   ///< counts of a unit differ
  settled,    ///< two agree on it
  unsettled,  ///< no two do
};

/// Calls of serve() into the rest of the program. An exception from a hook ends the run.
struct ServeHooks {
  std::function<void(const Workforce&)> save = [](auto&) {};  ///< save the queues
  /// Called at least ten times a second.
  std::function<void(const Workforce&)> tick = [](auto&) {};
  std::function<bool()> out_of_time = [] { return false; };  ///< called as often; true ends the run

  /// The worker may get work, for the first time or again.
  std::function<void(WorkerId, const Workers::Worker&)> here = [](auto, auto&) {};
  /// The workers get no more work.
  std::function<void(std::span<const WorkerId>)> gone = [](auto) {};
  /// A result was taken.
  std::function<void(WorkerId, const TaskResult&, Completion)> taken = [](auto, auto&, auto) {};
  /// Its text is as in the log.
  std::function<void(Incident, const std::string& text)> incident = [](auto, auto&) {};
};

enum class ServeEnd {
  finished,     ///< all tasks are done
  stopped,      ///< a signal to this process, or to all workers, asked to stop
  out_of_time,  ///< ServeHooks::out_of_time said so
  no_workers,   ///< none came, or none is left
};

/// All workers of a run, for rank 0, from its start to its end.
struct Crew {
  Transport& transport;
  std::span<const Rank> ranks;
  Requests& requests;
  /// All have said goodbye and are dismissed, to end together with this rank. If not, those that
  /// are left wait for dismiss_workers(transport, false).
  bool everyone_left = true;
  std::vector<WorkersOfProcess> hung_workers{};  ///< for kill_processes()
};

/// How serving ended.
struct Served {
  ServeEnd end = ServeEnd::stopped;
  /// What ended it early: a hook's exception, or Error(wrong_answer) if the counts of a task differ
  /// and no two independent workers agree. Nothing is saved then.
  std::exception_ptr failure{};
  Workforce workforce{};
  /// Why the last worker gave up; empty if none did.
  std::string last_failure{};
};

/// Throws the failure, or Error(runtime_error) if no worker is left.
/// @param advice  what to do then, added to the message
void require_no_failure(const Served& served, const std::string& advice = "");

/// Serves the workers until the scheduler's job is finished or the run ends otherwise. Saves, and
/// dismisses the workers if all have left, unless they stay for another job.
Served serve(Crew& crew, Scheduler& scheduler, const ServeOptions& options,
             const ServeHooks& hooks);

}  // namespace nqueens
