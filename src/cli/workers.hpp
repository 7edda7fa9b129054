// Runs a master and its workers: ranks of a launch, or threads of this process.
#pragma once

#include <functional>
#include <optional>

#include "cli/launcher.hpp"
#include "cli/messages.hpp"
#include "job/settings.hpp"
#include "nqueens/error.hpp"
#include "session/session.hpp"

namespace nqueens::cli {

/// One thread for each processor that the ranks of a host may use, shared among them.
inline constexpr int all_threads = 0;

struct WorkerChoice {
  /// Of each rank, or all_threads. Absent: under Slurm as many as the cores of its task, under
  /// another launcher 1, else as many as the processors that it may use; less one for each device.
  std::optional<int> threads;
  bool master_only = false;  ///< rank 0 has no workers
  DeviceChoice devices{};    ///< of each rank; that of rank 0 counts
  bool is_part = false;      ///< others may count other parts of the same job
  LogOptions log;
};

/// The work of rank 0, which prints the answer.
using WorkersJob = std::function<ExitCode(Session& session)>;

/// Starts MPI and threads, serves as workers on ranks other than 0, and sets up the log and runs
/// the job on rank 0, beside its workers. Without a launcher this process is rank 0, and alone.
ExitCode with_workers(const WorkerChoice& options, const Launcher& launcher, const WorkersJob& job);

}  // namespace nqueens::cli
