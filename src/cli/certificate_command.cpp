#include "certificate_command.hpp"

#include <filesystem>
#include <iostream>
#include <string>

#include "nqueens/report/version.hpp"
#include "nqueens/store/checkpoint_files.hpp"
#include "nqueens/store/file_start.hpp"
#include "nqueens/store/make_certificate.hpp"
#include "nqueens/system/atomic_file.hpp"
#include "output.hpp"

namespace nqueens::cli {

namespace {

/// What is there already is replaced by a new certificate where it is one: not the checkpoint itself, say.
void require_replaceable_certificate(const std::filesystem::path& file) {
  std::error_code ignored;
  if (std::filesystem::is_regular_file(file, ignored) && holds_something_else(file, certificate_start)) {
    throw Error(
        ExitCode::usage,
        "'" + file.string() + "' is no certificate of nqueens and will not be replaced; name another file");
  }
}

}  // namespace

ExitCode certificate(const Options& options) {
  require_replaceable_certificate(options.output);
  const LoadedCheckpoint loaded = load_existing_checkpoint(options.target, BadFiles::leave);
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
    // It has seen what it wanted to see.
  }
  return ExitCode::done;
}

}  // namespace nqueens::cli
