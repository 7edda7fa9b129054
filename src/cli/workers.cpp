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

/// Rank 0: the master on this thread, its workers beside it on threads of their own.
/// @param wire  to other ranks, if there are any
ExitCode serve_as_master(const WorkerChoice& options, const Launcher& launcher, Wire* wire,
                         int threads, const std::function<WorkersJob()>& prepare) {
  const auto own = make_local_transports(threads + 1);
  const auto all =
      wire != nullptr ? make_transport(*wire, threads > 0 ? own.front().get() : nullptr) : nullptr;
  Transport& transport = all ? *all : *own.front();
  WorkerThreads workers;
  Ending ending;
  // The answer is printed before MPI ends, which waits for all ranks. mpirun gives a stopped run
  // only one second.
  const ExitCode code = guarded(launcher, [&] {
    const WorkersJob job = prepared(transport, [&] {
      if (transport.size() < 2) {
        throw Error(ExitCode::usage,
                    "there is no worker: with --master-only rank 0 only hands out work; start at "
                    "least two ranks, or let it count");
      }
      set_up_log(options.log);
      return prepare();
    });
    workers.start(own);
    return job(transport, wire != nullptr ? static_cast<int>(wire->workers().size()) : 1, ending);
  });
  if (!ending.everyone_left) {
    // Without --enable-recovery mpirun ends all ranks, also this one, when one ends alone. So
    // everything is printed before. A thread of this rank may be in a long kernel call.
    std::cout.flush();
    dismiss_workers(transport, false);
    kill_processes(ending.hung_workers);
    leave_now(code);
  }
  return code;
}

ExitCode under_mpi(const WorkerChoice& options, const Launcher& launcher,
                   const std::function<WorkersJob()>& prepare) {
  std::jthread watch = watch_mpi_start(launcher);
  const int threads = options.threads.value_or(1);
  const auto wire =
      make_mpi_wire([&](int rank) { return rank == 0 && options.master_only ? 0 : threads; });
  watch = {};
  if (wire->rank() == 0) {
    return serve_as_master(options, launcher, wire.get(), wire->workers().front(), prepare);
  }
  return threads == 1 ? serve_as_worker(*wire) : serve_as_workers(*wire, threads);
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
  if (options.master_only) {
    throw Error(ExitCode::usage,
                "--master-only is for a launcher: without one nobody else would count");
  }
  const int processors = usable_processors();
  const int threads = options.threads.value_or(processors);
  return serve_as_master(options, launcher, nullptr, threads, [&] {
    if (threads > processors) {
      spdlog::warn("{} threads share {}, all that this process may use", threads,
                   amount_of(static_cast<std::uint64_t>(processors), "processor"));
    }
    return prepare();
  });
}

}  // namespace

ExitCode with_workers(const WorkerChoice& options, const Launcher& launcher,
                      const std::function<WorkersJob()>& prepare) {
  catch_signals();  // before MPI, whose start may take a while
  return launcher.mpi ? under_mpi(options, launcher, prepare)
                      : on_threads(options, launcher, prepare);
}

}  // namespace nqueens::cli
