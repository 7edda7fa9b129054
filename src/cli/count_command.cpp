// The commands `count` and `resume`.
#include <spdlog/spdlog.h>

#include <exception>
#include <filesystem>
#include <memory>
#include <utility>

#include "cli/command.hpp"
#include "cli/device_choice.hpp"
#include "cli/output.hpp"
#include "core/text.hpp"
#include "judge/finished.hpp"
#include "judge/names.hpp"
#include "kernel/kernel.hpp"
#include "session/count.hpp"
#include "store/checkpoint_files.hpp"
#include "system/file.hpp"
#include "view/saved_line.hpp"

namespace nqueens::cli {
namespace {

/// JSON has the fundamental solutions unasked up to this size, since they take less than a second.
constexpr int fundamental_in_json = 20;

/// Options of count, and of resume, which has fewer.
struct Options {
  std::string named;  ///< number of rows or job file; to resume, a checkpoint
  GivenSettings given;
  WorkerChoice workers;
  bool no_checkpoint = false;
  bool fresh = false;
  bool fundamental = false;
  bool profile = false;
  bool json = false;
  bool saved = false;
};

void add_run_options(CLI::App& command, Options& options) {
  add_settings(command, options.given);
  add_worker_options(command, options.workers);
  command.add_flag("--fundamental", options.fundamental,
                   "Also count the solutions up to rotation and reflection (square only)");
  command.add_flag("--profile", options.profile,
                   "Also print the placements by row of the board (--quantity placements)");
  add_json(command, options.json);
  command.add_flag("--saved", options.saved)->group("");  // for jobs/launch and slurm/job.sh
}

/// "n = 18 (torus 22, placements 17)", in lines.
std::string least_saved() {
  constexpr std::size_t line = 70;
  std::string text = "n = " + std::to_string(sequences.front().saved_from);
  for (std::size_t row = 1; row < sequences.size(); ++row) {
    const bool is_full = text.size() - (text.rfind('\n') + 1) > line;
    text += (row == 1  ? " ("
             : is_full ? ",\n"
                       : ", ") +
            std::string(sequences[row].stem) + " " + std::to_string(sequences[row].saved_from);
  }
  return text + ")";
}

JobSettings settings_to_count(const Options& options) {
  JobSettings settings = settings_of(options.named, options.given);
  const Problem& problem = settings.count.problem;
  const auto& part = settings.run.part;
  refuse(is_same_file(settings.checkpoint.path, options.named) && !is_digits(options.named),
         "'" + options.named + "' is the job file itself; name another checkpoint");
  std::filesystem::path& path = settings.checkpoint.path;
  if (options.no_checkpoint) {
    path.clear();
  } else if (path.empty() && problem.n >= problem.info().saved_from) {
    path = std::string(problem.info().stem) + std::to_string(problem.n) + ".ckpt";
  }
  if (part && !path.empty() && options.given.values.checkpoint.path.empty()) {
    // Each part of a job has its own checkpoint: n17.part-2-of-5.ckpt
    path.replace_extension(".part-" + std::to_string(part->index) + "-of-" +
                           std::to_string(part->parts) + path.extension().string());
  }
  if (!path.empty() && !has_generations(path)) {
    require_ending(path, {".ckpt"}, "a checkpoint");
  }
  refuse(options.profile && !problem.info().by_row,
         "--profile needs a count of placements; add --quantity placements");
  refuse(options.fundamental && !problem.has_fundamental(),
         std::string("--fundamental is ") + fundamental_is_for + "; leave it out");
  return settings;
}

JobSettings settings_to_begin(const Options& options, StartMode start) {
  if (start != StartMode::resume) {
    return settings_to_count(options);
  }
  JobSettings settings = options.given.values;
  require_checkpoint(options.named);
  settings.checkpoint.path = options.named;
  return settings;
}

CountRequest make_request(const Options& options, JobSettings settings, StartMode start,
                          const Launcher& launcher) {
  // Reports a wrong name as a user error before workers fail on it. Of several ranks some may have
  // processors that cannot run the kernel, perhaps this one.
  if (!launcher.mpi || !is_kernel_name(settings.run.kernel)) {
    choose_kernel(settings.run.kernel, settings.count.problem.sequence);
  }
  std::filesystem::path& path = settings.checkpoint.path;
  if (const auto target = behind_links(path); target != path) {
    spdlog::info("{} is a link to {}", path.string(), target.string());
    path = target;
  }
  if (options.workers.log.quiet) {
    settings.run.progress = ProgressMode::none;
  }
  const int fundamental_unasked = options.json ? fundamental_in_json : 0;
  return {.settings = std::move(settings),
          .start = start,
          .fundamental_up_to_n = options.fundamental ? max_lines : fundamental_unasked,
          .started = launcher.started};
}

/// Flags that do not fit a resumed job. A new job is refused with such flags.
void warn_of_meaningless(const Options& options, const RunResult& result) {
  if (options.profile && result.profile.empty()) {
    spdlog::warn("--profile is ignored: only placements have a profile");
  }
  if (options.fundamental && !result.job.problem.has_fundamental()) {
    spdlog::warn("--fundamental is ignored: it is {}", fundamental_is_for);
  }
}

ExitCode report_outcome(const Options& options, const CountOutcome& outcome) {
  if (outcome.result) {
    const RunResult& result = *outcome.result;
    if (options.json) {
      print(to_json(result) + "\n");
    } else if (result.part) {
      print("sum of part " + *result.part + ": " + to_string(result.count) + "\n");
    } else {
      print(to_string(result.count) + "\n" + (options.profile ? profile_to_text(result) : ""));
      if (options.fundamental && result.fundamental) {
        print(to_string(*result.fundamental) + "\n");
      }
    }
    warn_of_meaningless(options, result);
    if (!is_consistent(result)) {
      return ExitCode::wrong_answer;
    }
  }
  if (outcome.stopped) {
    return outcome.checkpoint_saved ? ExitCode::stopped : ExitCode::runtime_error;
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

ExitCode count(const Options& options, StartMode start, const Launcher& launcher) {
  if (options.saved) {
    if (launcher.speaks()) {
      print(saved_line(settings_to_begin(options, start).checkpoint.path));
    }
    return ExitCode::done;
  }
  WorkerChoice workers = options.workers;
  workers.is_part = options.given.values.run.part.has_value();
  // Read once, since a job file may be a pipe. A fault is told where all ranks can end.
  JobSettings settings;
  std::exception_ptr fault;
  workers.devices = {.automatic = false};
  try {
    if (launcher.rank == 0) {
      settings = settings_to_begin(options, start);
      workers.log.others = files_of_job(behind_links(settings.checkpoint.path));
      if (!is_digits(options.named)) {
        workers.log.others.emplace_back(options.named);
      }
      workers.devices = start == StartMode::resume ? settings.run.devices : devices_for(settings);
    }
  } catch (const Error&) {
    fault = std::current_exception();
  }
  return with_workers(workers, launcher, [&](Session& session) {
    if (fault) {
      std::rethrow_exception(fault);
    }
    const CountRequest request = make_request(options, std::move(settings), start, launcher);
    return report_outcome(options, nqueens::count(session, request));
  });
}

}  // namespace

Command add_count(CLI::App& program) {
  const auto options = std::make_shared<Options>();
  CLI::App& command =
      *program.add_subcommand("count", "Count the solutions of a board, or run a job file");
  command.footer(
      "Boards from " + least_saved() +
      " are saved from\n"
      "the start. Smaller ones leave no file unless they have a job file or --checkpoint.\n"
      "The same command goes on from a checkpoint. SIGINT, SIGTERM, SIGHUP, SIGUSR1,\n"
      "SIGXCPU and SIGPWR save and leave with exit code 75; SIGUSR2 saves and goes on.\n");
  add_job(command, options->named);
  add_run_options(command, *options);
  command
      .add_flag("--no-checkpoint", options->no_checkpoint, "Neither read nor write a checkpoint")
      ->excludes(command.get_option("--checkpoint"));
  command.add_flag("--fresh", options->fresh, "Start over, and move an existing checkpoint aside");
  const auto run = [options](const Launcher& launcher) {
    return count(*options, options->fresh ? StartMode::fresh : StartMode::automatic, launcher);
  };
  return {.parser = &command, .run = run, .on_every_rank = true};
}

Command add_resume(CLI::App& program) {
  const auto options = std::make_shared<Options>();
  CLI::App& command = *program.add_subcommand("resume", "Go on from a checkpoint");
  add_text(command, "checkpoint CHECKPOINT", options->named, "Checkpoint file")->required();
  add_run_options(command, *options);
  const auto run = [options](const Launcher& launcher) {
    return count(*options, StartMode::resume, launcher);
  };
  return {.parser = &command, .run = run, .on_every_rank = true};
}

}  // namespace nqueens::cli
