// Rank 0 and its workers, under MPI and on threads, from their start to their end.
#include "workers.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <memory>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "exit.hpp"
#include "mpi_start.hpp"
#include "nqueens/core/number.hpp"
#include "nqueens/serve/ranks.hpp"
#include "nqueens/serve/worker.hpp"
#include "nqueens/system/processors.hpp"
#include "nqueens/system/signals.hpp"

namespace nqueens::cli {
namespace {

/// Ends the process without waiting for ranks or threads that are missing.
[[noreturn]] void leave_now(ExitCode code) {
  std::cout.flush();
  spdlog::shutdown();
  std::_Exit(static_cast<int>(code));
}

/// At once, since ranks write to one stderr.
void complain(const std::string& text) {
  std::cerr << "nqueens: " + text + "\n";
}

ExitCode leave_as(WorkerEnd end) {
  switch (end) {
    case WorkerEnd::dismissed: return ExitCode::done;
    case WorkerEnd::without_finalize: leave_now(ExitCode::done);
    case WorkerEnd::orphaned: break;
  }
  leave_now(ExitCode::runtime_error);
}

/// Workers on threads, and how they ended.
class WorkerThreads {
 public:
  /// One a transport, but for the first. Throws std::system_error if one cannot be made; the
  /// process has to leave then, since the others count on.
  void start(std::span<const std::unique_ptr<Transport>> transports) {
    ends_.assign(transports.size() - 1, WorkerEnd::orphaned);
    for (std::size_t worker = 0; worker < ends_.size(); ++worker) {
      ++running_;
      threads_.emplace_back([this, &transport = *transports[worker + 1], &end = ends_[worker]] {
        work(transport, end);
      });
    }
  }

  [[nodiscard]] bool over() const { return running_ == 0; }
  /// A process whose workers end in different ways ends as the worst does. Only when all is over.
  [[nodiscard]] WorkerEnd worst() const { return *std::ranges::max_element(ends_); }

 private:
  void work(Transport& transport, WorkerEnd& end) {
    try {
      end = run_worker(transport, signal_requests());
    } catch (const std::exception& error) {
      complain("a worker fails: " + std::string(error.what()));
    }
    --running_;
  }

  std::atomic<int> running_ = 0;
  std::vector<WorkerEnd> ends_;  ///< each written by its worker's thread
  std::vector<std::jthread> threads_;
};

ExitCode serve_as_worker(Wire& wire) {
  const auto transport = make_transport(wire);
  return leave_as(run_worker(*transport, signal_requests()));
}

/// A rank of several workers, on threads of their own; this one has MPI.
ExitCode serve_as_workers(Wire& wire, int threads) {
  const std::string rank = "rank " + std::to_string(wire.rank());
  if (const int processors = usable_processors(); threads > processors) {
    complain(rank + " may use " + std::to_string(processors) + " of the " +
             std::to_string(threads) +
             " processors that its threads need; bind ranks to none or to more processors");
  }
  const auto transports = make_local_transports(threads + 1);
  WorkerThreads workers;
  try {
    workers.start(transports);
    relay(wire, *transports.front(), [&workers] { return workers.over(); });
  } catch (const std::exception& error) {
    complain(rank + " gives up: " + error.what());
    leave_now(ExitCode::runtime_error);  // its threads may count for long
  }
  return leave_as(workers.worst());
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
  catch_signals();  // before MPI, whose start may take a while
  std::jthread watch = watch_mpi_start(launcher);
  const int threads = options.threads.value_or(1);
  const auto wire = make_mpi_wire([threads](int rank) { return rank == 0 ? 0 : threads; });
  watch = {};
  if (wire->rank() != 0) {
    return threads == 1 ? serve_as_worker(*wire) : serve_as_workers(*wire, threads);
  }
  const auto transport = make_transport(*wire);
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
  const int processors = usable_processors();
  const int threads = options.threads.value_or(processors);
  if (threads > processors) {
    spdlog::warn("{} threads share {}, all that this process may use", threads,
                 amount_of(static_cast<std::uint64_t>(processors), "processor"));
  }
  const auto transports = make_local_transports(threads + 1);
  WorkerThreads workers;
  Ending ending{.everyone_left =
                    false};  // a thread may be in a long kernel call after an exception
  const ExitCode code = guarded(launcher, [&] {
    workers.start(transports);
    return job(*transports.front(), ending);
  });
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
