// What rank 0 does while workers count: it hands out what the scheduler assigns and takes what they
// return.
//
// It never waits for any one rank. A worker is lost when its process is seen to be gone (same
// machine) or when a lease of it expires; its tasks go to others, and should it speak again it is
// welcome back. When the run ends, whatever the reason, the workers are asked to leave and get a
// moment to hand in what they have. They are dismissed then where all are there; else they wait
// until rank 0 has told its answer.
#pragma once

#include <exception>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "nqueens/net/transport.hpp"
#include "nqueens/queue/scheduler.hpp"
#include "nqueens/system/process.hpp"
#include "nqueens/system/signals.hpp"

namespace nqueens {

struct ServeOptions {
  std::string kernel = "auto";        ///< asked of every worker
  bool log_kernels = true;            ///< say which kernels the workers start with
  double save_interval_seconds = 60;  ///< between calls of ServeHooks::save
  /// Silence before a worker gets a sign of life; more among thousands.
  double ping_interval_seconds = 20;
  double hello_seconds = 60;     ///< how long to wait for a first worker
  double silence_seconds = 60;   ///< with all workers lost, how long to wait for one to come back
  double farewell_seconds = 10;  ///< at most, for the workers' last results
  double stopped_farewell_seconds =
      0.5;                       ///< the same after a signal: mpirun kills a second after SIGTERM
  bool end_on_unsettled = true;  ///< a dispute without a winner ends the run
};

/// The workers of a run and what they have said of themselves.
struct Workforce {
  int working = 0;
  int lost = 0;                     ///< dead, silent, or unable to go on
  std::set<std::string> kernels{};  ///< that workers have reported to run
};

/// What serve() asks of the rest of the program. What a hook throws ends the run.
struct ServeHooks {
  std::function<void(const Workforce&)> save;                ///< the queues are to be saved
  std::function<void(const Workforce&)> tick;                ///< called at least ten times a second
  std::function<bool()> out_of_time = [] { return false; };  ///< asked as often; true ends the run
};

enum class ServeEnd {
  finished,     ///< all tasks are done
  stopped,      ///< a signal to this process, or to all workers, asked to stop
  out_of_time,  ///< ServeHooks::out_of_time said so
  no_workers,   ///< none came, or none is left
};

/// How the other ranks are when nothing is left to count.
struct Ending {
  /// Every one has said goodbye, and is dismissed to end together with this one. If not, those that
  /// are there wait for dismiss_workers(transport, false).
  bool everyone_left = true;
  /// Processes on this machine that did not say goodbye and still live. A launcher would wait for
  /// them for ever; see kill_processes().
  std::vector<ProcessIdentity> hung_workers{};
};

/// How serving ended.
struct Served {
  ServeEnd end = ServeEnd::stopped;
  /// What ended it in the middle: a hook's exception, or Error(wrong_answer) where the counts of a
  /// task differ and no two independent workers agree. Nothing is saved then.
  std::exception_ptr failure{};
  Workforce workforce{};
  /// Why the last worker that gave up did so; empty where none did.
  std::string last_words{};
  Ending ending{};
};

/// Throws the failure, or Error(runtime_error) where no worker is left.
/// @param advice  what to do then, to be added to the message
void require_no_failure(const Served& served, const std::string& advice = "");

/// Serves the workers until all counts of the scheduler are finished or the run ends otherwise.
/// Saves, and dismisses the workers where Ending::everyone_left.
Served serve(Transport& transport, Scheduler& scheduler, Requests& requests,
             const ServeOptions& options, const ServeHooks& hooks);

}  // namespace nqueens
