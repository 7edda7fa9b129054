// Reads what launchers pass in the environment, and watches MPI start.
#include "cli/launcher.hpp"

#include <fcntl.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <filesystem>
#include <mutex>
#include <set>
#include <system_error>
#include <utility>

#include "cli/messages.hpp"
#include "core/number.hpp"
#include "core/text.hpp"
#include "net/transport.hpp"
#include "nqueens/error.hpp"
#include "system/process.hpp"
#include "system/processors.hpp"
#include "system/signals.hpp"

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

constexpr std::chrono::seconds default_patience{15};
constexpr std::chrono::milliseconds patience_per_rank{10};
constexpr std::chrono::minutes patience_while_all_live{5};
constexpr std::chrono::seconds patience_after_stop{5};
constexpr std::chrono::seconds longest_interval{1};

/// NQUEENS_START_SECONDS if that is a number above 0, for hosts that take long to start a rank.
std::chrono::seconds patience() {
  const auto given = number_from_environment("NQUEENS_START_SECONDS").value_or(0);
  return given > 0 ? std::chrono::seconds(given) : default_patience;
}

class Watch {
 public:
  explicit Watch(Launcher launcher) : launcher_(std::move(launcher)) {}

  /// Ends the process if MPI has not started in time.
  void look() {
    const Clock::time_point time = Clock::now();
    if (signal_requests().stop() && !stop_seen_) {
      stop_seen_ = time;
    }
    if (stop_seen_ && time - *stop_seen_ > patience_after_stop) {
      give_up(ExitCode::stopped, "stopped before MPI had started; run the same command again");
    }
    waited_ += (time - std::exchange(looked_, time)) / crowding();
    const Clock::time_point now = start_ + std::chrono::duration_cast<Clock::duration>(waited_);
    take_census(now);
    if (is_over(now)) {
      const auto limit = std::chrono::duration_cast<std::chrono::seconds>(limit_);
      const auto passed = std::chrono::duration_cast<std::chrono::seconds>(time - start_);
      const std::string in_fact = passed > 2 * limit ? " (" + std::to_string(passed.count()) +
                                                           " s, as this machine is busy)"
                                                     : "";
      give_up(ExitCode::not_started, "MPI did not start within " + std::to_string(limit.count()) +
                                         " s" + in_fact + ": " + reason());
    }
  }

  /// Between two looks.
  [[nodiscard]] Clock::duration interval() const {
    return std::min<Clock::duration>(longest_interval, limit_ / 20);
  }

 private:
  /// Notes which ranks live on this host. A new maximum counts as progress, but not the first
  /// look: what that finds may have been there from the start.
  void take_census(Clock::time_point now) {
    living_.clear();
    if (!launcher_.job.empty()) {
      for (const std::string& rank :
           values_beside("PMIX_NAMESPACE=" + launcher_.job, "PMIX_RANK")) {
        if (const auto number = number_from<int>(rank)) {
          living_.insert(*number);
        }
      }
    }
    if (!living_.contains(launcher_.rank)) {
      living_.clear();  // /proc does not show even this process, so it says nothing of others
    }
    if (most_ && living_.size() > *most_) {
      progress_ = now;
    }
    most_ = std::max(most_.value_or(0), living_.size());
    if (now < progress_ + limit_ / 2 && !living_.empty()) {
      leader_ = *living_.begin();
    }
  }

  /// Whether there is nothing left to wait for. The lowest rank of a host gives up first, so that
  /// it sees which ranks have died and are not just gone after it.
  [[nodiscard]] bool is_over(Clock::time_point now) const {
    if (leader_ != launcher_.rank) {
      const bool leader_is_gone = now >= progress_ + limit_ / 2 && !living_.contains(leader_);
      return leader_is_gone || now >= start_ + patience_while_all_live + 2 * limit_;
    }
    return now >= limit_ + (everybody_lives() ? start_ + patience_while_all_live : progress_);
  }

  [[nodiscard]] bool everybody_lives() const {
    return launcher_.ranks && living_.size() == static_cast<std::size_t>(*launcher_.ranks);
  }

  [[nodiscard]] std::string reason() const {
    if (everybody_lives()) {
      return "all ranks live, but they do not find each other; run the same command again";
    }
    if (launcher_.one_host && !living_.empty()) {
      return missing_ranks() + "; run the same command again";
    }
    return "a rank died, or a host is slow or cannot be reached; run the same command again, or "
           "wait longer with NQUEENS_START_SECONDS";
  }

  /// "rank 3 died", or "ranks 3 and 7 died".
  [[nodiscard]] std::string missing_ranks() const {
    std::vector<std::string> missing;
    for (int rank = 0; rank < launcher_.ranks.value_or(0); ++rank) {
      if (!living_.contains(rank)) {
        missing.push_back(std::to_string(rank));
      }
    }
    return (missing.size() == 1 ? "rank " : "ranks ") + list_of(missing, "and") + " died";
  }

  /// Whether this rank speaks for all: rank 0, or another if that is dead. Rank 1 cannot know that
  /// if rank 0 is on another host, so both speak then.
  [[nodiscard]] bool speaks() const {
    return launcher_.rank == 0 || (leader_ == launcher_.rank && !living_.empty() &&
                                   (launcher_.one_host || launcher_.rank == 1));
  }

  /// Prints one line and ends with the exit code, as for any other failure, without waiting for
  /// MPI.
  [[noreturn]] void give_up(ExitCode code, const std::string& why) const {
    exit_code_of(speaks(), [&]() -> ExitCode { throw Error(code, why); });
    std::_Exit(static_cast<int>(code));
  }

  Launcher launcher_;
  Clock::duration limit_ = patience() + launcher_.ranks.value_or(0) * patience_per_rank;
  Clock::time_point start_ = Clock::now();
  Clock::time_point looked_ = start_;
  std::chrono::duration<double> waited_{};  ///< of a machine with nothing else to do
  Clock::time_point progress_ = start_;
  std::optional<Clock::time_point> stop_seen_;
  std::set<int> living_;             ///< ranks on this host; none if the launcher does not tell
  std::optional<std::size_t> most_;  ///< that lived at a time
  int leader_ = launcher_.rank;      ///< the lowest of this host in the first half of the time
};

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

std::jthread watch_mpi_start(const Launcher& launcher) {
  return std::jthread([&launcher](const std::stop_token& over) {
    Watch watch(launcher);
    std::mutex mutex;
    std::condition_variable_any is_over;
    std::unique_lock lock(mutex);
    const auto stopped = [&over] { return over.stop_requested(); };
    while (!is_over.wait_for(lock, over, watch.interval(), stopped)) {
      watch.look();
    }
  });
}

}  // namespace nqueens::cli
