// All workers of a run at once: what rank 0 tells them before and after it serves them, what it
// asks of them and their processes, and what the user is told of them and their ranks.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/sequence.hpp"
#include "net/transport.hpp"
#include "queue/scheduler.hpp"
#include "queue/worker_table.hpp"

namespace nqueens {

/// Tells all workers the problem, so that they test their kernels while the master makes its plan.
void welcome_workers(Transport& transport, const Problem& problem, const std::string& kernel);

/// Tells all workers that the master lives, before it serves them.
void ping_workers(Transport& transport);

/// Ends the workers that wait: each returns from run_worker().
/// @param finalize  they end together with this rank, which must be about to end. If not, ranks are
/// missing, and each leaves alone; mpirun may then end all others at once, so rank 0 must print its
/// answer before
void dismiss_workers(Transport& transport, bool finalize = true);

/// Workers of one process, in ascending order.
struct WorkersOfProcess {
  ProcessIdentity process;
  std::vector<WorkerId> workers{};
};

/// The process of the worker is known to be dead.
bool is_dead(const WorkerTable::Worker& worker);

/// All have spoken once, and have left or are dead.
bool all_gone(const WorkerTable& workers);
/// All have left, and none is known to be dead: each waits to be dismissed.
bool all_wait(const WorkerTable& workers);
/// Somebody has neither left nor been given up.
bool somebody_stays(const WorkerTable& workers);
/// Those that have died since they were last heard.
std::vector<WorkersOfProcess> newly_dead(const WorkerTable& workers);
/// Those that have not left, in other processes on this machine that still live. A launcher would
/// wait for these for ever.
std::vector<WorkersOfProcess> hung_workers(const WorkerTable& workers);

/// Kills the processes that still live after half a second. Must come last: when a rank dies,
/// mpirun may end all others at once.
void kill_processes(std::span<const WorkersOfProcess> hung);

/// One line about the kernels of all workers; empty until each was ready once.
std::string describe_kernels(const WorkerTable& workers);

/// "4 ranks of 64 threads on 4 hosts", "2 ranks of 1 to 3 threads on 1 host"; of one rank without
/// others "2 threads".
std::string describe_ranks(std::span<const Rank> ranks);

/// One line about the first rank or host with more workers than processors; nothing if there is
/// none.
/// @param launched  says what to do about a launcher
std::optional<std::string> describe_oversubscription(std::span<const Rank> ranks, bool launched);

/// "worker 64", "workers 1-63,65". @param workers  in ascending order
std::string describe_workers(std::span<const WorkerId> workers);

/// "worker 3 on node7 is set aside: ...", with the reason.
std::string describe_set_aside(const SetAside& worker, const WorkerTable& workers);

}  // namespace nqueens
