// What rank 0 tells all others before and after it serves them, and the user about them.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/problem.hpp"
#include "net/transport.hpp"
#include "system/process.hpp"

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

/// A process on this machine that lives, but not all of its workers said goodbye. A launcher would
/// wait for it for ever.
struct HungProcess {
  ProcessIdentity process;
  std::vector<int> workers;  ///< that did not, in ascending order
};

/// Kills those that still live after half a second. Must come last: when a rank dies, mpirun may
/// end all others at once.
void kill_processes(std::span<const HungProcess> hung);

/// "4 ranks of 64 threads on 4 hosts", "2 ranks of 1 to 3 threads on 1 host"; of one rank without
/// others "2 threads".
std::string describe_ranks(std::span<const Rank> ranks);

/// One line about the first rank or host with more workers than processors; nothing if there is
/// none.
/// @param launched  says what to do about a launcher
std::optional<std::string> describe_crowd(std::span<const Rank> ranks, bool launched);

/// "worker 64", "workers 1-63,65". @param workers  in ascending order
std::string describe_workers(std::span<const int> workers);

}  // namespace nqueens
