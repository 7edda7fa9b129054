// All workers of a run at once: messages to them before and after rank 0 serves them, questions
// about them and their processes, and their description for the user.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/sequence.hpp"
#include "net/transport.hpp"
#include "queue/scheduler.hpp"
#include "queue/worker_table.hpp"

namespace nqueens {

/// Sends the problem to all workers, so that they test their kernels while the master makes its
/// plan.
void welcome_workers(Transport& transport, const Problem& problem, const std::string& kernel);

/// Shows all workers that the master is alive, before it serves them.
void ping_workers(Transport& transport);

/// Ends the waiting workers: each returns from run_worker().
/// @param finalize  whether all ranks are there and finalise together, right after this. If false,
/// each leaves alone. mpirun may then end all others at once, so rank 0 must print its answer first
void dismiss_workers(Transport& transport, bool finalize = true);

/// Workers of one process, in ascending order.
struct WorkersOfProcess {
  ProcessIdentity process;
  std::vector<WorkerId> workers{};
};

/// Whether the worker's process is known to be dead.
bool is_dead(const WorkerTable::Worker& worker);

/// Whether all workers have spoken, and have left or are dead.
bool all_gone(const WorkerTable& workers);
/// Whether all workers have left and none is known to be dead: each waits for its dismissal.
bool all_wait(const WorkerTable& workers);
/// Whether any worker has neither left nor been given up.
bool somebody_stays(const WorkerTable& workers);
/// Workers that have died since their last message.
std::vector<WorkersOfProcess> newly_dead(const WorkerTable& workers);
/// Workers that have not left, in other live processes of this machine. A launcher would wait for
/// them for ever.
std::vector<WorkersOfProcess> hung_workers(const WorkerTable& workers);

/// How long workers on this machine were ready to run, but had no processor.
class WaitsForProcessors {
 public:
  /// Seconds since this was last asked of the worker, at first since its process began. It is the
  /// mean of its process: threads that are no workers, and share it, make it longer. A wait counts
  /// when it is over. 0 if unknown.
  /// @param now  a process is looked at once at a time
  double since_asked(const WorkerTable& workers, WorkerId id, double now);

 private:
  struct Look {
    ProcessIdentity process{};  ///< other hosts have the same numbers
    double at = -1;
    double mean = 0;
  };
  std::map<std::int64_t, Look> looks_;  ///< by process id; the latest
  std::map<WorkerId, double> asked_;    ///< Look::mean by then
};

/// Kills the processes that are still alive after half a second. Must come last: when a rank dies,
/// mpirun may end all others at once.
void kill_processes(std::span<const WorkersOfProcess> hung);

/// One line about the kernels of all workers; empty until each was ready once.
std::string describe_kernels(const WorkerTable& workers);

/// "4 ranks of 64 threads on 4 hosts", "2 ranks of 1 to 3 threads on 1 host"; "2 threads" for a
/// single rank.
std::string describe_ranks(std::span<const Rank> ranks);

/// One line about the first rank or host with more workers than processors, if there is one.
/// @param launched  whether to add advice about the launcher
std::optional<std::string> describe_oversubscription(std::span<const Rank> ranks, bool launched);

/// "worker 64", "workers 1-63,65". @param workers  in ascending order
std::string describe_workers(std::span<const WorkerId> workers);

/// "worker 3 on node7 is set aside: REASON".
std::string describe_set_aside(const SetAside& worker, const WorkerTable& workers);

}  // namespace nqueens
