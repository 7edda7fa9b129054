// The command `status`: shows what a checkpoint holds.
#include <iostream>
#include <memory>
#include <string>

#include "command.hpp"
#include "nqueens/run/status.hpp"
#include "options.hpp"
#include "print.hpp"

namespace nqueens::cli {
namespace {

struct StatusOptions {
  std::string checkpoint;
  bool json = false;
};

ExitCode show_status(const StatusOptions& options) {
  const StatusReport report = checkpoint_status(options.checkpoint);
  for (const std::string& warning : report.warnings) {
    std::cerr << "nqueens: " << warning << '\n';
  }
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
  command.add_flag("--json", options->json, "Print one JSON object");
  return {.parser = &command, .run = [options](const Launcher&) { return show_status(*options); }};
}

}  // namespace nqueens::cli
