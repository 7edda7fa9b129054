// The commands that read checkpoints. `status`: shows what one holds. `report`: all runs of a job
// on one page. `merge`: makes one of several. `certificate`: a finished one as a text that others
// can check, or a task of such a text in slices. `compare`: two such texts.
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <memory>
#include <sstream>
#include <thread>

#include "cli/command.hpp"
#include "cli/messages.hpp"
#include "cli/output.hpp"
#include "evidence/merge.hpp"
#include "evidence/open_task.hpp"
#include "evidence/verify.hpp"
#include "judge/finished.hpp"
#include "judge/log_file.hpp"
#include "judge/names.hpp"
#include "report/version.hpp"
#include "session/background.hpp"
#include "store/certificate.hpp"
#include "store/checkpoint_files.hpp"
#include "store/header.hpp"
#include "system/file.hpp"
#include "view/page.hpp"
#include "view/progress.hpp"
#include "view/status_reader.hpp"

namespace nqueens::cli {
namespace {

/// Each command has some of them.
struct FileOptions {
  std::string file;
  std::vector<std::string> files;
  std::string output;
  bool watch = false;
  bool force = false;
  bool json = false;
  std::optional<std::uint64_t> task;  ///< of a certificate, to open
  std::optional<std::uint64_t> slices;
  WorkerChoice workers;
};

/// What fits on a terminal, with one line left for its cursor.
std::string on_screen(const std::string& text, const TerminalSize& size) {
  const auto lines = std::count(text.begin(), text.end(), '\n');
  std::istringstream rest(text);
  std::string shown;
  std::string line;
  for (int row = 1; row < size.rows && std::getline(rest, line); ++row) {
    if (row + 1 == size.rows && lines > row) {
      line = "and " + std::to_string(lines - row + 1) + " more lines";
    }
    std::size_t end = std::min(line.size(), static_cast<std::size_t>(size.columns));
    while (end < line.size() && (line[end] & 0xc0) == 0x80) {
      --end;  // not within a character of UTF-8
    }
    shown += line.substr(0, end) + "\n";
  }
  return shown;
}

/// Waits until a checkpoint is in the folder, or in the one that the file is to have.
void wait_for_checkpoint(const std::string& name, std::chrono::seconds interval) {
  std::error_code error;
  const auto is_there = [&] {
    return std::filesystem::is_directory(name, error) ? !checkpoints_in(name).empty()
                                                      : has_generations(name);
  };
  for (bool is_said = false; !is_there(); std::this_thread::sleep_for(interval)) {
    if (!std::filesystem::is_directory(folder_of(name), error)) {
      return;  // where none will appear
    }
    if (!std::exchange(is_said, true)) {
      say("waiting for the first checkpoint, '" + name + "'; end this with Ctrl-C");
    }
    require_checkpoint(name);
  }
}

/// With --watch it is shown until all runs have ended: redrawn in place on a terminal, else one
/// report after another.
ExitCode show_status(const FileOptions& options) {
  constexpr auto interval = std::chrono::seconds(2);
  const bool redraws = options.watch && !options.json && takes_escapes(STDOUT_FILENO);
  const bool separates = options.watch && !options.json && !redraws;
  require_checkpoint(options.file);
  if (options.watch) {
    wait_for_checkpoint(options.file, interval);
  }
  std::error_code ignored;
  const bool is_folder = std::filesystem::is_directory(options.file, ignored);
  StatusReader reader;
  while (true) {
    const auto look = [&] {
      return is_folder ? reader.look_into(options.file)
                       : JobList{.jobs = {reader.look_at(options.file)}};
    };
    const JobList list = with_notice(
        look, [] { say(long_walk); }, [] {});
    const bool is_last =
        !options.watch || std::ranges::all_of(list.jobs, [](const StatusReport& job) {
          return !job.live && !job.lock_holder;
        });
    const std::string text =
        is_folder ? in_form(list.jobs, options.json) : in_form(list.jobs.front(), options.json);
    if (redraws) {
      print(on_screen(text, terminal_size(STDOUT_FILENO)), "\x1b[H\x1b[2J");
    } else {
      print(text);
    }
    if (is_last) {
      bool is_wrong = false;
      bool is_damaged = !list.faults.empty();
      for (const StatusReport& job : list.jobs) {
        say_all(job.warnings);
        say_all(job.faults);
        is_wrong = is_wrong || !job.faults.empty();
        is_damaged = is_damaged || job.is_damaged;
      }
      say_all(list.faults);
      return is_wrong ? ExitCode::wrong_answer : is_damaged ? ExitCode::checkpoint : ExitCode::done;
    }
    print(separates ? "\n" : "");
    std::this_thread::sleep_for(interval);
  }
}

ExitCode write_report(const FileOptions& options) {
  require_checkpoint(options.file, true);
  const std::filesystem::path source = behind_links(options.file);
  const std::string file = options.json             ? "-"
                           : options.output.empty() ? report_path(source).string()
                                                    : options.output;
  Output output(file, [](std::string_view start) {
    return start.starts_with(page_start) ? "" : "is not a report of nqueens";
  });
  require_ending(file, {".html"}, "a report, which is HTML");
  const RunPage page = page_of(source);
  if (page.status) {
    say_all(page.status->warnings);
  }
  say_all(page.faults);
  output.write_whole(options.json ? dump(json_of(page)) + "\n" : to_html(page));
  if (file != "-") {
    say("the report is in " + file);
  }
  const bool is_damaged = page.status && page.status->is_damaged;
  return page.is_wrong                        ? ExitCode::wrong_answer
         : is_damaged || !page.faults.empty() ? ExitCode::checkpoint
                                              : ExitCode::done;
}

ExitCode merge(const FileOptions& options) {
  refuse(options.files.size() < 2, "merge makes one checkpoint of two or more, but only '" +
                                       options.files.front() + "' is named; name the others, too");
  for (const std::string& file : options.files) {
    require_checkpoint(file);
  }
  refuse(options.output == "-", "a checkpoint does not go to standard output; name a file");
  require_ending(options.output, {".ckpt"}, "a checkpoint");
  const std::vector<std::filesystem::path> files(options.files.begin(), options.files.end());
  const Merged merged = merge_checkpoints(files, behind_links(options.output), options.force);
  if (!merged.warning.empty()) {
    say(merged.warning);
  }
  for (const std::filesystem::path& file : files) {
    if (!is_second(file) && has_generations(second_path(file))) {
      say("not merged: " + second_path(file).string() + ", a second count; merge those separately");
    }
  }
  print(in_form(merged.findings, options.json));
  if (!merged.is_written) {
    say("nothing is written; --force writes all but the tasks in conflict");
  }
  return merged.findings.code();
}

ExitCode compare(const FileOptions& options) {
  const Findings findings = compare_certificates({options.files[0], options.files[1]});
  print(in_form(findings, options.json));
  return findings.code();
}

/// Only a certificate of the same job may be replaced.
std::string objection_to(const Job& job, std::string_view start) {
  if (!start.starts_with(certificate_start)) {
    return "is not a certificate of nqueens";
  }
  try {
    const CertificateReader old([start]() mutable { return std::exchange(start, {}); });
    return old.certificate().job == without_slices(job) ? "" : "is a certificate of another job";
  } catch (const Error&) {
    return "is a certificate of another job or release";
  }
}

/// Makes the output file of a certificate of a job.
std::unique_ptr<Output> output_for(const FileOptions& options, const Job& job) {
  refuse(options.output.ends_with(".gz"),
         "a certificate is a text; pack it with 'nqueens certificate " + options.file +
             (options.task ? " --open " + std::to_string(*options.task) : "") + " | gzip >" +
             options.output + "'");
  auto output = std::make_unique<Output>(
      options.output, [job](std::string_view start) { return objection_to(job, start); });
  require_ending(options.output, {".cert", ".txt"}, "a certificate");
  return output;
}

void write_text(Certificate certificate, const TaskSource& tasks, const FileOptions& options,
                Output& output) {
  certificate.provenance.push_back(provenance_line("certificate by", "nqueens " + version()));
  output.write_whole([&](const auto& write) { write_certificate(certificate, tasks, write); });
  if (!is_stdout(options.output)) {  // which has the certificate, with this line in it
    print("count_sha256: " + certificate.count_sha256 + "\n");
  }
}

ExitCode make_certificate(const FileOptions& options) {
  require_checkpoint(options.file);
  const std::filesystem::path path = behind_links(options.file);
  const LoadedCheckpoint loaded = load_existing_checkpoint(path, BadFiles::leave);
  say_all(loaded.warnings);
  const auto output = output_for(options, loaded.checkpoint.job);
  const auto second = load_second(path, loaded.checkpoint.job);
  if (second && !second->checkpoint.finished()) {
    say("the second count '" + second->file.string() +
        "' is not finished; nothing confirms the first one yet");
  }
  const Checkpoint* const other =
      second && second->checkpoint.finished() ? &second->checkpoint : nullptr;
  FinishedCount finished;
  try {
    finished = judge(loaded.checkpoint, other);
    if (!is_consistent(finished.result)) {
      throw Error(ExitCode::wrong_answer,
                  finished.result.fault + "; find the fault with 'nqueens verify'");
    }
  } catch (const Error& error) {
    throw Error(error.code(), "checkpoint '" + loaded.file.string() + "' " + error.what());
  }
  Certificate& made = finished.certificate;
  Provenance provenance = provenance_of(log_beside(path, true), loaded.checkpoint);
  if (other != nullptr) {
    provenance.add(provenance_of(log_beside(second_path(path), true), second->checkpoint));
  }
  for (const auto& fact : facts_of(provenance)) {
    made.provenance.push_back(provenance_line(fact[0], fact[1]));
  }
  write_text(std::move(made), tasks_of(loaded.checkpoint), options, *output);
  return ExitCode::done;
}

ExitCode write_opened(const FileOptions& options, const Launcher& launcher) {
  WorkerChoice workers = options.workers;
  workers.log.others = {options.file, options.output};
  return with_workers(workers, launcher, [&](Session& session) {
    std::unique_ptr<Output> output;
    OpenedTask opened = open_task(
        session,
        {.certificate = options.file,
         .task = *options.task,
         .slices = options.slices,
         .begin = [&](const Job& job) { output = output_for(options, job); },
         .progress = options.workers.log.quiet ? ProgressMode::none : ProgressMode::automatic});
    const Certificate& made = opened.certificate;
    write_text(
        made, [&opened](std::uint64_t slice) { return opened.slices[slice]; }, options, *output);
    if (opened.said != made.total) {
      say("CONFLICT: task " + std::to_string(*options.task) + ": " + to_string(opened.said) +
          " by '" + options.file + "', " + to_string(made.total) + " by its slices");
      return ExitCode::wrong_answer;
    }
    return ExitCode::done;
  });
}

}  // namespace

Command add_status(CLI::App& program) {
  const auto options = std::make_shared<FileOptions>();
  CLI::App& command =
      *program.add_subcommand("status", "Show how far a job is, also while it runs");
  add_text(command, "checkpoint CHECKPOINT|FOLDER", options->file,
           "Checkpoint file, or a folder: one line for each checkpoint in it")
      ->required();
  command.add_flag("--watch", options->watch,
                   "Wait for the checkpoint, and show it every 2 s until the run has ended");
  add_json(command, options->json);
  return {.parser = &command, .run = [options](const Launcher&) { return show_status(*options); }};
}

Command add_report(CLI::App& program) {
  const auto options = std::make_shared<FileOptions>();
  CLI::App& command = *program.add_subcommand(
      "report", "Make a page with charts of all runs of a job, also while it runs");
  add_text(command, "file CHECKPOINT|RUN.jsonl", options->file,
           "Checkpoint file, or the log of its runs (NAME.run.jsonl)")
      ->required();
  add_text(command, "-o,--output FILE", options->output,
           "HTML file, which appears when complete; - is standard output\n"
           "[NAME.report.html]");
  add_json(command, options->json);
  command.get_option("--json")->excludes("--output");
  return {.parser = &command, .run = [options](const Launcher&) { return write_report(*options); }};
}

Command add_merge(CLI::App& program) {
  const auto options = std::make_shared<FileOptions>();
  CLI::App& command =
      *program.add_subcommand("merge", "Join checkpoints of one job, and compare them");
  command.footer(
      "For each file it prints how many tasks are new, confirmed (counted separately, with the\n"
      "same result), known already (a copy, or confirmed before), or in conflict. It writes\n"
      "nothing after a conflict.\n");
  add_text(command, "checkpoints CHECKPOINT", options->files, "Checkpoint files")
      ->required()
      ->expected(1, -1);
  add_text(command, "-o,--output FILE", options->output, "The merged checkpoint, a new file")
      ->required();
  command.add_flag("--force", options->force,
                   "Write despite conflicts; tasks in conflict are to be counted again");
  add_json(command, options->json);
  return {.parser = &command, .run = [options](const Launcher&) { return merge(*options); }};
}

Command add_compare(CLI::App& program) {
  const auto options = std::make_shared<FileOptions>();
  CLI::App& command =
      *program.add_subcommand("compare", "Compare two certificates of one count, task by task");
  command.footer(
      "Two of one symmetry and order, but with different tasks, are compared by sums of tasks.\n");
  add_text(command, "certificates CERTIFICATE", options->files, "Certificates, packed or not")
      ->required()
      ->expected(2);
  add_json(command, options->json);
  return {.parser = &command, .run = [options](const Launcher&) { return compare(*options); }};
}

Command add_certificate(CLI::App& program) {
  const auto options = std::make_shared<FileOptions>();
  options->output = "-";
  CLI::App& command = *program.add_subcommand(
      "certificate", "Write a finished count as a text that others can check");
  command.footer(
      "--open counts one task again, on threads or under mpirun or srun, and writes the\n"
      "certificate of its slices, which others can check one by one. The exit code is 3 if they\n"
      "add up to another count.\n");
  add_text(command, "checkpoint CHECKPOINT", options->file,
           "Checkpoint file of a finished job; with --open a certificate")
      ->required();
  add_output(command, options->output);
  auto* open_option = add_number(command, "--open TASK", options->task, std::uint64_t{0}, max_tasks,
                                 "Open this task of a certificate; the first is 0");
  add_number(command, "--slices K", options->slices, std::uint64_t{1}, std::uint64_t{1'000'000},
             "Cut the task into at most K slices [check.py takes seconds for each]")
      ->needs(open_option);
  const auto others = command.get_options();
  add_worker_options(command, options->workers);
  for (CLI::Option* each : command.get_options()) {
    if (std::ranges::find(others, each) == others.end()) {
      each->needs(open_option);
    }
  }
  const auto run = [options](const Launcher& launcher) {
    return options->task       ? write_opened(*options, launcher)
           : launcher.speaks() ? make_certificate(*options)
                               : ExitCode::done;
  };
  return {.parser = &command, .run = run, .on_every_rank = true};
}

}  // namespace nqueens::cli
