#include "options.hpp"

#include <CLI/CLI.hpp>
#include <charconv>
#include <system_error>

#include "board_list.hpp"
#include "nqueens/core/duration.hpp"
#include "nqueens/core/error.hpp"
#include "nqueens/net/transport.hpp"
#include "nqueens/report/version.hpp"

namespace nqueens::cli {
namespace {

constexpr const char* exit_codes =
    "Exit codes:\n"
    "    0  done: the answer is on stdout\n"
    "    1  failed while running (no worker is left), or stopped without a checkpoint to save to\n"
    "    2  wrong option, job file or way of starting\n"
    "    3  wrong answer: counts of a task differ and nobody can tell which is right, a total differs from\n"
    "       the published one or from the second count, or a checked solution is wrong\n"
    "    4  the checkpoint or certificate cannot be used: damaged, another job's, not finished, or locked "
    "by\n"
    "       another run\n"
    "   75  stopped and saved: run the same command again\n"
    "  130  left at once after a second SIGINT\n";

std::string version_text() {
  return "nqueens " + version() + "\ncompiler: " + std::string(compiler()) + "\nMPI: " + mpi_library() +
         "\nBoost: " + boost_version();
}

/// A share of all. CLI::Range would let what is no number pass, which is neither above nor below anything.
CLI::Validator share() {
  return {[](const std::string& text) {
            double value = -1;
            const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
            const bool is_share =
                error == std::errc{} && end == text.data() + text.size() && value >= 0 && value <= 1;
            return is_share ? std::string() : "'" + text + "' is no number from 0 to 1";
          },
          "FLOAT in [0 - 1]"};
}

/// What all that has workers takes.
void add_worker_options(CLI::App& command, Options& options) {
  command
      .add_option("--threads", options.threads, "Workers where no launcher started this process [all cores]")
      ->check(CLI::Range(1, 4096))
      ->type_name("T");
  command.add_option("--kernel", options.kernel, "Counting kernel, see 'nqueens kernels' [auto]")
      ->type_name("K");
  command.add_option("--log-file", options.log_file, "Append the log to this file too")->type_name("FILE");
  auto* quiet = command.add_flag("--quiet", options.quiet, "Log warnings and errors only");
  command.add_flag("--verbose", options.verbose, "Log more: ranks, kernels, saves")->excludes(quiet);
}

void add_run_options(CLI::App& command, Options& options) {
  add_worker_options(command, options);
  command
      .add_option("--check-fraction", options.check_fraction,
                  "Part of the tasks, chosen at random, that another worker and kernel count again [0.005]")
      ->check(share())
      ->type_name("F");
  command
      .add_option(
          "--double-check", options.double_check,
          "Make the whole count again with other kernels and another decomposition: depth (as much\n"
          "work as the first count) or mirror (up to four times as much); none gives up one that was\n"
          "begun [depth]")
      ->expected(0, 1)
      ->default_str("depth")
      ->check(CLI::IsMember({"none", "depth", "mirror"}))
      ->type_name("HOW");
  command
      .add_option("--part", options.part,
                  "Count one of several equal parts of the job, such as 2/5; see 'nqueens merge'")
      ->type_name("K/M");
  command
      .add_option("--max-time", options.max_time,
                  "Save and leave with exit code 75 shortly before so much time has passed:\n"
                  "seconds, mm:ss, hh:mm:ss, days-hh:mm:ss or UNLIMITED")
      ->type_name("TIME");
  command
      .add_option("--progress", options.progress,
                  "How to show progress: auto (a bar on a terminal, else log lines), bar, log or none")
      ->check(CLI::IsMember({"auto", "bar", "log", "none"}))
      ->type_name("HOW");
  command.add_flag("--fundamental", options.fundamental,
                   "Count the solutions up to rotation and reflection as well (square board)");
  command.add_flag("--profile", options.profile,
                   "Print the placements by row of the board as well (--quantity placements)");
  command.add_flag("--json", options.json, "Print the result as one JSON object");
}

void add_count(CLI::App& app, Options& options) {
  CLI::App& command = *app.add_subcommand("count", "Count the solutions of a board, or run a job file");
  command.footer(
      "A job file goes on from its checkpoint where there is one. SIGINT, SIGTERM, SIGHUP and\n"
      "SIGUSR1 save and leave with exit code 75; SIGUSR2 saves and goes on.\n\n" +
      std::string(exit_codes));
  command.add_option("job", options.target, "Number of rows, 1 to 32, or a job file (TOML)")
      ->required()
      ->type_name("N|JOB.toml");
  command.add_option("--board", options.board, "Board: square, or torus, whose edges are joined [square]")
      ->check(CLI::IsMember({"square", "torus"}))
      ->type_name("B");
  command
      .add_option("--quantity", options.quantity,
                  "What is counted: solutions, or the placements of queens that the plain search\n"
                  "makes, which fills row after row [solutions]")
      ->check(CLI::IsMember({"solutions", "placements"}))
      ->type_name("Q");
  command
      .add_option("--symmetry", options.symmetry,
                  "Symmetries made use of: full, mirror or none [full; of placements mirror]")
      ->check(CLI::IsMember({"full", "mirror", "none"}))
      ->type_name("S");
  command
      .add_option("--depth", options.depth, "Queens in a prefix at least, of placements 2 to 8 [by board]")
      ->check(CLI::Range(0, max_board))
      ->type_name("D");
  auto* checkpoint = command
                         .add_option("--checkpoint", options.checkpoint,
                                     "Checkpoint file [of a job file: its name with .ckpt]")
                         ->type_name("FILE");
  command.add_flag("--no-checkpoint", options.no_checkpoint, "Neither read nor write a checkpoint")
      ->excludes(checkpoint);
  command.add_flag("--fresh", options.fresh, "Start over although there is a checkpoint");
  command.add_flag("--dry-run", options.dry_run,
                   "Print the effective job, its prefixes and tasks, and count nothing");
  add_run_options(command, options);
  command.callback([&options] { options.command = Command::count; });
}

void add_resume(CLI::App& app, Options& options) {
  CLI::App& command = *app.add_subcommand("resume", "Go on with a checkpoint, which must be there");
  command.footer(exit_codes);
  command.add_option("checkpoint", options.target, "Checkpoint file")->required()->type_name("CHECKPOINT");
  add_run_options(command, options);
  command.callback([&options] { options.command = Command::resume; });
}

void add_status(CLI::App& app, Options& options) {
  CLI::App& command =
      *app.add_subcommand("status", "Show what a checkpoint holds; also while the job runs, and without MPI");
  command.add_option("checkpoint", options.target, "Checkpoint file")->required()->type_name("CHECKPOINT");
  command.add_flag("--json", options.json, "Print one JSON object");
  command.callback([&options] { options.command = Command::status; });
}

void add_certificate(CLI::App& app, Options& options) {
  CLI::App& command = *app.add_subcommand(
      "certificate", "Write a finished count as a text that others can check and count again in parts");
  command.footer(exit_codes);
  command.add_option("checkpoint", options.target, "Checkpoint file of a finished job")
      ->required()
      ->type_name("CHECKPOINT");
  command
      .add_option("-o,--output", options.output,
                  "Write to a file, which appears when it is whole; - is standard output [-]")
      ->type_name("FILE");
  command.callback([&options] { options.command = Command::certificate; });
}

void add_verify(CLI::App& app, Options& options) {
  CLI::App& command = *app.add_subcommand(
      "verify",
      "Count tasks of a checkpoint, or groups of a certificate, again to see whether they are right");
  command.footer(
      "On threads, or under mpirun or srun. Of a checkpoint each task is counted by another kernel than\n"
      "before, unless --kernel names one. Without --repair nothing on disk is changed.\n\n" +
      std::string(exit_codes));
  command.add_option("checkpoint", options.target, "Checkpoint file; its job need not be finished")
      ->type_name("CHECKPOINT");
  command.add_option("--certificate", options.certificate_file, "Verify this certificate instead")
      ->type_name("FILE");
  auto* sample =
      command
          .add_option("--sample", options.sample,
                      "How many to count again, drawn at random [300 tasks, 3 groups of a certificate]")
          ->check(CLI::Range(std::uint64_t{1}, max_tasks))
          ->type_name("K");
  auto* fraction = command.add_option("--fraction", options.fraction, "The same as a share of all, 0 to 1")
                       ->check(share())
                       ->excludes(sample)
                       ->type_name("F");
  command.add_flag("--all", options.verify_all, "Count all again")->excludes(sample)->excludes(fraction);
  command.add_option("--seed", options.seed, "Seed of the choice; the log has it [another one each time]")
      ->check(CLI::NonNegativeNumber)
      ->type_name("S");
  command.add_flag("--repair", options.repair,
                   "Have tasks in conflict counted by further workers until two agree, write that into the\n"
                   "checkpoint, and count again all that came from a host that was wrong");
  add_worker_options(command, options);
  command.add_flag("--json", options.json, "Print one JSON object");
  command.callback([&options] { options.command = Command::verify; });
}

void add_merge(CLI::App& app, Options& options) {
  CLI::App& command =
      *app.add_subcommand("merge", "Make one checkpoint of several of the same job, and compare them");
  command.footer(
      "Of each file it says how many tasks are new, confirmed (counted apart, with the same result), the\n"
      "same record, or in conflict. Where tasks are in conflict nothing is written.\n\n" +
      std::string(exit_codes));
  command.add_option("checkpoints", options.merge_files, "Checkpoint files")
      ->required()
      ->expected(2, -1)
      ->type_name("CHECKPOINT");
  command.add_option("-o,--output", options.output, "The merged checkpoint, a new file")
      ->required()
      ->type_name("FILE");
  command.add_flag("--force", options.force,
                   "Write although tasks are in conflict: as if nobody had counted them");
  command.add_flag("--json", options.json, "Print one JSON object");
  command.callback([&options] { options.command = Command::merge; });
}

void add_kernels(CLI::App& app, Options& options) {
  CLI::App& command = *app.add_subcommand("kernels", "List the counting kernels of this program");
  command.add_flag("--json", options.json, "Print one JSON array");
  command.callback([&options] { options.command = Command::kernels; });
}

void add_bench(CLI::App& app, Options& options) {
  CLI::App& command = *app.add_subcommand("bench", "Measure kernels on one core with fixed work");
  auto* kernel =
      command.add_option("--kernel", options.kernel, "Kernel to measure [the first that runs here]")
          ->type_name("K");
  command.add_flag("--all", options.all_kernels, "Measure every kernel that runs here")->excludes(kernel);
  command.add_option("--n", options.bench_n, "Rows of the board, 5 to 32 [16]; above 17 a sample is counted")
      ->check(CLI::Range(5, max_board))
      ->type_name("N");
  command.add_flag("--json", options.json, "Print one JSON array");
  command.callback([&options] { options.command = Command::bench; });
}

void add_selftest(CLI::App& app, Options& options) {
  CLI::App& command =
      *app.add_subcommand("selftest", "Compare all kernels on all cores for a while: the burn-in of a node");
  command.footer(
      "Every process tests the cores that it may run on, also under mpirun and srun: start one a node.\n"
      "A signal ends it early with what was found so far.\n\n"
      "Exit codes: 0 no kernel was wrong, 1 failed while running, 2 wrong option, 3 counts or nodes "
      "differ.\n");
  command.add_option("--seconds", options.selftest_seconds, "How long, 1 to 31536000 [60]")
      ->check(CLI::Range(1, 31'536'000))
      ->type_name("S");
  command.add_option("--kernel", options.kernel, "The only kernel to test [every one that runs here]")
      ->type_name("K");
  command.add_option("--threads", options.threads, "Threads, one a core [as many as cores]")
      ->check(CLI::Range(1, 4096))
      ->type_name("T");
  command.add_option("--seed", options.seed, "The same seed compares the same prefixes [random]")
      ->check(CLI::NonNegativeNumber)
      ->type_name("X");
  command.add_flag("--json", options.json, "Print one JSON object");
  command.callback([&options] { options.command = Command::selftest; });
}

/// The first line only: a user's mistake gets one line.
std::string first_line(const std::string& text) {
  return text.substr(0, text.find('\n'));
}

std::optional<int> parse_int(const std::string& text) {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} && end == text.data() + text.size() ? std::optional<int>(number) : std::nullopt;
}

JobSettings settings_of_target(const std::string& target) {
  if (is_digits(target)) {
    JobSettings settings;
    settings.count.n = parse_int(target).value_or(max_board + 1);
    if (settings.count.n < 1 || settings.count.n > max_board) {
      throw Error(ExitCode::usage,
                  "n is " + target + "; it must be a whole number from 1 to " + std::to_string(max_board));
    }
    return settings;
  }
  std::error_code error;
  const bool named_like_a_file = target.find('/') != std::string::npos || target.ends_with(".toml");
  if (!named_like_a_file && !std::filesystem::exists(target, error)) {
    throw Error(ExitCode::usage, "'" + target + "' is neither a number of rows from 1 to " +
                                     std::to_string(max_board) + " nor a job file");
  }
  return read_job_file(target);
}

/// n17.ckpt -> n17.part-2-of-5.ckpt: the parts of a job file do not get in each other's way.
std::filesystem::path path_of_part(std::filesystem::path path, const Part& part) {
  const std::filesystem::path extension = path.extension();
  path.replace_extension();
  path += ".part-" + std::to_string(part.index) + "-of-" + std::to_string(part.parts);
  path += extension;
  return path;
}

/// Flags that ask for what this kind of count does not have.
void refuse_meaningless(const Options& options, const CountSettings& count) {
  if (options.profile && count.quantity != Quantity::placements) {
    throw Error(ExitCode::usage, "--profile is of placements; add --quantity placements");
  }
  if (options.fundamental && !count.problem().has_fundamental()) {
    throw Error(ExitCode::usage, "--fundamental is for the solutions of the square board only");
  }
}

}  // namespace

std::optional<Options> parse_options(int argc, const char* const* argv, std::string& text) {
  Options options;
  CLI::App app(
      "Counts all ways to place N non-attacking queens on an N x N board or torus, exactly: on threads, or\n"
      "under mpirun or srun on as many nodes as there are. Prints and checks single solutions.");
  app.name("nqueens");
  app.footer(exit_codes);
  app.set_version_flag("--version", version_text);
  app.require_subcommand(1);
  add_count(app, options);
  add_resume(app, options);
  add_status(app, options);
  add_verify(app, options);
  add_merge(app, options);
  add_certificate(app, options);
  add_kernels(app, options);
  add_bench(app, options);
  add_selftest(app, options);
  add_solve(app, options.solve).callback([&options] { options.command = Command::solve; });
  add_check(app, options.check).callback([&options] { options.command = Command::check; });
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    text = app.help();
    for (const CLI::App* command : app.get_subcommands()) {
      text = command->help("nqueens");
    }
    return std::nullopt;
  } catch (const CLI::CallForAllHelp&) {
    text = app.help("", CLI::AppFormatMode::All);
    return std::nullopt;
  } catch (const CLI::CallForVersion&) {
    text = version_text() + "\n";
    return std::nullopt;
  } catch (const CLI::ParseError& error) {
    const std::string word = argc > 1 ? argv[1] : "";
    const auto commands =
        app.get_subcommands([&word](const CLI::App* command) { return command->get_name() == word; });
    if (commands.empty() && !word.empty() && word.front() != '-') {
      throw Error(ExitCode::usage, "'" + word + "' is no command; see nqueens --help");
    }
    const std::string command = commands.empty() ? "" : word + " ";
    throw Error(ExitCode::usage, first_line(error.what()) + "; see nqueens " + command + "--help");
  }
  if (options.checkpoint && options.checkpoint->empty()) {
    throw Error(ExitCode::usage, "--checkpoint is empty; name a file, or say --no-checkpoint");
  }
  if (options.part && !part_from(*options.part)) {
    throw Error(ExitCode::usage,
                "--part '" + *options.part + "' is no part; write K/M, such as 2/5, with K from 1 to M");
  }
  if (options.part && options.double_check && *options.double_check != "none") {
    throw Error(ExitCode::usage,
                "--double-check compares whole counts; use it without --part, on the merged checkpoint");
  }
  if (options.max_time && !parse_duration(*options.max_time)) {
    throw Error(ExitCode::usage,
                "--max-time '" + *options.max_time +
                    "' is no time; write seconds, mm:ss, hh:mm:ss, days-hh:mm:ss or UNLIMITED");
  }
  return options;
}

JobSettings effective_settings(const Options& options) {
  JobSettings settings;
  if (options.command == Command::count) {
    settings = settings_of_target(options.target);
    if (options.board) {
      settings.count.board = *board_from(*options.board);
    }
    if (options.quantity) {
      settings.count.quantity = *quantity_from(*options.quantity);
    }
    if (options.symmetry) {
      settings.count.symmetry = *symmetry_from(*options.symmetry);
    }
    if (options.depth) {
      settings.count.depth = options.depth;
    }
    if (options.checkpoint) {
      settings.checkpoint.path = *options.checkpoint;
    }
    if (options.no_checkpoint) {
      settings.checkpoint.path.clear();
    }
    if (options.part && !options.checkpoint && !settings.checkpoint.path.empty()) {
      settings.checkpoint.path = path_of_part(settings.checkpoint.path, *part_from(*options.part));
    }
    validate(settings);
    refuse_meaningless(options, settings.count);
  } else {
    settings.checkpoint.path = options.target;
  }
  if (options.kernel) {
    settings.run.kernel = *options.kernel;
  }
  if (options.check_fraction) {
    settings.run.check_fraction = *options.check_fraction;
  }
  if (options.double_check) {
    settings.run.double_check =
        second_cut_from(options.double_check->empty() ? "depth" : *options.double_check);
  }
  return settings;
}

}  // namespace nqueens::cli
