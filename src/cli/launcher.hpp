// How this process was started: by mpirun or srun, or alone; and whether MPI comes up then.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "system/clock.hpp"

namespace nqueens::cli {

/// The variables by which a rank knows its number, and that of all.
struct RankVariables {
  const char* launcher;
  const char* rank;
  const char* ranks = nullptr;  ///< null: the launcher does not say
  bool mpi = true;              ///< it has set up MPI
  /// The number may count only the ranks of this host, or daemons of mpirun. It is used if no other
  /// launcher says how many ranks there are.
  bool partial = false;
  const char* other_way = "";  ///< to start with MPI, beside mpirun
};

/// A launch that the environment tells of.
struct Launch {
  const RankVariables* variables;
  int rank;
  int ranks;
};

struct Launcher {
  bool mpi = false;                         ///< a launcher has set up MPI for this process
  int rank = 0;                             ///< in that launch; known before MPI starts
  const RankVariables* named_by = nullptr;  ///< what gave that number
  std::vector<Launch> launches;             ///< each with its ranks; mpirun inside srun makes two
  std::optional<int> ranks;                 ///< in that launch, if it is known before MPI starts
  bool one_host = false;                    ///< all ranks are known to be on this host
  bool is_gone = false;                     ///< it has ended: its variables outlived it
  std::string without;                      ///< "'env -u PMIX_RANK'": a start without them
  std::string job;                 ///< its name in PMIx, by which its processes can be found
  std::optional<int> slurm_tasks;  ///< that Slurm reserved or started, if more than one
  std::optional<int> task_cores;   ///< of each task, if Slurm was told
  std::optional<int> node_cores;   ///< on this node that Slurm gave to all its tasks
  Clock::time_point started = Clock::now();  ///< about when main() began

  /// Whether this process prints what it has to say; others leave that to rank 0.
  [[nodiscard]] bool speaks() const { return rank == 0 || is_gone; }
};

/// Reads the variables that launchers set: of Open MPI, MPICH, Intel MPI, MVAPICH, jsrun, aprun,
/// PALS, PMIx, Flux and Slurm.
Launcher detect_launcher();

/// Throws Error(usage) if MPI found fewer ranks than were started: the launcher is of another MPI,
/// and each rank would count everything.
/// @param found  1 without MPI
void require_all_ranks(const Launcher& launcher, std::size_t found);

/// Watches until the thread is asked to stop, which its destructor does. Ends this process if MPI
/// does not start. If a rank dies before it is up, all others wait for it inside MPI_Init, for ever
/// if mpirun is told to survive the death of ranks.
///
/// MPI has 15 s plus 10 ms for each rank (ExitCode::not_started). The time begins again whenever
/// more ranks than before live on this host: a busy host may take long to start them all. While all
/// ranks of the job are seen to live here, no rank has died and MPI has five minutes more. After a
/// stop signal it has a few seconds (ExitCode::stopped: nothing was counted yet).
[[nodiscard]] std::jthread watch_mpi_start(const Launcher& launcher);

}  // namespace nqueens::cli
