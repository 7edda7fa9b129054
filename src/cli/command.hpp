// The commands of the program: each has a file of its own, which declares its options and carries
// it out.
#pragma once

#include <functional>

#include "launcher.hpp"
#include "nqueens/core/error.hpp"

namespace CLI {
class App;
}

namespace nqueens::cli {

/// What the program knows of a command.
struct Command {
  CLI::App* parser;  ///< of its options; knows whether the user chose the command
  /// Carries it out with the options that were parsed: answers to stdout, the log to stderr. Throws
  /// Error.
  std::function<ExitCode(const Launcher& launcher)> run;
  bool on_every_rank = false;  ///< of a launch; else on rank 0 alone, since one answer is enough
};

/// Each adds its command to the program.
Command add_count(CLI::App& program);
Command add_resume(CLI::App& program);
Command add_status(CLI::App& program);
Command add_verify(CLI::App& program);
Command add_merge(CLI::App& program);
Command add_certificate(CLI::App& program);
Command add_kernels(CLI::App& program);
Command add_bench(CLI::App& program);
Command add_selftest(CLI::App& program);
Command add_solve(CLI::App& program);
Command add_check(CLI::App& program);

}  // namespace nqueens::cli
