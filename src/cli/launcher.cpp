// Reads what launchers pass in the environment.
#include "cli/launcher.hpp"

#include <fcntl.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <thread>

#include "cli/messages.hpp"
#include "core/number.hpp"
#include "core/text.hpp"
#include "net/transport.hpp"
#include "nqueens/error.hpp"

namespace nqueens::cli {
namespace {

/// Those that name all ranks come first.
constexpr std::array launchers = {
    RankVariables{"Open MPI's mpirun", "OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"},
    RankVariables{"MVAPICH's mpirun", "MV2_COMM_WORLD_RANK", "MV2_COMM_WORLD_SIZE"},
    RankVariables{"jsrun", "JSM_NAMESPACE_RANK", "JSM_NAMESPACE_SIZE"},
    RankVariables{"PMIx", "PMIX_RANK"},
    RankVariables{"mpiexec of MPICH or Intel MPI, or another PMI launcher,", "PMI_RANK",
                  "PMI_SIZE"},
    RankVariables{"aprun", "ALPS_APP_PE"},
    RankVariables{"PALS's mpiexec", "PALS_RANKID"},
    RankVariables{
        .launcher = "flux run", .rank = "FLUX_TASK_RANK", .ranks = "FLUX_JOB_SIZE", .mpi = false},
    RankVariables{.launcher = "mpiexec of MPICH or Intel MPI",
                  .rank = "MPI_LOCALRANKID",
                  .ranks = "MPI_LOCALNRANKS",
                  .partial = true},
    RankVariables{.launcher = "srun",
                  .rank = "SLURM_PROCID",
                  .ranks = "SLURM_STEP_NUM_TASKS",
                  .mpi = false,
                  .partial = true,
                  .other_way = " or 'srun --mpi=pmix nqueens'"},
};

/// Some launchers end all ranks when one ends, and rank 0 has something to say.
constexpr std::chrono::seconds time_to_speak{1};

std::optional<int> number_from_environment(const char* name) {
  const char* value = name != nullptr ? std::getenv(name) : nullptr;
  return value != nullptr ? number_from<int>(value) : std::nullopt;
}

/// Whether the launcher has ended that set the variables of this process, such as in a terminal
/// that it had started: PMIx has no folder, or PMI no open file. jobs/launch is known to be there.
bool launcher_is_gone() {
  if (std::getenv("NQUEENS_EXIT_CODE_FILE") != nullptr) {
    return false;
  }
  const char* const folder = std::getenv("PMIX_SERVER_TMPDIR");
  if (folder != nullptr) {
    std::error_code error;
    return !std::filesystem::exists(folder, error) && !error;
  }
  const auto file = number_from_environment("PMI_FD");
  return file ? fcntl(*file, F_GETFD) < 0
              : std::getenv("PMIX_RANK") != nullptr ||
                    std::getenv("OMPI_COMM_WORLD_RANK") != nullptr;
}

/// "'env -u PMIX_RANK'": a start without what launchers have set.
std::string without_launchers() {
  std::string command = "'env";
  for (const RankVariables& variables : launchers) {
    for (const char* name : {variables.rank, variables.ranks}) {
      if (name != nullptr && std::getenv(name) != nullptr) {
        command += std::string(" -u ") + name;
      }
    }
  }
  return command + "'";
}

}  // namespace

Launcher detect_launcher() {
  Launcher launcher;
  for (const RankVariables& variables : launchers) {
    const auto rank = number_from_environment(variables.rank);
    const auto ranks = number_from_environment(variables.ranks);
    if (rank && variables.mpi && !launcher.mpi) {
      launcher.mpi = true;
      launcher.rank = *rank;
      launcher.named_by = &variables;
    }
    if (rank && ranks && (!variables.partial || launcher.launches.empty())) {
      launcher.launches.push_back({.variables = &variables, .rank = *rank, .ranks = *ranks});
    }
  }
  launcher.is_gone = launcher.mpi && launcher_is_gone();
  launcher.without = without_launchers();  // MPI adds some
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
  if (launches.empty() && launcher.rank >= ranks) {
    const RankVariables& variables = *launcher.named_by;
    say(variables.launcher + (" says that this is rank " + std::to_string(launcher.rank)) + " (" +
        variables.rank + "), but MPI finds " + amount_of(found, "rank") +
        ": start it with the mpirun of " + mpi_library() + ", or, if no launcher is there, with " +
        launcher.without);
    std::_Exit(static_cast<int>(ExitCode::usage));
  }
  const auto most = std::ranges::max_element(launches, {}, &Launch::ranks);
  // Of nested launchers MPI obeys one.
  if (most == launches.end() || most->ranks <= ranks ||
      std::ranges::find(launches, ranks, &Launch::ranks) != launches.end()) {
    return;
  }
  if (most->rank != 0 && !launcher.is_gone) {
    std::this_thread::sleep_for(time_to_speak);
    std::_Exit(static_cast<int>(ExitCode::usage));
  }
  const std::string variable = most->variables->ranks;
  throw Error(ExitCode::usage,
              most->variables->launcher + (" started " + std::to_string(most->ranks)) + " ranks (" +
                  variable + "), but " +
                  (ranks == 1 ? "this process is alone" : "MPI finds " + std::to_string(ranks)) +
                  ": " +
                  (launcher.is_gone ? "that launcher has ended; begin with " + launcher.without
                   : launcher.mpi
                       ? "this program is built with " + mpi_library() +
                             "; start it with the mpirun of that MPI, or build it with "
                             "the launcher's"
                       : "start with 'mpirun nqueens'" + std::string(most->variables->other_way) +
                             ", or "
                             "begin a task that counts alone with " +
                             launcher.without));
}

}  // namespace nqueens::cli
