// The command `certificate`: a finished checkpoint as a text that others can check.
#include <memory>
#include <string>

#include "cli/command.hpp"
#include "cli/options.hpp"
#include "cli/output.hpp"
#include "cli/say.hpp"
#include "report/version.hpp"
#include "run/second_count.hpp"
#include "store/checkpoint_files.hpp"
#include "store/header.hpp"
#include "store/certificate.hpp"
#include "system/regular_file.hpp"

namespace nqueens::cli {
namespace {

struct CertificateOptions {
  std::string checkpoint;
  std::string output = "-";
};

ExitCode write_certificate(const CertificateOptions& options) {
  require_replaceable(options.output, certificate_start, "a certificate");
  const std::filesystem::path path = behind_links(options.checkpoint);
  const LoadedCheckpoint loaded = load_existing_checkpoint(path, BadFiles::leave);
  for (const std::string& warning : loaded.warnings) {
    say(warning);
  }
  const auto second = load_second(path, loaded.checkpoint.job);
  if (second && !second->checkpoint.finished()) {
    say("the second count '" + second->file.string() +
        "' is not finished; nothing confirms the first one yet");
  }
  std::string text;
  try {
    const Certificate made = make_certificate(loaded.checkpoint, "nqueens " + version());
    require_no_contradiction(made, second ? &second->checkpoint : nullptr);
    text = encode(made);
  } catch (const Error& error) {
    throw Error(error.code(), "checkpoint '" + loaded.file.string() + "' " + error.what());
  }
  write_output(options.output, text);
  return ExitCode::done;
}

}  // namespace

Command add_certificate(CLI::App& program) {
  const auto options = std::make_shared<CertificateOptions>();
  CLI::App& command = *program.add_subcommand(
      "certificate", "Write a finished count as a text that others can check");
  command.footer(exit_codes);
  command.add_option("checkpoint", options->checkpoint, "Checkpoint file of a finished job")
      ->required()
      ->type_name("CHECKPOINT");
  command
      .add_option("-o,--output", options->output,
                  "Output file, which appears when complete; - is standard output [-]")
      ->type_name("FILE");
  return {.parser = &command,
          .run = [options](const Launcher&) { return write_certificate(*options); }};
}

}  // namespace nqueens::cli
