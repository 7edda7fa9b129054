// Runs a master and its workers: ranks of a launch, or threads of this process.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "launcher.hpp"
#include "log.hpp"
#include "nqueens/core/error.hpp"
#include "nqueens/net/transport.hpp"
#include "nqueens/serve/serve.hpp"

namespace nqueens::cli {

/// The user's choice of workers.
struct WorkerChoice {
  std::optional<int> threads;  ///< of each rank but 0 under a launcher, absent: 1; else of this
                               ///< process, absent: all usable processors
  std::optional<std::string> kernel;  ///< absent: the job file's, else auto
  LogOptions log;
};

/// The work of rank 0, which prints the answer.
using WorkersJob = std::function<ExitCode(Transport& transport, Ending& ending)>;

/// Starts MPI or threads, serves as a worker on ranks other than 0, and sets up the log and runs
/// the job on rank 0.
/// @param prepare  makes the job, or throws on wrong options; called on rank 0 only
ExitCode with_workers(const WorkerChoice& options, const Launcher& launcher,
                      const std::function<WorkersJob()>& prepare);

}  // namespace nqueens::cli
