// Rank 0 and its workers, under MPI and on threads, from their start to their end.
#include "cli/workers.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "cli/exit.hpp"
#include "cli/mpi_start.hpp"
#include "cli/say.hpp"
#include "cli/worker_threads.hpp"
#include "core/number.hpp"
#include "serve/roster.hpp"
#include "serve/worker.hpp"
#include "system/processors.hpp"
#include "system/signals.hpp"

namespace nqueens::cli {
namespace {

/// Ends the process without waiting for ranks or threads that are missing.
[[noreturn]] void leave_now(ExitCode code) {
  std::cout.flush();
  spdlog::shutdown();
  std::_Exit(static_cast<int>(code));
}

ExitCode leave_as(WorkerEnd end) {
  switch (end) {
    case WorkerEnd::dismissed: return ExitCode::done;
    case WorkerEnd::without_finalize: leave_now(ExitCode::done);
    case WorkerEnd::orphaned: break;
  }
  leave_now(ExitCode::runtime_error);
}

ExitCode serve_as_worker(Wire& wire) {
  const auto transport = make_transport(wire);
  return leave_as(run_worker(*transport, signal_requests()));
}

/// A rank of several workers, on threads of their own; this one has MPI.
ExitCode serve_as_workers(Wire& wire, WorkerThreads& workers) {
  workers.start();
  try {
    relay(wire, workers.hub(), [&workers] { return workers.over(); });
  } catch (const std::exception& error) {
    say("rank " + std::to_string(wire.rank()) + " gives up: " + error.what());
    leave_now(ExitCode::runtime_error);  // its threads may count for long
  }
  return leave_as(workers.worst());
}

void require_workers(const Transport& transport, const WorkerThreads& workers) {
  if (transport.size() > 1) {
    return;
  }
  if (!workers.shortfall().empty()) {
    throw Error(ExitCode::runtime_error, "nobody can count: rank 0 " + workers.shortfall());
  }
  throw Error(ExitCode::usage,
              "there is no worker: with --master-only rank 0 only hands out work; start at least "
              "two ranks, or let it count");
}

/// The only rank.
Rank alone(int workers) {
  const int processors = usable_processors();
  return {.workers = workers, .processors = processors, .host_processors = processors};
}

/// Rank 0: the master on this thread, its workers beside it on threads of their own.
/// @param wire  to other ranks; none without a launcher
ExitCode serve_as_master(const WorkerChoice& options, const Launcher& launcher, Wire* wire,
                         WorkerThreads& workers, const std::function<WorkersJob()>& prepare) {
  const auto all = wire != nullptr
                       ? make_transport(*wire, workers.size() > 0 ? &workers.hub() : nullptr)
                       : nullptr;
  Transport& transport = all ? *all : workers.hub();
  const std::vector<Rank> ranks =
      wire != nullptr ? wire->ranks() : std::vector<Rank>{alone(workers.size())};
  Ending ending;
  // The answer is printed before MPI ends, which waits for all ranks. mpirun gives a stopped run
  // only one second.
  const ExitCode code = guarded(launcher, [&] {
    const WorkersJob job = prepared(transport, [&] {
      require_workers(transport, workers);
      set_up_log(options.log);
      if (const auto quota = describe_quota()) {
        spdlog::info("{}", *quota);
      }
      if (!workers.shortfall().empty()) {
        spdlog::warn("rank 0 {}", workers.shortfall());
      }
      if (const auto crowd = describe_crowd(ranks, launcher.mpi)) {
        spdlog::warn("{}", *crowd);
      }
      return prepare();
    });
    workers.start();
    return job(transport, ranks, ending);
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

/// The threads of a rank of a launch. Where nobody says how many, under Slurm they take all cores
/// that it was given.
int threads_of(const Rank& place, const WorkerChoice& options, const Launcher& launcher) {
  const auto wanted = options.threads ? options.threads : launcher.task_cores;
  if (wanted && *wanted != all_threads) {
    return *wanted;
  }
  const bool has_master = place.host == 0 && options.master_only;
  const int ranks = std::max(place.host_ranks - (has_master ? 1 : 0), 1);
  return std::max((wanted ? place.host_processors : launcher.node_cores.value_or(1)) / ranks, 1);
}

ExitCode under_mpi(const WorkerChoice& options, const Launcher& launcher,
                   const std::function<WorkersJob()>& prepare) {
  say_begun(launcher);
  const std::jthread signals = keep_catching_signals(launcher.rank == 0);
  std::jthread watch = watch_mpi_start(launcher);
  WorkerThreads workers;
  const auto wire = make_mpi_wire([&](int rank, const Rank& place) {
    const int threads = threads_of(place, options, launcher);
    if (rank == 0) {
      workers.make(options.master_only ? 0 : threads);
      return workers.size();
    }
    if (threads > 1) {
      workers.make(threads);
      if (!workers.shortfall().empty()) {
        say("rank " + std::to_string(rank) + " " + workers.shortfall());
      }
    }
    return std::max(workers.size(), 1);  // a single worker is this thread
  });
  watch = {};
  catch_signals();  // MPI may have loaded a library that took them
  require_all_ranks(launcher, wire->ranks().size());
  if (wire->rank() == 0) {
    return serve_as_master(options, launcher, wire.get(), workers, prepare);
  }
  return workers.size() > 0 ? serve_as_workers(*wire, workers) : serve_as_worker(*wire);
}

ExitCode on_threads(const WorkerChoice& options, const Launcher& launcher,
                    const std::function<WorkersJob()>& prepare) {
  if (!options.is_part) {
    require_all_ranks(launcher, 1);
  }
  if (launcher.slurm_tasks && !options.threads) {
    throw Error(ExitCode::usage,
                "Slurm reserved " +
                    amount_of(static_cast<std::uint64_t>(*launcher.slurm_tasks), "task") +
                    ", but this process is alone: start with 'mpirun nqueens' or 'srun --mpi=pmix "
                    "nqueens', or give --threads T to count in this process only");
  }
  if (options.master_only) {
    throw Error(ExitCode::usage,
                "--master-only is for a launcher: without one nobody else would count");
  }
  WorkerThreads workers;
  const int wanted = options.threads.value_or(launcher.task_cores.value_or(all_threads));
  workers.make(wanted == all_threads ? usable_processors() : wanted);
  return serve_as_master(options, launcher, nullptr, workers, prepare);
}

}  // namespace

ExitCode with_workers(const WorkerChoice& options, const Launcher& launcher,
                      const std::function<WorkersJob()>& prepare) {
  catch_signals();  // before MPI, whose start may take a while
  return launcher.mpi ? under_mpi(options, launcher, prepare)
                      : on_threads(options, launcher, prepare);
}

}  // namespace nqueens::cli
