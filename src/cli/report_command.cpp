// The command `report`: all runs of a job on one page.
#include <filesystem>
#include <memory>
#include <string>

#include "cli/command.hpp"
#include "cli/options.hpp"
#include "cli/output.hpp"
#include "cli/say.hpp"
#include "run/run_report.hpp"
#include "system/regular_file.hpp"

namespace nqueens::cli {
namespace {

struct ReportOptions {
  std::string file;
  std::string output;
};

ExitCode write_report(const ReportOptions& options) {
  const std::filesystem::path source = behind_links(options.file);
  const std::string file = options.output.empty() ? report_path(source).string() : options.output;
  require_replaceable(file, run_page_start, "a report");
  const RunPage page = run_page(source);
  if (page.status) {
    for (const std::string& warning : page.status->warnings) {
      say(warning);
    }
  }
  write_output(file, to_html(page));
  if (file != "-") {
    say("the report is in " + file);
  }
  return ExitCode::done;
}

}  // namespace

Command add_report(CLI::App& program) {
  const auto options = std::make_shared<ReportOptions>();
  CLI::App& command = *program.add_subcommand(
      "report", "Make a page with charts of all runs of a job, also while it runs");
  command.footer(exit_codes);
  command
      .add_option("file", options->file, "Checkpoint file, or the log of its runs (NAME.run.jsonl)")
      ->required()
      ->type_name("CHECKPOINT|RUN.jsonl");
  command
      .add_option("-o,--output", options->output,
                  "HTML file, which appears when complete; - is standard output\n"
                  "[NAME.report.html]")
      ->type_name("FILE");
  return {.parser = &command, .run = [options](const Launcher&) { return write_report(*options); }};
}

}  // namespace nqueens::cli
