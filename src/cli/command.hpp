// The commands of the program. Each has its own file, which declares its options and runs it.
#pragma once

#include <functional>

#include "cli/launcher.hpp"
#include "core/error.hpp"

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
Command add_kernels(CLI::App& program);
Command add_bench(CLI::App& program);
Command add_selftest(CLI::App& program);
Command add_help(CLI::App& program);
Command add_completion(CLI::App& program);

}  // namespace nqueens::cli
