// Rank 0 and its workers, under MPI and on threads, from their start to their end.
#include "cli/workers.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <exception>
#include <latch>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include "core/number.hpp"
#include "serve/roster.hpp"
#include "serve/worker.hpp"
#include "system/processors.hpp"
#include "system/signals.hpp"

namespace nqueens::cli {
namespace {

/// The workers of a rank, on threads of this process. They are made before their number is told to
/// anybody: if the system has no more threads, there are fewer workers, and nobody waits for the
/// others.
class WorkerThreads {
 public:
  WorkerThreads() = default;
  WorkerThreads(const WorkerThreads&) = delete;
  WorkerThreads& operator=(const WorkerThreads&) = delete;
  /// Waits until all are over.
  ~WorkerThreads() { release(); }

  /// Makes so many, or as many as there can be. They wait for start().
  void make(int wanted) {
    try {
      for (std::size_t worker = 0; worker < static_cast<std::size_t>(wanted); ++worker) {
        threads_.emplace_back([this, worker] { run(worker); });
      }
    } catch (const std::system_error& error) {
      shortfall_ = "has " + std::to_string(size()) + " of " +
                   amount_of(static_cast<std::uint64_t>(wanted), "thread") + ": " +
                   error.code().message();
    }
    transports_ = make_local_transports(size() + 1);
    ends_.resize(threads_.size());
    running_ = size();
  }

  [[nodiscard]] int size() const { return static_cast<int>(threads_.size()); }
  /// "has 3 of 8 threads: Resource temporarily unavailable"; empty if there are as many as wanted.
  [[nodiscard]] const std::string& shortfall() const { return shortfall_; }
  /// Rank 0 of their transports; after make().
  [[nodiscard]] Transport& hub() { return *transports_.front(); }

  void start() {
    started_ = true;
    release();
  }

  [[nodiscard]] bool over() const { return running_ == 0; }
  /// A process whose workers end in different ways ends as the worst does; those that failed do not
  /// count. Only when all is over.
  [[nodiscard]] WorkerEnd worst() const {
    return std::ranges::max_element(ends_)->value_or(WorkerEnd::orphaned);
  }

 private:
  void run(std::size_t worker) {
    may_run_.wait();
    if (!started_) {
      return;  // the run did not begin
    }
    Transport& transport = *transports_[worker + 1];
    try {
      ends_[worker] = run_worker(transport, signal_requests());
    } catch (const std::exception& error) {
      say("a worker fails: " + std::string(error.what()));
      transport.send(0, Failure{.reason = error.what()});
    }
    --running_;
  }

  void release() {
    if (!may_run_.try_wait()) {
      may_run_.count_down();
    }
  }

  std::string shortfall_;
  std::latch may_run_{1};
  bool started_ = false;
  std::vector<std::unique_ptr<Transport>> transports_;
  std::vector<std::optional<WorkerEnd>> ends_;  ///< each written by its worker; none if it failed
  std::atomic<int> running_ = 0;
  std::vector<std::jthread> threads_;
};

/// Ends the process without waiting for ranks or threads that are missing.
[[noreturn]] void leave_now(ExitCode code) {
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

/// A rank of one worker, which is this thread, or of several on threads of their own; this one has
/// MPI then.
ExitCode serve_as_workers(Wire& wire, WorkerThreads& workers) {
  if (workers.size() == 0) {
    return leave_as(run_worker(*make_transport(wire), signal_requests()));
  }
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
  const bool nobody = transport.size() == 1;
  if (nobody && !workers.shortfall().empty()) {
    throw Error(ExitCode::runtime_error, "nobody can count: rank 0 " + workers.shortfall());
  }
  refuse(nobody,
         "there is no worker: with --master-only rank 0 only hands out work; start at "
         "least two ranks, or let it count");
}

/// Rank 0: the master on this thread, its workers beside it on threads of their own.
/// @param wire  to other ranks; none without a launcher
ExitCode serve_as_master(const WorkerChoice& options, const Launcher& launcher, Wire* wire,
                         WorkerThreads& workers, const WorkersJob& job) {
  const auto all = wire != nullptr
                       ? make_transport(*wire, workers.size() > 0 ? &workers.hub() : nullptr)
                       : nullptr;
  const int processors = usable_processors();
  const std::vector<Rank> ranks = wire != nullptr
                                      ? wire->ranks()
                                      : std::vector<Rank>{{.workers = workers.size(),
                                                           .processors = processors,
                                                           .host_processors = processors}};
  Crew crew{.transport = all ? *all : workers.hub(), .ranks = ranks, .requests = signal_requests()};
  // The answer is printed before MPI ends, which waits for all ranks. mpirun gives a stopped run
  // only one second.
  const ExitCode code = guarded(launcher.rank == 0, [&] {
    prepared(crew.transport, [&] {
      require_workers(crew.transport, workers);
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
    });
    workers.start();
    return job(crew);
  });
  if (!crew.everyone_left) {
    // Without --enable-recovery mpirun ends all ranks, also this one, when one ends alone. So
    // everything is printed before. A thread of this rank may be in a long kernel call.
    dismiss_workers(crew.transport, false);
    kill_processes(crew.hung_workers);
    leave_now(code);
  }
  return code;
}

/// The threads of a rank of a launch. If nobody says how many, under Slurm they take all cores that
/// it was given.
int threads_of(const Rank& place, const WorkerChoice& options, const Launcher& launcher) {
  const auto wanted = options.threads ? options.threads : launcher.task_cores;
  if (wanted && *wanted != all_threads) {
    return *wanted;
  }
  const bool has_master = place.host == 0 && options.master_only;
  const int ranks = std::max(place.host_ranks - (has_master ? 1 : 0), 1);
  return std::max((wanted ? place.host_processors : launcher.node_cores.value_or(1)) / ranks, 1);
}

ExitCode under_mpi(const WorkerChoice& options, const Launcher& launcher, const WorkersJob& job) {
  if (launcher.rank == 0) {
    say_begun();
  }
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
  return wire->rank() == 0 ? serve_as_master(options, launcher, wire.get(), workers, job)
                           : serve_as_workers(*wire, workers);
}

ExitCode without_launcher(const WorkerChoice& options, const Launcher& launcher,
                          const WorkersJob& job) {
  if (!options.is_part) {
    require_all_ranks(launcher, 1);
  }
  refuse(launcher.slurm_tasks && !options.threads,
         "Slurm reserved " +
             amount_of(static_cast<std::uint64_t>(launcher.slurm_tasks.value_or(0)), "task") +
             ", but this process is alone: start with 'mpirun nqueens' or 'srun --mpi=pmix "
             "nqueens', or give --threads T to count in this process only");
  refuse(options.master_only,
         "--master-only is for a launcher: without one nobody else would count");
  WorkerThreads workers;
  const int wanted = options.threads.value_or(launcher.task_cores.value_or(all_threads));
  workers.make(wanted == all_threads ? usable_processors() : wanted);
  return serve_as_master(options, launcher, nullptr, workers, job);
}

}  // namespace

ExitCode with_workers(const WorkerChoice& options, const Launcher& launcher,
                      const WorkersJob& job) {
  catch_signals();  // before MPI, whose start may take a while
  return launcher.mpi ? under_mpi(options, launcher, job)
                      : without_launcher(options, launcher, job);
}

}  // namespace nqueens::cli
