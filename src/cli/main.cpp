// Parse, execute, and turn errors into one line on stderr and an exit code.

#include <iostream>
#include <string>

#include "commands.hpp"
#include "exit.hpp"
#include "launcher.hpp"
#include "nqueens/core/error.hpp"
#include "options.hpp"

namespace {

using nqueens::ExitCode;

ExitCode run(int argc, char** argv, const nqueens::cli::Launcher& launcher) {
  std::string text;
  const auto options = nqueens::cli::parse_options(argc, argv, text);
  if (options) {
    return nqueens::cli::execute(*options, launcher);
  }
  if (launcher.rank == 0) {
    std::cout << text << std::flush;
  }
  return std::cout ? ExitCode::done : ExitCode::runtime_error;
}

}  // namespace

int main(int argc, char** argv) {
  const auto launcher = nqueens::cli::detect_launcher();
  return static_cast<int>(nqueens::cli::guarded(launcher, [&] { return run(argc, argv, launcher); }));
}
