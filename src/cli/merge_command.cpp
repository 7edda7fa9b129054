// The command `merge`: makes one checkpoint of several.
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "cli/command.hpp"
#include "cli/options.hpp"
#include "cli/print.hpp"
#include "cli/say.hpp"
#include "run/merge.hpp"
#include "system/regular_file.hpp"

namespace nqueens::cli {
namespace {

struct MergeOptions {
  std::vector<std::string> checkpoints;
  std::string output;
  bool force = false;
  bool json = false;
};

ExitCode merge(const MergeOptions& options) {
  const std::vector<std::filesystem::path> files(options.checkpoints.begin(),
                                                 options.checkpoints.end());
  const MergeReport report =
      merge_checkpoints(files, behind_links(options.output),
                        options.force ? OnConflict::leave_out : OnConflict::write_nothing);
  if (!report.warning.empty()) {
    say(report.warning);
  }
  print_report(report, options.json);
  return !report.conflicts.empty() ? ExitCode::wrong_answer : ExitCode::done;
}

}  // namespace

Command add_merge(CLI::App& program) {
  const auto options = std::make_shared<MergeOptions>();
  CLI::App& command = *program.add_subcommand(
      "merge", "Make one checkpoint of several of one job, and compare them");
  command.footer(
      "For each file it prints how many tasks are new, confirmed (counted separately, with the\n"
      "same result), the same record, or in conflict. After a conflict it writes nothing.\n\n" +
      std::string(exit_codes));
  command.add_option("checkpoints", options->checkpoints, "Checkpoint files")
      ->required()
      ->expected(2, -1)
      ->type_name("CHECKPOINT");
  command.add_option("-o,--output", options->output, "The merged checkpoint, a new file")
      ->required()
      ->type_name("FILE");
  command.add_flag("--force", options->force, "Write despite conflicts: those tasks are not done");
  add_json(command, options->json);
  return {.parser = &command, .run = [options](const Launcher&) { return merge(*options); }};
}

}  // namespace nqueens::cli
