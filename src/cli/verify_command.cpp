// The command `verify`: whether the counts of a checkpoint or certificate are right.
#include <spdlog/spdlog.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <memory>
#include <optional>
#include <string>

#include "cli/command.hpp"
#include "cli/output.hpp"
#include "cli/workers.hpp"
#include "job/job.hpp"
#include "judge/names.hpp"
#include "kernel/kernel.hpp"
#include "run/audit.hpp"
#include "run/verification.hpp"
#include "serve/all_workers.hpp"
#include "system/file.hpp"

namespace nqueens::cli {
namespace {

struct VerifyOptions {
  std::string checkpoint;  ///< or a folder; empty with a certificate
  std::optional<std::string> certificate;
  VerifyRequest request;  ///< without its file and kernel
  GivenSettings given;
  WorkerChoice workers;
  bool json = false;
};

bool is_folder(const VerifyOptions& options) {
  std::error_code ignored;
  return !options.certificate && std::filesystem::is_directory(options.checkpoint, ignored);
}

VerifyRequest make_request(const VerifyOptions& options) {
  VerifyRequest request = options.request;
  request.file = behind_links(options.certificate.value_or(options.checkpoint));
  request.is_certificate = options.certificate.has_value();
  if (!request.is_certificate) {
    require_checkpoint(options.checkpoint);
  }
  request.kernel = overridden({}, options.given).run.kernel;
  request.progress = options.workers.log.quiet ? ProgressMode::none : ProgressMode::automatic;
  refuse(request.is_certificate != options.checkpoint.empty(),
         "name either a checkpoint, or a certificate with --certificate");
  refuse(request.is_certificate && request.repair,
         "--repair is for checkpoints; a certificate is never changed");
  refuse(request.fraction == 0.0, "--fraction 0 counts nothing; give a share above 0");
  if (is_folder(options)) {
    refuse(request.repair, "--repair is for a checkpoint; name one of the folder");
  } else if (!request.sample && !request.fraction && !request.counts_all) {
    request.sample = VerifyRequest::default_tasks;
  }
  choose_kernel(request.kernel);  // reports a wrong name before workers fail on it
  return request;
}

ExitCode tell(const AuditReport& report, bool json) {
  print_report(report, json);
  if (report.stopped) {
    spdlog::error("stopped before all tasks that were drawn were counted again");
  }
  return report.code();
}

ExitCode tell(const VerifyReport& report, bool json) {
  print_report(report, json);
  if (report.is_wrong()) {
    return ExitCode::wrong_answer;
  }
  if (report.stopped) {
    spdlog::error("stopped: {} of {} {} counted again", report.checked,
                  amount_of(report.chosen, report.unit), report.checked == 1 ? "was" : "were");
    return ExitCode::runtime_error;
  }
  return ExitCode::done;
}

ExitCode count_again(const VerifyOptions& options, const Launcher& launcher) {
  WorkerChoice workers = options.workers;
  workers.devices = overridden({}, options.given).run.devices;
  workers.log.others = files_of_job(behind_links(options.certificate.value_or(options.checkpoint)));
  return with_workers(workers, launcher, [&](WorkerPool& pool) {
    const auto request = prepared(pool.transport, [&] { return make_request(options); });
    return is_folder(options) ? tell(audit(pool, request), options.json)
                              : tell(verify(pool, request), options.json);
  });
}

}  // namespace

Command add_verify(CLI::App& program) {
  const auto options = std::make_shared<VerifyOptions>();
  CLI::App& command =
      *program.add_subcommand("verify", "Check the files of a job, and count tasks again");
  command.footer(
      "Runs on threads, or under mpirun or srun. Counts each task of a checkpoint with another\n"
      "kernel than before, unless --kernel names one. Only --repair writes a file.\n\n"
      "In a folder it checks checkpoints and their generations, second counts, parts, logs of\n"
      "runs, results and certificates. Each line says what is proved, what was counted again,\n"
      "what is only the author's word, what disagrees, or what is unusable.\n\n" +
      std::string(exit_codes));
  add_text(command, "checkpoint CHECKPOINT|FOLDER", options->checkpoint,
           "Checkpoint file, of a finished job or not; or a folder: all files of a\n"
           "job in it");
  add_text(command, "--certificate FILE", options->certificate, "Verify this certificate instead");
  auto* sample =
      add_number(command, "--sample K", options->request.sample, std::uint64_t{1}, max_tasks,
                 "How many tasks to count again, drawn at random [300]; of a\n"
                 "certificate: how many draws, which may repeat a task");
  auto* fraction = add_number(command, "--fraction F", options->request.fraction, 0.0, 1.0,
                              "The same, as a fraction of all tasks")
                       ->excludes(sample);
  command.add_flag("--all", options->request.counts_all, "Count all tasks again")
      ->excludes(sample)
      ->excludes(fraction);
  add_text(command, "--seed WORDS", options->request.seed,
           "Words that decide which tasks are drawn, and are in the log [others\neach time]")
      ->check([](const std::string& words) { return words.empty() ? "there are no words" : ""; });
  command.add_flag("--repair", options->request.repair,
                   "Let further workers count a task in conflict until two counts agree,\n"
                   "write these into the checkpoint, and count again what came from a host\n"
                   "that was wrong");
  add_settings(command, options->given);
  add_worker_options(command, options->workers);
  add_json(command, options->json);
  const auto run = [options](const Launcher& launcher) { return count_again(*options, launcher); };
  return {.parser = &command, .run = run, .on_every_rank = true};
}

}  // namespace nqueens::cli
