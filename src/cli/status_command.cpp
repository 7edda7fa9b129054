// The command `status`: shows what a checkpoint holds.
#include <unistd.h>

#include <chrono>
#include <memory>
#include <string>
#include <thread>

#include "cli/command.hpp"
#include "cli/options.hpp"
#include "cli/print.hpp"
#include "cli/say.hpp"
#include "report/terminal.hpp"
#include "run/status.hpp"

namespace nqueens::cli {
namespace {

struct StatusOptions {
  std::string checkpoint;
  bool watch = false;
  bool json = false;
};

void complain_of(const StatusReport& report) {
  for (const std::string& warning : report.warnings) {
    say(warning);
  }
}

/// Until the run has ended: on a terminal redrawn in place, else one report after the other.
ExitCode watch(const StatusOptions& options) {
  constexpr auto interval = std::chrono::seconds(2);
  const bool redraws = !options.json && takes_escapes(STDOUT_FILENO);
  while (true) {
    const StatusReport report = checkpoint_status(options.checkpoint);
    const std::string text = options.json ? to_json(report) + "\n" : to_text(report);
    const bool has_ended = !report.live && !report.lock_holder;
    if (has_ended) {
      complain_of(report);
    }
    print(redraws ? "\x1b[H\x1b[2J" + text : text + (options.json ? "" : "\n"));
    if (has_ended) {
      return ExitCode::done;
    }
    std::this_thread::sleep_for(interval);
  }
}

ExitCode show_status(const StatusOptions& options) {
  if (options.watch) {
    return watch(options);
  }
  const StatusReport report = checkpoint_status(options.checkpoint);
  complain_of(report);
  print_report(report, options.json);
  return ExitCode::done;
}

}  // namespace

Command add_status(CLI::App& program) {
  const auto options = std::make_shared<StatusOptions>();
  CLI::App& command =
      *program.add_subcommand("status", "Show what a checkpoint holds, also while its job runs");
  command.add_option("checkpoint", options->checkpoint, "Checkpoint file")
      ->required()
      ->type_name("CHECKPOINT");
  command.add_flag("--watch", options->watch, "Show it every 2 s until the run has ended");
  add_json(command, options->json);
  return {.parser = &command, .run = [options](const Launcher&) { return show_status(*options); }};
}

}  // namespace nqueens::cli
