// Reads what launchers pass in the environment.
#include "launcher.hpp"

#include <cstdlib>

#include "text.hpp"

namespace nqueens::cli {
namespace {

std::optional<int> number_from_environment(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr ? number_from<int>(value) : std::nullopt;
}

}  // namespace

Launcher detect_launcher() {
  Launcher launcher;
  for (const char* name : {"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK"}) {
    if (const auto rank = number_from_environment(name)) {
      launcher.mpi = true;
      launcher.rank = *rank;
      break;
    }
  }
  if (const char* job = std::getenv("PMIX_NAMESPACE")) {
    launcher.job = job;
  }
  launcher.ranks = number_from_environment("OMPI_COMM_WORLD_SIZE");
  launcher.one_host = launcher.ranks
                          ? number_from_environment("OMPI_COMM_WORLD_LOCAL_SIZE") == launcher.ranks
                          : number_from_environment("SLURM_STEP_NUM_NODES") == 1;
  // The number of the step, or of the allocation if this is a batch script outside any step.
  auto tasks = number_from_environment("SLURM_STEP_NUM_TASKS");
  if (!tasks) {
    tasks = number_from_environment("SLURM_NTASKS");
  }
  if (!launcher.ranks) {
    launcher.ranks = tasks;
  }
  if (tasks && *tasks > 1) {
    launcher.slurm_tasks = tasks;
  }
  launcher.task_cores = number_from_environment("SLURM_CPUS_PER_TASK");
  launcher.node_cores = number_from_environment("SLURM_CPUS_ON_NODE");
  return launcher;
}

}  // namespace nqueens::cli
