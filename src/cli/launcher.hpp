// How this process was started: by mpirun or srun, or alone.
#pragma once

#include <optional>
#include <string>

#include "nqueens/system/clock.hpp"

namespace nqueens::cli {

struct Launcher {
  bool mpi = false;                ///< a launcher has set up MPI for this process
  int rank = 0;                    ///< in that launch; known before MPI starts
  std::optional<int> ranks;        ///< in that launch, if the launcher names it before MPI starts
  bool one_host = false;           ///< all ranks are known to be on this host
  std::string job;                 ///< its name in PMIx, by which its processes can be found
  std::optional<int> slurm_tasks;  ///< tasks that Slurm started or reserved, if more than one
  std::optional<int> task_cores;   ///< of each task, if Slurm was asked for so many
  std::optional<int> node_cores;   ///< on this node that Slurm gave to all its tasks
  Clock::time_point started = Clock::now();  ///< about when main() began
};

/// Reads the variables that Open MPI's mpirun, PMIx and Slurm set.
Launcher detect_launcher();

}  // namespace nqueens::cli
