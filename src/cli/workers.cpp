// Rank 0 and its workers, under MPI and on threads, from their start to their end.
#include "workers.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <span>
#include <string>
#include <thread>

#include "exit.hpp"
#include "mpi_start.hpp"
#include "nqueens/serve/ranks.hpp"
#include "nqueens/serve/worker.hpp"
#include "nqueens/system/signals.hpp"

namespace nqueens::cli {
namespace {

/// Ends the process without waiting for ranks or threads that are missing.
[[noreturn]] void leave_now(ExitCode code) {
  std::cout.flush();
  spdlog::shutdown();
  std::_Exit(static_cast<int>(code));
}

ExitCode serve_as_worker(Transport& transport) {
  switch (run_worker(transport, signal_requests())) {
    case WorkerEnd::dismissed: return ExitCode::done;
    case WorkerEnd::without_finalize: leave_now(ExitCode::done);
    case WorkerEnd::orphaned: break;
  }
  leave_now(ExitCode::runtime_error);
}

WorkersJob prepare_under_mpi(const Transport& transport, const LogOptions& log,
                             const std::function<WorkersJob()>& prepare) {
  if (transport.size() < 2) {
    throw Error(
        ExitCode::usage,
        "there is no worker rank: rank 0 only hands out work; start at least two ranks, or one "
        "process without a launcher, which counts on threads");
  }
  set_up_log(log);
  return prepare();
}

ExitCode under_mpi(const WorkerChoice& options, const Launcher& launcher,
                   const std::function<WorkersJob()>& prepare) {
  if (options.threads) {
    throw Error(ExitCode::usage,
                "--threads is for a process without a launcher; here each rank is one worker");
  }
  catch_signals();  // before MPI, whose start may take a while
  std::jthread watch = watch_mpi_start(launcher);
  const auto transport = make_mpi_transport();
  watch = {};
  if (transport->rank() != 0) {
    return serve_as_worker(*transport);
  }
  Ending ending;
  // The answer is printed before MPI ends, which waits for all ranks. mpirun gives a stopped run
  // only one second.
  const ExitCode code = guarded(launcher, [&] {
    const WorkersJob job =
        prepared(*transport, [&] { return prepare_under_mpi(*transport, options.log, prepare); });
    return job(*transport, ending);
  });
  if (!ending.everyone_left) {
    // Without --enable-recovery mpirun ends all ranks, also this one, when one ends alone. So
    // everything is printed before.
    std::cout.flush();
    dismiss_workers(*transport, false);
    kill_processes(ending.hung_workers);
    leave_now(code);
  }
  return code;
}

ExitCode on_threads(const WorkerChoice& options, const Launcher& launcher,
                    const std::function<WorkersJob()>& prepare) {
  if (launcher.slurm_tasks && !options.threads) {
    throw Error(
        ExitCode::usage,
        "Slurm started or reserved " + std::to_string(*launcher.slurm_tasks) +
            " tasks, but this process is alone: start with 'mpirun nqueens' or 'srun --mpi=pmix "
            "nqueens', or give --threads T to count in this process only");
  }
  set_up_log(options.log);
  const WorkersJob job = prepare();
  catch_signals();
  const int threads =
      options.threads.value_or(static_cast<int>(std::max(std::thread::hardware_concurrency(), 1U)));
  const auto transports = make_local_transports(threads + 1);
  std::vector<std::jthread> workers;
  for (int rank = 1; rank <= threads; ++rank) {
    workers.emplace_back([&transport = *transports[static_cast<std::size_t>(rank)]] {
      run_worker(transport, signal_requests());
    });
  }
  Ending ending{.everyone_left =
                    false};  // a thread may be in a long kernel call after an exception
  const ExitCode code = guarded(launcher, [&] { return job(*transports.front(), ending); });
  if (!ending.everyone_left) {
    leave_now(code);
  }
  return code;
}

}  // namespace

ExitCode with_workers(const WorkerChoice& options, const Launcher& launcher,
                      const std::function<WorkersJob()>& prepare) {
  return launcher.mpi ? under_mpi(options, launcher, prepare)
                      : on_threads(options, launcher, prepare);
}

}  // namespace nqueens::cli
