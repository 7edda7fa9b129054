// Rank 0 and its workers, under MPI and on threads, from their start to their end.
#include "cli/workers.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <latch>
#include <memory>
#include <span>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include "cli/device_choice.hpp"
#include "core/number.hpp"
#include "serve/all_workers.hpp"
#include "serve/worker.hpp"
#include "system/launcher_files.hpp"
#include "system/processors.hpp"
#include "system/signals.hpp"

namespace nqueens::cli {
namespace {

/// The workers of a rank, on threads of this process. They are made before the master hears how
/// many there are, so it never waits for threads that the system has refused.
class WorkerThreads {
 public:
  /// Waits until all are over.
  ~WorkerThreads() { release(); }

  /// Makes that many threads and one for each device, or fewer if the system has no more. They
  /// wait for start().
  void make(int threads, std::vector<DeviceInfo> devices) {
    devices_ = std::move(devices);
    const int wanted = threads + static_cast<int>(devices_.size());
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
    first_device_ = static_cast<std::size_t>(threads);
    running_ = size();
  }

  [[nodiscard]] int size() const { return static_cast<int>(threads_.size()); }
  /// "has 3 of 8 threads: Resource temporarily unavailable"; empty if there are as many as wanted.
  [[nodiscard]] const std::string& shortfall() const { return shortfall_; }
  [[nodiscard]] const std::vector<DeviceInfo>& devices() const { return devices_; }
  /// Rank 0 of their transports; after make().
  [[nodiscard]] Transport& hub() { return *transports_.front(); }

  void start() {
    started_ = true;
    release();
  }

  [[nodiscard]] bool over() const { return running_ == 0; }
  /// Whether all are, or will be within a second.
  [[nodiscard]] bool over_soon() const {
    constexpr std::chrono::milliseconds interval{5};
    for (auto left = std::chrono::milliseconds(1000); !over() && left.count() > 0;
         left -= interval) {
      std::this_thread::sleep_for(interval);
    }
    return over();
  }
  /// How the process ends: as the worst of its workers that did not fail. Only after over().
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
    WorkerOptions options;
    if (worker >= first_device_) {
      options.device = devices_.at(worker - first_device_);
    }
    try {
      ends_[worker] = run_worker(transport, signal_requests(), options);
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

  std::vector<DeviceInfo> devices_;  ///< of the last workers
  std::size_t first_device_ = 0;     ///< the worker that counts on the first of them
  std::string shortfall_;
  std::latch may_run_{1};
  bool started_ = false;
  std::vector<std::unique_ptr<Transport>> transports_;
  std::vector<std::optional<WorkerEnd>> ends_;  ///< each written by its worker; none if it failed
  std::atomic<int> running_ = 0;
  std::vector<std::jthread> threads_;
};

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
/// @param fault  the devices that this rank lacks; empty: none
ExitCode serve_as_master(const WorkerChoice& options, const Launcher& launcher, Wire* wire,
                         WorkerThreads& workers, const std::string& fault, const WorkersJob& job) {
  const auto all = wire != nullptr
                       ? make_transport(*wire, workers.size() > 0 ? &workers.hub() : nullptr)
                       : nullptr;
  const int processors = usable_processors();
  const std::vector<Rank> ranks =
      wire != nullptr
          ? wire->ranks()
          : std::vector<Rank>{{.workers = workers.size(),
                               .processors = processors,
                               .host_processors = processors,
                               .devices = (std::uint64_t{1} << workers.devices().size()) - 1}};
  WorkerPool pool{.transport = all ? *all : workers.hub(),
                  .ranks = ranks,
                  .requests = signal_requests(),
                  .under_launcher = launcher.mpi};
  // The answer is printed before MPI ends, which waits for all ranks. mpirun gives a stopped run
  // only one second.
  const ExitCode code = exit_code_of(launcher.rank == 0, [&] {
    Session session(pool);
    refuse(!fault.empty(), fault);
    const auto lacking = std::ranges::find_if(ranks, &Rank::lacks_devices);
    refuse(lacking != ranks.end(), "rank " + std::to_string(lacking - ranks.begin()) +
                                       " does not have all devices that --devices names");
    require_workers(pool.transport, workers);
    set_up_log(options.log);
    if (const auto quota = describe_quota()) {
      spdlog::info("{}", *quota);
    }
    if (ignores_interrupts()) {
      spdlog::info("SIGINT is ignored, as in the background of a script; stop with kill -TERM");
    }
    if (!workers.shortfall().empty()) {
      spdlog::warn("rank 0 {}", workers.shortfall());
    }
    if (const auto excess = describe_oversubscription(ranks, launcher.mpi)) {
      spdlog::warn("{}", *excess);
    }
    workers.start();
    return job(session);
  });
  if (!pool.everyone_left) {
    // Without --enable-recovery mpirun ends all ranks, also this one, when one ends alone. So
    // everything is printed before. A thread of this rank may be in a long kernel call.
    dismiss_workers(pool.transport, false);
    kill_processes(pool.hung_workers);
    leave_now(code);
  }
  if (wire == nullptr && !workers.over_soon()) {
    leave_now(code);  // a driver compiles, and may do so for minutes
  }
  return code;
}

/// The devices of rank 0. Loading a driver may kill the process, so the launcher is told before.
std::vector<DeviceInfo> devices_of_master(const DeviceChoice& choice) {
  if (choice.automatic || !choice.numbers.empty()) {
    tell_launcher(".devices");
  }
  std::vector<DeviceInfo> devices = devices_of(choice);
  if (devices.empty()) {
    take_back(".devices");
  }
  return devices;
}

/// One of the processors is for each device; a rank without devices has a thread.
int beside(int devices, int processors) {
  return std::max(processors - devices, devices > 0 ? 0 : 1);
}

/// The threads of a rank of a launch. By default there is one under mpirun, and under Slurm one for
/// each core that it was given.
int threads_of(const Rank& place, const WorkerChoice& options, const Launcher& launcher,
               int devices) {
  const auto wanted = options.threads ? options.threads : launcher.task_cores;
  if (wanted && *wanted != all_threads) {
    return *wanted;
  }
  const bool has_master = place.host == 0 && options.master_only;
  const int ranks = std::max(place.host_ranks - (has_master ? 1 : 0), 1);
  return beside(devices,
                (wanted ? place.host_processors : launcher.node_cores.value_or(1)) / ranks);
}

/// The devices of a rank of a launch, which rank 0 chooses for all. What a rank lacks it says; the
/// run ends when all have started.
class RankDevices {
 public:
  explicit RankDevices(const WorkerChoice& options) : options_(options) {}

  [[nodiscard]] DeviceClaims claims() {
    return {.said = to_string(options_.devices),
            .make = [this](int rank, const std::string& said) { return claim(rank, said); }};
  }
  /// Those that are this rank's own. @param claims  by bit
  [[nodiscard]] std::vector<DeviceInfo> granted(std::uint64_t claims) const {
    std::vector<DeviceInfo> own;
    for (std::size_t i = 0; i < devices_.size(); ++i) {
      if ((claims >> i & 1U) != 0) {
        own.push_back(devices_[i]);
      }
    }
    return own;
  }
  /// What rank 0 lacks; empty: nothing.
  [[nodiscard]] const std::string& fault() const { return fault_; }

 private:
  std::optional<std::vector<std::string>> claim(int rank, const std::string& said) {
    std::vector<std::string> names;
    if (rank == 0 && options_.master_only) {
      return names;
    }
    try {
      const auto choice_said = device_choice_from(said);
      refuse(!choice_said, "--devices names too many devices");
      devices_ = rank == 0 ? devices_of_master(*choice_said) : devices_of(*choice_said, false);
      devices_.resize(std::min(devices_.size(), DeviceClaims::most));
      std::ranges::transform(devices_, std::back_inserter(names), name_on_host);
      return names;
    } catch (const Error& error) {
      if (rank == 0) {
        fault_ = error.what();
      } else {
        say("rank " + std::to_string(rank) + ": " + error.what());
      }
      return std::nullopt;
    }
  }

  const WorkerChoice& options_;
  std::vector<DeviceInfo> devices_;
  std::string fault_;
};

ExitCode under_mpi(const WorkerChoice& options, const Launcher& launcher, const WorkersJob& job) {
  if (launcher.rank == 0) {
    if (!find_launcher().empty()) {
      say(find_launcher());
    }
    tell_launcher(".begun");  // what dies from now on was started the right way
  }
  const std::jthread signals = keep_catching_signals(launcher.rank == 0);
  std::jthread watch = watch_mpi_start(launcher);
  WorkerThreads workers;
  RankDevices devices(options);
  const auto wire = make_mpi_wire(
      [&](int rank, const Rank& place) {
        std::vector<DeviceInfo> own = devices.granted(place.devices);
        const int count = static_cast<int>(own.size());
        const bool is_alone = rank == 0 && options.master_only;
        const int threads = is_alone ? 0 : threads_of(place, options, launcher, count);
        if (rank > 0 && threads == 1 && own.empty()) {
          return 1;  // a single worker is this thread
        }
        workers.make(threads, std::move(own));
        if (rank > 0 && !workers.shortfall().empty()) {
          say("rank " + std::to_string(rank) + " " + workers.shortfall());
        }
        return rank > 0 ? std::max(workers.size(), 1) : workers.size();
      },
      devices.claims());
  watch = {};
  catch_signals();  // MPI may have loaded a library that took them
  require_all_ranks(launcher, wire->ranks().size());
  return wire->rank() == 0
             ? serve_as_master(options, launcher, wire.get(), workers, devices.fault(), job)
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
  const std::vector<DeviceInfo> devices = devices_of_master(options.devices);
  const int wanted = options.threads.value_or(launcher.task_cores.value_or(all_threads));
  workers.make(wanted == all_threads ? beside(static_cast<int>(devices.size()), usable_processors())
                                     : wanted,
               devices);
  return serve_as_master(options, launcher, nullptr, workers, "", job);
}

}  // namespace

ExitCode with_workers(const WorkerChoice& options, const Launcher& launcher,
                      const WorkersJob& job) {
  catch_signals();  // before MPI, whose start may take a while
  return launcher.mpi ? under_mpi(options, launcher, job)
                      : without_launcher(options, launcher, job);
}

}  // namespace nqueens::cli
