#include "certificate_command.hpp"

#include <iostream>
#include <string>

#include "nqueens/report/version.hpp"
#include "nqueens/store/certificate.hpp"
#include "nqueens/store/checkpoint.hpp"
#include "output.hpp"

namespace nqueens::cli {

ExitCode certificate(const Options& options) {
  const LoadedCheckpoint loaded = load_existing_checkpoint(options.target, BadFiles::leave);
  for (const std::string& warning : loaded.warnings) {
    std::cerr << "nqueens: " << warning << '\n';
  }
  std::string text;
  try {
    text = encode(make_certificate(loaded.checkpoint, "nqueens " + version()));
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
