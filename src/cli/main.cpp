// Parse, execute, and turn errors into one line on stderr and an exit code.

#include <exception>
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

/// Every rank finds the same mistake in the same command line; one of them says so.
ExitCode fail(const nqueens::cli::Launcher& launcher, const char* message, ExitCode code) {
  if (launcher.rank == 0) {
    std::cerr << "nqueens: " << message << '\n';
  }
  return code;
}

}  // namespace

int main(int argc, char** argv) {
  const auto launcher = nqueens::cli::detect_launcher();
  ExitCode code;
  try {
    code = run(argc, argv, launcher);
  } catch (const nqueens::Error& error) {
    code = fail(launcher, error.what(), error.code());
  } catch (const std::exception& error) {
    code = fail(launcher, error.what(), ExitCode::runtime_error);
  }
  nqueens::cli::leave_exit_code(launcher, code);
  return static_cast<int>(code);
}
