// The program and its commands. A command has its own file, which declares its options and runs it.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>

#include "cli/launcher.hpp"
#include "nqueens/error.hpp"

namespace CLI {
class App;
}

namespace nqueens::cli {

/// A command of the program.
struct Command {
  CLI::App* parser;  ///< parses its options; knows whether the user chose it
  /// Runs the command with the parsed options. Answers go to stdout, the log to stderr. Throws
  /// Error.
  std::function<ExitCode(const Launcher& launcher)> run;
  bool on_every_rank = false;  ///< else on rank 0 only, which gives the one answer
};

/// Adds a command to the program.
using AddCommand = Command (*)(CLI::App& program);

Command add_plan(CLI::App& program);
Command add_count(CLI::App& program);
Command add_resume(CLI::App& program);
Command add_status(CLI::App& program);
Command add_report(CLI::App& program);
Command add_verify(CLI::App& program);
Command add_merge(CLI::App& program);
Command add_certificate(CLI::App& program);
Command add_compare(CLI::App& program);
Command add_kernels(CLI::App& program);
Command add_bench(CLI::App& program);
Command add_selftest(CLI::App& program);
Command add_help(CLI::App& program);

/// Parses the command line. Throws Error(usage) with the mistake in one line and what to do.
/// @return the help, with bold headings on a terminal, or the version if asked for
std::optional<std::string> parse(CLI::App& program, int argc, const char* const* argv);

/// The body of main(): parses, runs, and turns errors into one line on stderr and an exit code.
/// @param others commands beside those of the counter
int run_program(int argc, char** argv, std::span<const AddCommand> others);

}  // namespace nqueens::cli
