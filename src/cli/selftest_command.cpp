// The command `selftest`: the burn-in of a node, on the cores of every process of a launch.
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "cli/command.hpp"
#include "cli/options.hpp"
#include "cli/print.hpp"
#include "cli/runnable_kernels.hpp"
#include "cli/say.hpp"
#include "node/burn_in.hpp"
#include "report/measurements.hpp"
#include "system/signals.hpp"

namespace nqueens::cli {
namespace {

struct SelftestOptions {
  double seconds = 60;
  std::optional<std::string> kernel;
  std::optional<int> threads;
  std::optional<std::uint64_t> seed;
  bool json = false;
};

ExitCode run_burn_in(const SelftestOptions& options, const Launcher& launcher) {
  const BurnInOptions burn_in_options{
      .kernels = options.kernel ? std::vector{&choose_kernel(*options.kernel)} : runnable_kernels(),
      .threads = chosen_threads(options.threads),
      .seconds = options.seconds,
      .seed = options.seed.value_or(std::random_device{}())};
  catch_signals();
  ProgressReporter progress = progress_reporter(launcher);
  const BurnInReport report =
      burn_in(burn_in_options, signal_requests(),
              {.mismatch =
                   [&](const std::string& line) {
                     progress.finish();
                     say(line);
                   },
               .progress = [&](double seconds,
                               const std::string& text) { progress.update(seconds, text); }});
  progress.finish();
  if (signal_requests().stop()) {
    say("stopped early");
  }
  print_report(report, options.json);
  if (report.first_mismatch) {
    say("the first mismatch: " + *report.first_mismatch);
    return ExitCode::wrong_answer;
  }
  return ExitCode::done;
}

}  // namespace

Command add_selftest(CLI::App& program) {
  const auto options = std::make_shared<SelftestOptions>();
  CLI::App& command = *program.add_subcommand(
      "selftest", "Compare all kernels on all cores for a while, as the burn-in of a node");
  command.footer(
      "Every process tests the cores that it may run on, also under mpirun and srun: start one on\n"
      "each node. A signal ends it early; it prints what it has found so far.\n\n"
      "Exit codes: 0 all kernels agree, 1 failed while running, 2 wrong option, 3 counts or nodes\n"
      "differ.\n");
  add_time(command, "--seconds", options->seconds, 1, 31'536'000,
           "How long: seconds, or 10m, 2h, 1d [60]")
      ->type_name("S");
  command
      .add_option("-k,--kernel", options->kernel,
                  "Test only this kernel [every one that runs here]")
      ->type_name("K");
  add_number(command, "-t,--threads", options->threads, 1, 4096,
             "Threads, each on a core of its own [all cores]")
      ->type_name("T");
  add_seed(command, options->seed, "The same seed compares the same prefixes [random]");
  add_json(command, options->json);
  const auto run = [options](const Launcher& launcher) { return run_burn_in(*options, launcher); };
  return {.parser = &command, .run = run, .on_every_rank = true};
}

}  // namespace nqueens::cli
