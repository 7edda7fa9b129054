// The command `certificate`: a finished checkpoint as a text that others can check.
#include <filesystem>
#include <iostream>
#include <memory>
#include <string>

#include "command.hpp"
#include "nqueens/report/version.hpp"
#include "nqueens/store/checkpoint_files.hpp"
#include "nqueens/store/file_start.hpp"
#include "nqueens/store/make_certificate.hpp"
#include "nqueens/system/atomic_file.hpp"
#include "options.hpp"
#include "output.hpp"

namespace nqueens::cli {
namespace {

struct CertificateOptions {
  std::string checkpoint;
  std::string output = "-";
};

/// Only an older certificate is replaced, not any other file such as the checkpoint itself.
void require_replaceable_certificate(const std::filesystem::path& file) {
  std::error_code ignored;
  refuse(std::filesystem::is_regular_file(file, ignored) &&
             holds_something_else(file, certificate_start),
         "'" + file.string() +
             "' is not a certificate of nqueens and will not be replaced; name another file");
}

ExitCode write_certificate(const CertificateOptions& options) {
  require_replaceable_certificate(options.output);
  const LoadedCheckpoint loaded = load_existing_checkpoint(options.checkpoint, BadFiles::leave);
  for (const std::string& warning : loaded.warnings) {
    std::cerr << "nqueens: " << warning << '\n';
  }
  if (const auto& second = loaded.checkpoint.second; second && !second->queue.finished()) {
    std::cerr << "nqueens: the second count of '" << loaded.file.string()
              << "' is not finished; nothing confirms the first one yet\n";
  }
  std::string text;
  try {
    const Certificate made = make_certificate(loaded.checkpoint, "nqueens " + version());
    require_no_contradiction(made, loaded.checkpoint);
    text = encode(made);
  } catch (const Error& error) {
    throw Error(error.code(), "checkpoint '" + loaded.file.string() + "' " + error.what());
  }
  Output output(options.output);
  try {
    output.write(text);
    output.commit();
  } catch (const ReaderLeft&) {
    // A closed pipe is not an error.
  }
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
