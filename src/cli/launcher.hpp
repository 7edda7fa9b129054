// How this process was started: by mpirun or srun, or alone.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "system/clock.hpp"

namespace nqueens::cli {

/// A launch that the environment tells of.
struct Launch {
  std::string launcher;
  std::string variable;  ///< that names the ranks
  int rank = 0;
  int ranks = 0;
};

struct Launcher {
  bool mpi = false;                ///< a launcher has set up MPI for this process
  int rank = 0;                    ///< in that launch; known before MPI starts
  std::vector<Launch> launches;    ///< that name their ranks; may be nested
  std::optional<int> ranks;        ///< in that launch, if it is known before MPI starts
  bool one_host = false;           ///< all ranks are known to be on this host
  std::string job;                 ///< its name in PMIx, by which its processes can be found
  std::optional<int> slurm_tasks;  ///< that Slurm reserved or started, if more than one
  std::optional<int> task_cores;   ///< of each task, if Slurm was asked for so many
  std::optional<int> node_cores;   ///< on this node that Slurm gave to all its tasks
  Clock::time_point started = Clock::now();  ///< about when main() began
};

/// Reads the variables that launchers set: of Open MPI, MPICH, Intel MPI, MVAPICH, jsrun, aprun,
/// PMIx and Slurm.
Launcher detect_launcher();

/// Throws Error(usage) if MPI found fewer ranks than were started: the launcher is of another MPI,
/// and each rank would count everything.
/// @param found  1 without MPI
void require_all_ranks(const Launcher& launcher, std::size_t found);

}  // namespace nqueens::cli
