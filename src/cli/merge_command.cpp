// The command `merge`: one checkpoint of several.
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "command.hpp"
#include "nqueens/run/merge.hpp"
#include "options.hpp"
#include "print.hpp"

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
  const MergeReport report = merge_checkpoints(
      files, options.output, options.force ? OnConflict::leave_out : OnConflict::write_nothing);
  print_report(report, options.json);
  return report.has_conflict() ? ExitCode::wrong_answer : ExitCode::done;
}

}  // namespace

Command add_merge(CLI::App& program) {
  const auto options = std::make_shared<MergeOptions>();
  CLI::App& command = *program.add_subcommand(
      "merge", "Make one checkpoint of several of the same job, and compare them");
  command.footer(
      "Of each file it says how many tasks are new, confirmed (counted apart, with the same "
      "result), the\n"
      "same record, or in conflict. Where tasks are in conflict nothing is written.\n\n" +
      std::string(exit_codes));
  command.add_option("checkpoints", options->checkpoints, "Checkpoint files")
      ->required()
      ->expected(2, -1)
      ->type_name("CHECKPOINT");
  command.add_option("-o,--output", options->output, "The merged checkpoint, a new file")
      ->required()
      ->type_name("FILE");
  command.add_flag("--force", options->force,
                   "Write although tasks are in conflict: as if nobody had counted them");
  command.add_flag("--json", options->json, "Print one JSON object");
  return {.parser = &command, .run = [options](const Launcher&) { return merge(*options); }};
}

}  // namespace nqueens::cli
