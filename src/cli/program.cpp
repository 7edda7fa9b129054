#include "program.hpp"

#include <iostream>
#include <string>

#include "commands.hpp"
#include "exit.hpp"
#include "launcher.hpp"
#include "nqueens/core/error.hpp"
#include "options.hpp"

namespace nqueens::cli {
namespace {

ExitCode run(int argc, char** argv, const Launcher& launcher) {
  std::string text;
  const auto options = parse_options(argc, argv, text);
  if (options) {
    return execute(*options, launcher);
  }
  if (launcher.rank == 0) {
    std::cout << text << std::flush;
  }
  return std::cout ? ExitCode::done : ExitCode::runtime_error;
}

}  // namespace

int run_program(int argc, char** argv) {
  const Launcher launcher = detect_launcher();
  return static_cast<int>(guarded(launcher, [&] { return run(argc, argv, launcher); }));
}

}  // namespace nqueens::cli
