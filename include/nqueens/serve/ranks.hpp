// What rank 0 tells all others before it serves them and when it has done so.
#pragma once

#include <span>
#include <string>

#include "nqueens/core/problem.hpp"
#include "nqueens/net/transport.hpp"
#include "nqueens/system/process.hpp"

namespace nqueens {

/// Tells all workers what there will be to count: they test their kernels while the master makes
/// its plan.
void welcome_workers(Transport& transport, const Problem& problem, const std::string& kernel);

/// Tells all workers that the master lives, while it does not serve them yet.
void ping_workers(Transport& transport);

/// Ends the workers that wait: each returns from run_worker().
/// @param finalize  they end together with this rank, which must be about to end as well. Else each
/// leaves
///                  alone, since ranks are missing; mpirun may then end all others at once, so that
///                  rank 0 has to have told its answer before
void dismiss_workers(Transport& transport, bool finalize = true);

/// Does what comes before the workers are served. Where that throws they are dismissed.
template <class Prepare>
auto prepared(Transport& transport, const Prepare& prepare) {
  try {
    return prepare();
  } catch (...) {
    dismiss_workers(transport);
    throw;
  }
}

/// Kills those of the processes that still live on this machine half a second from now. The last
/// thing to do: mpirun may take the death of a rank as a reason to end all others at once.
void kill_processes(std::span<const ProcessIdentity> processes);

/// "rank 64", "ranks 1-63,65". @param ranks  in ascending order
std::string describe_ranks(std::span<const int> ranks);

}  // namespace nqueens
