// The command `verify`: whether the counts of a checkpoint or certificate are right.
#include <spdlog/spdlog.h>

#include <memory>
#include <optional>
#include <string>

#include "cli/command.hpp"
#include "cli/options.hpp"
#include "cli/output.hpp"
#include "cli/workers.hpp"
#include "job/job.hpp"
#include "kernel/kernel.hpp"
#include "run/verification.hpp"
#include "serve/roster.hpp"
#include "system/file.hpp"

namespace nqueens::cli {
namespace {

/// How many to count again by default. Tasks are short; groups of a certificate may take days.
constexpr std::uint64_t default_tasks = 300;
constexpr std::uint64_t default_groups = 3;

struct VerifyOptions {
  std::string checkpoint;  ///< empty with a certificate
  std::optional<std::string> certificate;
  bool all = false;
  VerifyRequest request;  ///< without its file and kernel
  GivenSettings given;
  WorkerChoice workers;
  bool json = false;
};

VerifyRequest make_request(const VerifyOptions& options, const Launcher& launcher) {
  VerifyRequest request = options.request;
  request.file = behind_links(options.certificate.value_or(options.checkpoint));
  request.is_certificate = options.certificate.has_value();
  request.kernel = overridden({}, options.given).run.kernel;
  request.progress = options.workers.log.quiet ? ProgressMode::none : ProgressMode::automatic;
  request.under_launcher = launcher.mpi;
  refuse(request.is_certificate != options.checkpoint.empty(),
         "name either a checkpoint, or a certificate with --certificate");
  refuse(request.is_certificate && request.repair,
         "--repair is for checkpoints; a certificate is never changed");
  refuse(request.fraction == 0.0, "--fraction 0 counts nothing; give a share above 0");
  if (!request.sample && !request.fraction && !options.all) {
    request.sample = request.is_certificate ? default_groups : default_tasks;
  }
  choose_kernel(request.kernel);  // reports a wrong name before workers fail on it
  return request;
}

ExitCode tell(const VerifyReport& report, bool json) {
  print_report(report, json);
  if (report.has_open_conflict()) {
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
  return with_workers(workers, launcher, [&](Crew& crew) {
    const auto request = prepared(crew.transport, [&] { return make_request(options, launcher); });
    return tell(verify(crew, request), options.json);
  });
}

}  // namespace

Command add_verify(CLI::App& program) {
  const auto options = std::make_shared<VerifyOptions>();
  CLI::App& command = *program.add_subcommand(
      "verify", "Count tasks of a checkpoint or certificate again, and compare");
  command.footer(
      "Runs on threads, or under mpirun or srun. Counts each task of a checkpoint with another\n"
      "kernel than before, unless --kernel names one. Only --repair changes a file.\n\n" +
      std::string(exit_codes));
  add_text(command, "checkpoint CHECKPOINT", options->checkpoint,
           "Checkpoint file, of a finished job or not");
  add_text(command, "--certificate FILE", options->certificate, "Verify this certificate instead");
  auto* sample =
      add_number(command, "--sample K", options->request.sample, std::uint64_t{1}, max_tasks,
                 "How many to count again, drawn at random [300 tasks, or 3 groups]");
  auto* fraction = add_number(command, "--fraction F", options->request.fraction, 0.0, 1.0,
                              "The same as a fraction of all")
                       ->excludes(sample);
  command.add_flag("--all", options->all, "Count all again")->excludes(sample)->excludes(fraction);
  add_seed(command, options->request.seed,
           "Seed of the draw; the log names it [another one each time]");
  command.add_flag("--repair", options->request.repair,
                   "Let further workers count tasks in conflict until two agree, write\n"
                   "that into the checkpoint, and count again what came from a host that\n"
                   "was wrong");
  add_settings(command, options->given);
  add_worker_options(command, options->workers);
  add_json(command, options->json);
  const auto run = [options](const Launcher& launcher) { return count_again(*options, launcher); };
  return {.parser = &command, .run = run, .on_every_rank = true};
}

}  // namespace nqueens::cli
