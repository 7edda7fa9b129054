// The commands `count` and `resume`.
#include <spdlog/spdlog.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "cli/command.hpp"
#include "cli/dry_run.hpp"
#include "cli/job_settings.hpp"
#include "cli/options.hpp"
#include "cli/print.hpp"
#include "cli/text.hpp"
#include "cli/workers.hpp"
#include "core/duration.hpp"
#include "kernel/kernel.hpp"
#include "run/count_job.hpp"
#include "run/dry_run.hpp"
#include "run/fresh_file.hpp"
#include "serve/ranks.hpp"
#include "system/regular_file.hpp"
#include "system/signals.hpp"

namespace nqueens::cli {
namespace {

/// JSON has the fundamental solutions unasked up to this size, where they take less than a second.
constexpr int fundamental_in_json = 20;

/// Options of count and resume. Absent ones keep the value of the job file, or the default.
struct RunOptions {
  WorkerChoice workers;
  std::optional<double> check_fraction;
  std::optional<SecondCut> double_check;
  std::optional<Part> part;
  std::optional<double> limit_seconds;
  ProgressMode progress = ProgressMode::automatic;
  bool fundamental = false;
  bool profile = false;
  bool json = false;
  bool saved = false;
};

struct ResumeOptions {
  std::string checkpoint;
  RunOptions run;
};

struct CountOptions {
  JobOptions job;
  std::optional<std::string> checkpoint;
  bool no_checkpoint = false;
  bool fresh = false;
  bool dry_run = false;
  RunOptions run;
};

void add_run_options(CLI::App& command, RunOptions& options) {
  add_worker_options(command, options.workers);
  add_number(command, "--check-fraction", options.check_fraction, 0.0, 1.0,
             "Fraction of tasks, drawn at random, that another worker and kernel\n"
             "count again [0.005]")
      ->type_name("F");
  const auto second_cut = [](const std::string& text) {
    return second_cut_from(text.empty() ? "depth" : text);
  };
  add_choice(command, "--double-check", options.double_check, second_cut,
             {"none", "depth", "mirror"},
             "Count everything twice, with other kernels and another decomposition:\n"
             "depth (as much work as the first count) or mirror (up to four times\n"
             "as much) [depth]. none gives up a second count that has begun")
      ->expected(0, 1)
      ->default_str("depth")
      ->type_name("HOW");
  add_parsed(command, "--part", options.part, part_from,
             "is not a valid part; write K/M, such as 2/5, with K from 1 to M",
             "Count one of M equal parts of the job, such as 2/5")
      ->type_name("K/M");
  add_parsed(command, "--max-time", options.limit_seconds, parse_duration,
             std::string("is not a valid time; write ") + duration_forms,
             "Save and leave with exit code 75 shortly before this time has passed:\n"
             "90s, 10m, 2h, 1d, mm:ss, hh:mm:ss, days-hh:mm:ss or UNLIMITED.\n"
             "A number alone is seconds; Slurm's --time takes minutes")
      ->type_name("TIME");
  add_choice(command, "--progress", options.progress, progress_mode_from,
             {"auto", "bar", "log", "none"},
             "Show a bar, log lines or none [auto: a bar on a terminal, else lines]")
      ->type_name("HOW");
  command.add_flag("--fundamental", options.fundamental,
                   "Also count the solutions up to rotation and reflection (square only)");
  command.add_flag("--profile", options.profile,
                   "Also print the placements by row of the board (--quantity placements)");
  add_json(command, options.json);
  command.add_flag("--saved", options.saved,
                   "Print what is saved in one line for scripts, and count nothing: a word\n"
                   "that changes with all progress, then a text");
}

/// Whether a batch system started this process, which may end it at a limit.
bool is_batch_job() {
  constexpr std::array variables = {"SLURM_JOB_ID", "PBS_JOBID",  "LSB_JOBID",
                                    "JOB_ID",       "OAR_JOB_ID", "FLUX_JOB_ID"};
  return std::ranges::any_of(variables,
                             [](const char* name) { return std::getenv(name) != nullptr; });
}

bool is_limited(const RunOptions& options) {
  return options.limit_seconds && std::isfinite(*options.limit_seconds);
}

/// n17.ckpt -> n17.part-2-of-5.ckpt: each part of a job has its own checkpoint.
std::filesystem::path path_of_part(std::filesystem::path path, const Part& part) {
  const std::filesystem::path extension = path.extension();
  path.replace_extension();
  path += ".part-" + std::to_string(part.index) + "-of-" + std::to_string(part.parts);
  path += extension;
  return path;
}

/// "queens and amazons"
std::string sequences_with_fundamental() {
  std::vector<std::string> names;
  for (const SequenceRow& row : sequences) {
    if (!row.fundamental_source.empty()) {
      names.emplace_back(row.name);
    }
  }
  return list_of(names, "and");
}

void override_run(RunSettings& settings, const RunOptions& options) {
  override_with(settings.kernel, options.workers.kernel);
  override_with(settings.check_fraction, options.check_fraction);
  override_with(settings.double_check, options.double_check);
}

/// The settings from the job file or the number of rows, overridden by flags.
JobSettings settings_of(const CountOptions& options) {
  JobSettings settings = settings_of(options.job);
  refuse(
      options.run.part && options.no_checkpoint,
      "--part needs a checkpoint, which 'nqueens merge' joins to those of the other parts; leave "
      "--no-checkpoint out");
  const Problem& problem = settings.count.problem;
  std::filesystem::path& path = settings.checkpoint.path;
  override_with(path, options.checkpoint);
  if (options.no_checkpoint) {
    path.clear();
  } else if (path.empty()) {
    path = std::string(problem.row().stem) + std::to_string(problem.n) + ".ckpt";
    settings.checkpoint.is_late = !options.run.part && !is_limited(options.run) && !is_batch_job();
  }
  if (options.run.part && !options.checkpoint) {
    path = path_of_part(path, *options.run.part);
  }
  refuse(options.run.profile && !problem.row().by_row,
         "--profile needs a count of placements; add --quantity placements");
  refuse(options.run.fundamental && !problem.has_fundamental(),
         "--fundamental is for " + sequences_with_fundamental() + " only");
  override_run(settings.run, options.run);
  return settings;
}

JobSettings settings_of(const ResumeOptions& options) {
  JobSettings settings;
  settings.checkpoint.path = options.checkpoint;
  override_run(settings.run, options.run);
  return settings;
}

CountRequest make_request(const RunOptions& options, const JobSettings& settings, StartMode start,
                          const Launcher& launcher) {
  // Reports a wrong name as a user error before workers fail on it. Of several ranks some may have
  // processors that cannot run the kernel, perhaps this one.
  if (!launcher.mpi || !is_kernel_name(settings.run.kernel)) {
    choose_kernel(settings.run.kernel, settings.count.problem.sequence);
  }
  JobSettings job = settings;
  job.checkpoint.path = behind_links(settings.checkpoint.path);
  if (job.checkpoint.path != settings.checkpoint.path) {
    spdlog::info("{} is a link to {}", settings.checkpoint.path.string(),
                 job.checkpoint.path.string());
  }
  const int fundamental_unasked = options.json ? fundamental_in_json : 0;
  return {.settings = std::move(job),
          .start = start,
          .part = options.part,
          .fundamental_up_to_n = options.fundamental ? max_board : fundamental_unasked,
          .limit_seconds = options.limit_seconds,
          .started = launcher.started,
          .progress = options.workers.log.quiet ? ProgressMode::none : options.progress,
          .under_launcher = launcher.mpi};
}

/// Flags that do not fit a resumed job. A new job is refused with such flags.
void warn_of_meaningless(const RunOptions& options, const RunResult& result) {
  if (options.profile && result.profile.empty()) {
    spdlog::warn("--profile is ignored: only placements have a profile");
  }
  if (options.fundamental && !result.job.problem.has_fundamental()) {
    spdlog::warn("--fundamental is ignored: it is for {} only", sequences_with_fundamental());
  }
}

ExitCode report_outcome(const RunOptions& options, const CountOutcome& outcome) {
  if (outcome.result) {
    const RunResult& result = *outcome.result;
    if (options.json) {
      print(to_json(result) + "\n");
    } else if (result.part) {
      print("sum of part " + *result.part + ": " + to_string(result.count) + "\n");
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
  if (!outcome.checkpoint_saved || !outcome.result_saved) {
    spdlog::error("{}", outcome.checkpoint_saved
                            ? "the result above is in the checkpoint, but has no file of its own"
                        : outcome.result_saved && !outcome.result->part
                            ? "the result above is in its file, but the last save of the "
                              "checkpoint failed"
                            : "the result above is not on disk: the last save failed");
    return ExitCode::runtime_error;
  }
  return ExitCode::done;
}

/// @param options  CountOptions or ResumeOptions
template <class Options>
ExitCode count(const Options& options, StartMode start, const Launcher& launcher) {
  const RunOptions& run = options.run;
  if (run.saved) {
    if (launcher.rank == 0) {
      print(saved_line(settings_of(options), start));
    }
    return ExitCode::done;
  }
  WorkerChoice workers = run.workers;
  workers.is_part = run.part.has_value();
  return with_workers(workers, launcher, [&]() -> WorkersJob {
    return [request = make_request(run, settings_of(options), start, launcher), &run](
               Transport& transport, std::span<const Rank> ranks, Ending& ending) mutable {
      request.ranks = static_cast<int>(ranks.size());
      request.described = describe_ranks(ranks);
      for (const Rank& rank : ranks) {
        request.workers_of_ranks.push_back(rank.workers);
      }
      return report_outcome(run, count_job(transport, request, signal_requests(), ending));
    };
  });
}

void refuse_double_check_of_part(const RunOptions& options) {
  refuse(options.part && options.double_check.value_or(SecondCut::none) != SecondCut::none,
         "--double-check compares whole counts; use it without --part, on the merged checkpoint");
}

}  // namespace

Command add_count(CLI::App& program) {
  const auto options = std::make_shared<CountOptions>();
  CLI::App& command =
      *program.add_subcommand("count", "Count the solutions of a board, or run a job file");
  command.footer(
      "A job file goes on from its checkpoint if it has one. SIGINT, SIGTERM, SIGHUP,\n"
      "SIGUSR1, SIGXCPU and SIGPWR save and leave with exit code 75; SIGUSR2 saves and\n"
      "goes on.\n\n" +
      std::string(exit_codes));
  add_job_options(command, options->job);
  auto* checkpoint = command
                         .add_option("-c,--checkpoint", options->checkpoint,
                                     "Checkpoint file [JOB.ckpt, for a number nN.ckpt; that\n"
                                     "begins after a minute, or with a limit at once]")
                         ->type_name("FILE");
  command
      .add_flag("--no-checkpoint", options->no_checkpoint, "Neither read nor write a checkpoint")
      ->excludes(checkpoint);
  command.add_flag("--fresh", options->fresh,
                   "Start over; a checkpoint that is there is moved aside");
  command.add_flag("--dry-run", options->dry_run,
                   "Print the job, its tasks and how much is done, and count nothing");
  add_run_options(command, options->run);
  const auto run = [options](const Launcher& launcher) {
    refuse(options->checkpoint == "", "--checkpoint is empty; name a file, or use --no-checkpoint");
    refuse_double_check_of_part(options->run);
    const StartMode start = options->fresh ? fresh_start() : StartMode::automatic;
    if (options->dry_run) {
      return launcher.rank == 0
                 ? print_dry_run(settings_of(*options), start, options->run.part, options->run.json)
                 : ExitCode::done;
    }
    return count(*options, start, launcher);
  };
  return {.parser = &command, .run = run, .on_every_rank = true};
}

Command add_resume(CLI::App& program) {
  const auto options = std::make_shared<ResumeOptions>();
  CLI::App& command = *program.add_subcommand("resume", "Go on from a checkpoint");
  command.footer(exit_codes);
  command.add_option("checkpoint", options->checkpoint, "Checkpoint file")
      ->required()
      ->type_name("CHECKPOINT");
  add_run_options(command, options->run);
  const auto run = [options](const Launcher& launcher) {
    refuse_double_check_of_part(options->run);
    return count(*options, StartMode::resume, launcher);
  };
  return {.parser = &command, .run = run, .on_every_rank = true};
}

}  // namespace nqueens::cli
