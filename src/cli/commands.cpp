#include "commands.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>

#include "board_commands.hpp"
#include "certificate_command.hpp"
#include "kernel_commands.hpp"
#include "log.hpp"
#include "nqueens/core/duration.hpp"
#include "nqueens/job/plan.hpp"
#include "nqueens/kernel/kernel.hpp"
#include "nqueens/run/status.hpp"
#include "nqueens/system/signals.hpp"
#include "print.hpp"
#include "trust_commands.hpp"
#include "workers.hpp"

namespace nqueens::cli {
namespace {

/// In a count as JSON the fundamental solutions are given unasked up to here: less than a second.
constexpr int fundamental_in_json = 20;

CountRequest make_request(const Options& options, const Launcher& launcher) {
  CountRequest request;
  request.settings = effective_settings(options);
  // A wrong name is the user's mistake, not a worker's failure. Rank 0 of a launch never counts, so that its
  // own processor need not run the kernel.
  if (!launcher.mpi || !is_kernel_name(request.settings.run.kernel)) {
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

/// Prepares a count: whatever can be wrong with what the user asks for is found here.
WorkersJob prepare_count(const Options& options, const Launcher& launcher) {
  set_up_log(options);
  return [request = make_request(options, launcher), &options](Transport& transport, Ending& ending) {
    const CountOutcome outcome = count_job(transport, request, signal_requests());
    ending = {.everyone_left = outcome.everyone_left, .hung_workers = outcome.hung_workers};
    return report_outcome(options, outcome);
  };
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
  const bool has_workers = (options.command == Command::count || options.command == Command::resume ||
                            options.command == Command::verify) &&
                           !options.dry_run;
  if (!has_workers && launcher.rank != 0 && options.command != Command::selftest) {
    return ExitCode::done;  // one answer is enough; a self-test is of each rank's own cores
  }
  switch (options.command) {
    case Command::status: return status(options);
    case Command::certificate: return certificate(options);
    case Command::merge: return merge(options);
    case Command::verify: return with_workers(options, launcher, [&] { return prepare_verify(options); });
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
  return with_workers(options, launcher, [&] { return prepare_count(options, launcher); });
}

}  // namespace nqueens::cli
