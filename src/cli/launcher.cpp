// Reads what launchers pass in the environment.
#include "cli/launcher.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <thread>

#include "cli/text.hpp"
#include "core/error.hpp"
#include "net/transport.hpp"

namespace nqueens::cli {
namespace {

/// The variables by which a rank knows its number, and that of all.
struct RankVariables {
  const char* launcher;
  const char* rank;
  const char* ranks = nullptr;  ///< nullptr: the launcher does not say
};

constexpr std::array mpi_launchers = {
    RankVariables{"Open MPI's mpirun", "OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"},
    RankVariables{"MVAPICH's mpirun", "MV2_COMM_WORLD_RANK", "MV2_COMM_WORLD_SIZE"},
    RankVariables{"jsrun", "JSM_NAMESPACE_RANK", "JSM_NAMESPACE_SIZE"},
    RankVariables{"PMIx", "PMIX_RANK"},
    RankVariables{"mpiexec of MPICH or Intel MPI, or another PMI launcher,", "PMI_RANK",
                  "PMI_SIZE"},
    RankVariables{"aprun", "ALPS_APP_PE"},
    RankVariables{"mpiexec of MPICH or Intel MPI", "MPI_LOCALRANKID"},
};

/// These may name fewer than all: the ranks of this host, and the tasks of a step, which may be
/// daemons of mpirun. They count where nothing above names all.
constexpr std::array partial_launchers = {
    RankVariables{"mpiexec of MPICH or Intel MPI", "MPI_LOCALRANKID", "MPI_LOCALNRANKS"},
    RankVariables{"srun", "SLURM_PROCID", "SLURM_STEP_NUM_TASKS"},
};

/// Some launchers end all ranks when one ends, and rank 0 has something to say.
constexpr std::chrono::seconds time_to_speak{1};

std::optional<int> number_from_environment(const char* name) {
  const char* value = name != nullptr ? std::getenv(name) : nullptr;
  return value != nullptr ? number_from<int>(value) : std::nullopt;
}

std::optional<Launch> launch_of(const RankVariables& variables) {
  const auto rank = number_from_environment(variables.rank);
  const auto ranks = number_from_environment(variables.ranks);
  if (!rank || !ranks) {
    return std::nullopt;
  }
  return Launch{
      .launcher = variables.launcher, .variable = variables.ranks, .rank = *rank, .ranks = *ranks};
}

}  // namespace

Launcher detect_launcher() {
  Launcher launcher;
  for (const RankVariables& variables : mpi_launchers) {
    if (const auto rank = number_from_environment(variables.rank); rank && !launcher.mpi) {
      launcher.mpi = true;
      launcher.rank = *rank;
    }
    if (const auto launch = launch_of(variables)) {
      launcher.launches.push_back(*launch);
    }
  }
  for (const RankVariables& variables : partial_launchers) {
    if (const auto launch = launch_of(variables); launch && launcher.launches.empty()) {
      launcher.launches.push_back(*launch);
    }
  }
  if (const char* job = std::getenv("PMIX_NAMESPACE")) {
    launcher.job = job;
  }
  const auto size = number_from_environment("OMPI_COMM_WORLD_SIZE");
  launcher.one_host = size ? number_from_environment("OMPI_COMM_WORLD_LOCAL_SIZE") == size
                           : number_from_environment("SLURM_STEP_NUM_NODES") == 1;
  // The number of the step, or of the allocation if this is a batch script outside any step.
  auto tasks = number_from_environment("SLURM_STEP_NUM_TASKS");
  if (!tasks) {
    tasks = number_from_environment("SLURM_NTASKS");
  }
  launcher.ranks = launcher.launches.empty() ? tasks : launcher.launches.front().ranks;
  if (tasks && *tasks > 1) {
    launcher.slurm_tasks = tasks;
  }
  launcher.task_cores = number_from_environment("SLURM_CPUS_PER_TASK");
  launcher.node_cores = number_from_environment("SLURM_CPUS_ON_NODE");
  return launcher;
}

void require_all_ranks(const Launcher& launcher, std::size_t found) {
  const auto ranks = static_cast<int>(found);
  const auto& launches = launcher.launches;
  const auto most = std::ranges::max_element(launches, {}, &Launch::ranks);
  // Of nested launchers MPI obeys one.
  if (most == launches.end() || most->ranks <= ranks ||
      std::ranges::find(launches, ranks, &Launch::ranks) != launches.end()) {
    return;
  }
  if (most->rank != 0) {
    std::this_thread::sleep_for(time_to_speak);
    std::_Exit(static_cast<int>(ExitCode::usage));
  }
  throw Error(ExitCode::usage,
              most->launcher + " started " + std::to_string(most->ranks) + " ranks (" +
                  most->variable + "), but " +
                  (ranks == 1 ? "this process is alone" : "MPI finds " + std::to_string(ranks)) +
                  ": " +
                  (launcher.mpi ? "this program is built with " + mpi_library() +
                                      "; start it with the mpirun of that MPI, or build it with "
                                      "the launcher's"
                                : "start with 'mpirun nqueens' or 'srun --mpi=pmix nqueens', or "
                                  "begin a task that counts alone with 'env -u " +
                                      most->variable + "'"));
}

}  // namespace nqueens::cli
