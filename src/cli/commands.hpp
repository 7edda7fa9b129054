// What each command does: one function a command.
#pragma once

#include "launcher.hpp"
#include "nqueens/core/error.hpp"
#include "options.hpp"

namespace nqueens::cli {

/// Carries out the command: answers to stdout, the log to stderr. Throws Error.
ExitCode execute(const Options& options, const Launcher& launcher);

}  // namespace nqueens::cli
