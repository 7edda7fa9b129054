#include "commands.hpp"

#include <spdlog/sinks/basic_file_sink.h>
#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <span>
#include <thread>
#include <vector>

#include "board_commands.hpp"
#include "certificate_command.hpp"
#include "exit.hpp"
#include "kernel_commands.hpp"
#include "mpi_start.hpp"
#include "nqueens/core/duration.hpp"
#include "nqueens/job/plan.hpp"
#include "nqueens/kernel/kernel.hpp"
#include "nqueens/net/transport.hpp"
#include "nqueens/run/master.hpp"
#include "nqueens/run/requests.hpp"
#include "nqueens/run/worker.hpp"
#include "print.hpp"

namespace nqueens::cli {
namespace {

constexpr const char* log_pattern = "%H:%M:%S %^%l%$ %v";
constexpr const char* clear_line = "\r\x1b[K";  // on a terminal: a progress bar may stand there

void set_up_log(const Options& options) {
  std::vector<spdlog::sink_ptr> sinks = {std::make_shared<spdlog::sinks::stderr_color_sink_mt>()};
  if (!options.log_file.empty()) {
    try {
      sinks.push_back(std::make_shared<spdlog::sinks::basic_file_sink_mt>(options.log_file));
      sinks.back()->set_pattern(log_pattern);
      spdlog::register_logger(std::make_shared<spdlog::logger>(file_log, sinks.back()));
    } catch (const spdlog::spdlog_ex&) {
      throw Error(ExitCode::usage, "cannot write the log file '" + options.log_file + "'; check its folder");
    }
  }
  auto logger = std::make_shared<spdlog::logger>("nqueens", sinks.begin(), sinks.end());
  logger->set_pattern(log_pattern);
  if (isatty(STDERR_FILENO) == 1) {
    sinks.front()->set_pattern(std::string(clear_line) + log_pattern);
  }
  logger->set_level(options.verbose ? spdlog::level::debug
                                    : (options.quiet ? spdlog::level::warn : spdlog::level::info));
  logger->flush_on(spdlog::level::info);
  spdlog::set_default_logger(std::move(logger));
}

/// In a count as JSON the fundamental solutions are given unasked up to here: less than a second.
constexpr int fundamental_in_json = 20;

CountRequest make_request(const Options& options, const Launcher& launcher) {
  CountRequest request;
  request.settings = effective_settings(options);
  // A wrong name is the user's mistake, not a worker's failure. Rank 0 of a launch never counts, so that its
  // own processor need not run the kernel.
  const auto has_name = [&request](const KernelEntry& entry) {
    return entry.name == request.settings.run.kernel;
  };
  if (!launcher.mpi || std::none_of(kernels().begin(), kernels().end(), has_name)) {
    choose_kernel(request.settings.run.kernel);
  }
  if (options.command == Command::resume) {
    request.start = StartMode::resume;
  } else if (options.fresh) {
    request.start = StartMode::fresh;
  }
  if (options.part) {
    request.part = part_from(*options.part);
  }
  if (options.fundamental) {
    request.fundamental_up_to_n = max_board;
  } else if (options.json) {
    request.fundamental_up_to_n = fundamental_in_json;
  }
  if (options.max_time) {
    request.limit_seconds = parse_duration(*options.max_time);
    if (request.settings.checkpoint.path.empty() && std::isfinite(*request.limit_seconds)) {
      spdlog::warn(
          "there is no checkpoint: what is not finished at the time limit is lost; name one with "
          "--checkpoint");
    }
  }
  request.started = launcher.started;
  request.progress = options.quiet ? ProgressMode::none : *progress_mode_from(options.progress);
  request.under_launcher = launcher.mpi;
  return request;
}

/// What a resumed job turns out not to have; a new one is refused with such flags.
void warn_of_meaningless(const Options& options, const RunResult& result) {
  if (options.profile && result.profile.empty()) {
    spdlog::warn("solutions have no profile: --profile is of placements");
  }
  if (options.fundamental && !result.problem.has_fundamental()) {
    spdlog::warn("--fundamental is for the solutions of the square board only");
  }
}

ExitCode report_outcome(const Options& options, const CountOutcome& outcome) {
  if (outcome.failure) {
    std::rethrow_exception(outcome.failure);
  }
  if (outcome.result) {
    const RunResult& result = *outcome.result;
    if (options.json) {
      print(to_json(result) + "\n");
    } else {
      print(to_string(result.count) + "\n" + (options.profile ? profile_to_text(result) : ""));
      if (result.fundamental) {
        print(to_string(*result.fundamental) + "\n");
      }
    }
    warn_of_meaningless(options, result);
    if (result.agrees == false || (result.second && !result.second->agrees)) {
      return ExitCode::wrong_answer;
    }
  }
  if (outcome.end != CountEnd::finished) {
    return outcome.end == CountEnd::stopped ? ExitCode::stopped : ExitCode::runtime_error;
  }
  if (!outcome.result_saved) {
    spdlog::error("the result above is on no disk: the last save failed");
    return ExitCode::runtime_error;
  }
  return ExitCode::done;
}

/// Ends the process without waiting for ranks or threads that are missing.
[[noreturn]] void leave_now(const Launcher& launcher, ExitCode code,
                            std::span<const ProcessIdentity> hung_workers = {}) {
  leave_exit_code(launcher, code);
  std::cout.flush();
  kill_processes(hung_workers);  // after all is said: without --enable-recovery mpirun then ends this process
  spdlog::shutdown();
  std::_Exit(static_cast<int>(code));
}

ExitCode serve_as_worker(Transport& transport, const Launcher& launcher) {
  switch (run_worker(transport, signal_requests())) {
    case WorkerEnd::dismissed: return ExitCode::done;
    case WorkerEnd::without_finalize: leave_now(launcher, ExitCode::done);
    case WorkerEnd::orphaned: break;
  }
  leave_now(launcher, ExitCode::runtime_error);
}

/// Log and request of the master; where the user asks for what cannot be, the workers are sent home.
CountRequest prepare_under_mpi(Transport& transport, const Options& options, const Launcher& launcher) {
  try {
    if (transport.size() < 2) {
      throw Error(ExitCode::usage,
                  "there is no worker rank: rank 0 only hands out work; start at least two ranks, or one "
                  "process without a launcher, which counts on threads");
    }
    set_up_log(options);
    return make_request(options, launcher);
  } catch (...) {
    dismiss_workers(transport);
    throw;
  }
}

ExitCode count_under_mpi(const Options& options, const Launcher& launcher) {
  if (options.threads) {
    throw Error(ExitCode::usage,
                "--threads is for a process without a launcher; here each rank is one worker");
  }
  catch_signals();  // before MPI, whose start may take a while
  std::jthread watch = watch_mpi_start(launcher);
  const auto transport = make_mpi_transport();
  watch = {};
  if (transport->rank() != 0) {
    return serve_as_worker(*transport, launcher);
  }
  CountOutcome outcome;
  // The outcome is told before MPI ends, which waits for all ranks: mpirun gives a stopped run one second.
  const ExitCode code = guarded(launcher, [&] {
    const CountRequest request = prepare_under_mpi(*transport, options, launcher);
    outcome = count_job(*transport, request, signal_requests());
    return report_outcome(options, outcome);
  });
  if (!outcome.everyone_left) {
    leave_now(launcher, code, outcome.hung_workers);
  }
  return code;
}

ExitCode count_on_threads(const Options& options, const Launcher& launcher) {
  if (launcher.slurm_tasks && !options.threads) {
    throw Error(ExitCode::usage,
                "Slurm started or reserved " + std::to_string(*launcher.slurm_tasks) +
                    " tasks, but this process is alone: start with 'mpirun nqueens' or 'srun --mpi=pmix "
                    "nqueens', or give --threads T to count in this process only");
  }
  set_up_log(options);
  const CountRequest request = make_request(options, launcher);
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
  CountOutcome outcome;
  outcome.everyone_left = false;  // after an exception a thread may be in a long kernel call
  const ExitCode code = guarded(launcher, [&] {
    outcome = count_job(*transports.front(), request, signal_requests());
    return report_outcome(options, outcome);
  });
  if (!outcome.everyone_left) {
    leave_now(launcher, code);
  }
  return code;
}

ExitCode dry_run(const Options& options) {
  const JobSettings settings = effective_settings(options);
  const Plan plan = make_plan(make_job(settings.count));
  const nlohmann::ordered_json json = {
      {"n", plan.job.n},
      {"board", to_string(plan.job.board)},
      {"quantity", to_string(plan.job.quantity)},
      {"symmetry", to_string(plan.job.symmetry)},
      {"depth", plan.job.depth},
      {"prefixes", plan.prefixes},
      {"tasks", plan.tasks()},
      {"prefixes_per_task", plan.job.prefixes_per_task},
      {"kernel", choose_kernel(settings.run.kernel).name},
      {"checkpoint", settings.checkpoint.path.empty() ? "none" : settings.checkpoint.path.string()},
  };
  if (options.json) {
    print(json.dump() + "\n");
    return ExitCode::done;
  }
  for (const auto& [key, value] : json.items()) {
    print(key + ": " + (value.is_string() ? value.get<std::string>() : value.dump()) + "\n");
  }
  return ExitCode::done;
}

ExitCode status(const Options& options) {
  const StatusReport report = checkpoint_status(options.target);
  for (const std::string& warning : report.warnings) {
    std::cerr << "nqueens: " << warning << '\n';
  }
  print(options.json ? to_json(report) + "\n" : to_text(report));
  return ExitCode::done;
}

}  // namespace

ExitCode execute(const Options& options, const Launcher& launcher) {
  const bool counts =
      (options.command == Command::count || options.command == Command::resume) && !options.dry_run;
  if (!counts && launcher.rank != 0 && options.command != Command::selftest) {
    return ExitCode::done;  // one answer is enough; a self-test is of each rank's own cores
  }
  switch (options.command) {
    case Command::status: return status(options);
    case Command::certificate: return certificate(options);
    case Command::kernels: return list_kernels(options);
    case Command::bench: return bench(options);
    case Command::selftest: return selftest(options);
    case Command::solve: return solve(options.solve);
    case Command::check: return check(options.check);
    case Command::count:
    case Command::resume: break;
  }
  if (options.dry_run) {
    return dry_run(options);
  }
  return launcher.mpi ? count_under_mpi(options, launcher) : count_on_threads(options, launcher);
}

}  // namespace nqueens::cli
