// The command `verify`: whether the counts of a checkpoint or certificate are right.
#include <spdlog/spdlog.h>

#include <memory>

#include "cli/command.hpp"
#include "cli/output.hpp"
#include "evidence/source.hpp"
#include "evidence/verify.hpp"
#include "judge/names.hpp"
#include "kernel/kernel.hpp"
#include "system/file.hpp"

namespace nqueens::cli {
namespace {

struct VerifyOptions {
  std::vector<std::string> files;  ///< and folders
  VerifyRequest request;           ///< without its files and kernel
  bool counts_all = false;
  GivenSettings given;
  WorkerChoice workers;
  bool json = false;
};

VerifyRequest make_request(const VerifyOptions& options) {
  VerifyRequest request = options.request;
  for (const std::string& file : options.files) {
    if (!is_log_or_result(file) && !is_certificate(file)) {
      require_checkpoint(file);
    }
    request.files.push_back(behind_links(file));
  }
  Sample& sample = request.sample;
  sample.kernel = options.given.values.run.kernel;
  sample.progress = options.workers.log.quiet ? ProgressMode::none : ProgressMode::automatic;
  if (!sample.units && !sample.fraction && !options.counts_all) {
    sample.units = Sample::default_units;
  }
  const Sources sources = request.repairs ? sources_of(request.files) : Sources();
  refuse(request.repairs && (request.files.size() != 1 || request.files != sources.checkpoints),
         "--repair is for one checkpoint; name it alone");
  choose_kernel(sample.kernel);  // reports a wrong name before workers fail on it
  return request;
}

ExitCode run_verify(const VerifyOptions& options, const Launcher& launcher) {
  WorkerChoice workers = options.workers;
  workers.devices = options.given.values.run.devices;
  for (const std::string& file : options.files) {
    const auto others = files_of_job(behind_links(file));
    workers.log.others.insert(workers.log.others.end(), others.begin(), others.end());
  }
  return with_workers(workers, launcher, [&](Session& session) {
    const Findings findings = verify(session, make_request(options));
    print(in_form(findings, options.json));
    if (findings.is_stopped()) {
      spdlog::error("stopped before all drawn tasks were counted again");
    }
    return findings.code();
  });
}

}  // namespace

Command add_verify(CLI::App& program) {
  const auto options = std::make_shared<VerifyOptions>();
  CLI::App& command =
      *program.add_subcommand("verify", "Check the files of a job, and count tasks again");
  command.footer(
      "Runs on threads, or under mpirun or srun. Each line begins with a verdict: proved, counted\n"
      "again, said by the author alone, disagrees, or unusable. With a checkpoint it looks at the\n"
      "second count, log of runs and result beside it; in a folder at all generations, too. It\n"
      "counts each task of a checkpoint with another kernel than before, unless --kernel names\n"
      "one. Only --repair writes a file.\n");
  add_text(command, "files CHECKPOINT|CERTIFICATE|FOLDER", options->files,
           "Checkpoints, finished or not, certificates, logs of runs, results;\n"
           "of a folder all files")
      ->required()
      ->expected(1, -1);
  auto* sample =
      add_number(command, "--sample K", options->request.sample.units, std::uint64_t{1}, max_tasks,
                 "How many tasks to count again, drawn at random [300]; of a\n"
                 "certificate: how many draws, which may repeat a task");
  auto* fraction = add_number(command, "--fraction F", options->request.sample.fraction, above_zero,
                              1.0, "The same, as a fraction of all tasks")
                       ->excludes(sample);
  command.add_flag("--all", options->counts_all, "Count all tasks again")
      ->excludes(sample)
      ->excludes(fraction);
  add_text(command, "--seed WORDS", options->request.sample.seed,
           "Words that decide which tasks are drawn, and are in the log [others\neach time]");
  command.add_flag("--repair", options->request.repairs,
                   "Let further workers count a task in conflict until two counts agree,\n"
                   "write these into the checkpoint, and count again what came from a host\n"
                   "that was wrong");
  add_settings(command, options->given);
  add_worker_options(command, options->workers);
  add_json(command, options->json);
  const auto run = [options](const Launcher& launcher) { return run_verify(*options, launcher); };
  return {.parser = &command, .run = run, .on_every_rank = true};
}

}  // namespace nqueens::cli
