// The commands `count` and `resume`.
#include <spdlog/spdlog.h>

#include <cmath>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "command.hpp"
#include "nqueens/core/duration.hpp"
#include "nqueens/job/plan.hpp"
#include "nqueens/kernel/kernel.hpp"
#include "nqueens/run/count_job.hpp"
#include "nqueens/serve/ranks.hpp"
#include "nqueens/store/file_start.hpp"
#include "nqueens/system/atomic_file.hpp"
#include "nqueens/system/signals.hpp"
#include "options.hpp"
#include "print.hpp"
#include "text.hpp"
#include "workers.hpp"

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
};

struct ResumeOptions {
  std::string checkpoint;
  RunOptions run;
};

struct CountOptions {
  std::string job;  ///< number of rows, or a job file
  std::optional<Board> board;
  std::optional<Quantity> quantity;
  std::optional<Symmetry> symmetry;
  std::optional<int> depth;
  std::optional<double> piece_seconds;
  std::optional<std::string> checkpoint;
  bool no_checkpoint = false;
  bool fresh = false;
  bool dry_run = false;
  RunOptions run;
};

void add_run_options(CLI::App& command, RunOptions& options) {
  add_worker_options(command, options.workers);
  command
      .add_option("--check-fraction", options.check_fraction,
                  "Fraction of tasks, drawn at random, that another worker and kernel\n"
                  "count again [0.005]")
      ->check(share())
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
             "is not a valid time; write seconds, mm:ss, hh:mm:ss, days-hh:mm:ss or UNLIMITED",
             "Save and leave with exit code 75 shortly before this time has passed:\n"
             "seconds, mm:ss, hh:mm:ss, days-hh:mm:ss or UNLIMITED")
      ->type_name("TIME");
  add_choice(command, "--progress", options.progress, progress_mode_from,
             {"auto", "bar", "log", "none"},
             "Show a bar, log lines or none [auto: a bar on a terminal, else lines]")
      ->type_name("HOW");
  command.add_flag("--fundamental", options.fundamental,
                   "Also count the solutions up to rotation and reflection (square only)");
  command.add_flag("--profile", options.profile,
                   "Also print the placements by row of the board (--quantity placements)");
  command.add_flag("--json", options.json, "Print the result as one JSON object");
}

JobSettings settings_of_job(const std::string& job) {
  if (is_digits(job)) {
    JobSettings settings;
    settings.count.problem.n = number_from<int>(job).value_or(max_board + 1);
    refuse(settings.count.problem.n < 1 || settings.count.problem.n > max_board,
           "n is " + job + "; it must be a whole number from 1 to " + std::to_string(max_board));
    return settings;
  }
  std::error_code error;
  const bool named_like_a_file = job.find('/') != std::string::npos || job.ends_with(".toml");
  refuse(!named_like_a_file && !std::filesystem::exists(job, error),
         "'" + job + "' is neither a number of rows from 1 to " + std::to_string(max_board) +
             " nor a job file");
  refuse(
      std::filesystem::is_regular_file(job, error) && !holds_something_else(job, checkpoint_start),
      "'" + job + "' is a checkpoint, not a job file; 'nqueens resume' goes on from it");
  return read_job_file(job);
}

/// n17.ckpt -> n17.part-2-of-5.ckpt: each part of a job has its own checkpoint.
std::filesystem::path path_of_part(std::filesystem::path path, const Part& part) {
  const std::filesystem::path extension = path.extension();
  path.replace_extension();
  path += ".part-" + std::to_string(part.index) + "-of-" + std::to_string(part.parts);
  path += extension;
  return path;
}

template <class Value, class Wish>
void override_with(Value& value, const std::optional<Wish>& wish) {
  if (wish) {
    value = *wish;
  }
}

void override_run(RunSettings& settings, const RunOptions& options) {
  override_with(settings.kernel, options.workers.kernel);
  override_with(settings.check_fraction, options.check_fraction);
  override_with(settings.double_check, options.double_check);
}

/// The settings from the job file or the number of rows, overridden by flags.
JobSettings settings_of(const CountOptions& options) {
  JobSettings settings = settings_of_job(options.job);
  override_with(settings.count.problem.board, options.board);
  override_with(settings.count.problem.quantity, options.quantity);
  override_with(settings.count.symmetry, options.symmetry);
  override_with(settings.count.depth, options.depth);
  override_with(settings.count.piece_seconds, options.piece_seconds);
  override_with(settings.checkpoint.path, options.checkpoint);
  if (options.no_checkpoint) {
    settings.checkpoint.path.clear();
  }
  if (options.run.part && !options.checkpoint && !settings.checkpoint.path.empty()) {
    settings.checkpoint.path = path_of_part(settings.checkpoint.path, *options.run.part);
  }
  validate(settings);
  refuse(options.run.profile && settings.count.problem.quantity != Quantity::placements,
         "--profile needs a count of placements; add --quantity placements");
  refuse(options.run.fundamental && !settings.count.problem.has_fundamental(),
         "--fundamental is for the solutions of the square board only");
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
    choose_kernel(settings.run.kernel);
  }
  if (options.limit_seconds && settings.checkpoint.path.empty() &&
      std::isfinite(*options.limit_seconds)) {
    spdlog::warn(
        "without a checkpoint a count that reaches the time limit is lost; name one with "
        "--checkpoint");
  }
  const int fundamental_unasked = options.json ? fundamental_in_json : 0;
  return {.settings = settings,
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
    spdlog::warn("--fundamental is ignored: it is for the solutions of the square board only");
  }
}

ExitCode report_outcome(const RunOptions& options, const CountOutcome& outcome) {
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
    spdlog::error("the result above is not on disk: the last save failed");
    return ExitCode::runtime_error;
  }
  return ExitCode::done;
}

/// @param options  CountOptions or ResumeOptions
template <class Options>
ExitCode count(const Options& options, StartMode start, const Launcher& launcher) {
  const RunOptions& run = options.run;
  return with_workers(run.workers, launcher, [&]() -> WorkersJob {
    return [request = make_request(run, settings_of(options), start, launcher), &run](
               Transport& transport, std::span<const Rank> ranks, Ending& ending) mutable {
      request.ranks = static_cast<int>(ranks.size());
      request.described = describe_ranks(ranks);
      return report_outcome(run, count_job(transport, request, signal_requests(), ending));
    };
  });
}

/// Prints the job without counting it.
ExitCode print_plan(const CountOptions& options) {
  const JobSettings settings = settings_of(options);
  const Plan plan = make_plan(make_job(settings.count));
  const nlohmann::ordered_json json = {
      {"n", plan.job.problem.n},
      {"board", to_string(plan.job.problem.board)},
      {"quantity", to_string(plan.job.problem.quantity)},
      {"symmetry", to_string(plan.job.symmetry)},
      {"depth", plan.job.depth},
      {"prefixes", plan.prefixes},
      {"tasks", plan.tasks()},
      {"prefixes_per_task", plan.job.prefixes_per_task},
      {"piece_depth", plan.job.piece_depth},
      {"prefixes_per_piece", plan.job.prefixes_per_piece},
      {"kernel", choose_kernel(settings.run.kernel).name},
      {"checkpoint", settings.checkpoint.path.empty() ? "none" : settings.checkpoint.path.string()},
  };
  std::string text;
  for (const auto& [key, value] : json.items()) {
    text += key + ": " + (value.is_string() ? value.get<std::string>() : value.dump()) + "\n";
  }
  print(options.run.json ? json.dump() + "\n" : text);
  return ExitCode::done;
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
      "A job file goes on from its checkpoint if it has one. SIGINT, SIGTERM, SIGHUP and\n"
      "SIGUSR1 save and leave with exit code 75; SIGUSR2 saves and goes on.\n\n" +
      std::string(exit_codes));
  command.add_option("job", options->job, "Number of rows, 1 to 32, or a job file (TOML)")
      ->required()
      ->type_name("N|JOB.toml");
  add_choice(command, "--board", options->board, board_from, {"square", "torus"},
             "Board: square, or torus, whose edges are joined [square]")
      ->type_name("B");
  add_choice(command, "--quantity", options->quantity, quantity_from, {"solutions", "placements"},
             "What to count: solutions, or the queens that the plain search places,\n"
             "which fills row after row [solutions]")
      ->type_name("Q");
  add_choice(command, "--symmetry", options->symmetry, symmetry_from, {"full", "mirror", "none"},
             "Symmetries to use: full, mirror or none [full; for placements mirror]")
      ->type_name("S");
  command
      .add_option("--depth", options->depth,
                  "Fewest queens in a prefix; for placements 2 to 8\n"
                  "[the checkpoint's, else by board]")
      ->check(CLI::Range(0, max_board))
      ->type_name("D");
  command
      .add_option("--piece-seconds", options->piece_seconds,
                  "Cut longer tasks into pieces, by what they should take on one core at\n"
                  "300 million solutions a second; 0: cut none [60]")
      ->check(CLI::Range(0.0, 1e6))
      ->type_name("S");
  auto* checkpoint = command
                         .add_option("--checkpoint", options->checkpoint,
                                     "Checkpoint file [for a job file its name with .ckpt]")
                         ->type_name("FILE");
  command
      .add_flag("--no-checkpoint", options->no_checkpoint, "Neither read nor write a checkpoint")
      ->excludes(checkpoint);
  command.add_flag("--fresh", options->fresh, "Start over even if there is a checkpoint");
  command.add_flag("--dry-run", options->dry_run,
                   "Print the job with its prefixes and tasks, and count nothing");
  add_run_options(command, options->run);
  const auto run = [options](const Launcher& launcher) {
    refuse(options->checkpoint == "", "--checkpoint is empty; name a file, or use --no-checkpoint");
    refuse_double_check_of_part(options->run);
    if (options->dry_run) {
      return launcher.rank == 0 ? print_plan(*options) : ExitCode::done;
    }
    return count(*options, options->fresh ? StartMode::fresh : StartMode::automatic, launcher);
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
