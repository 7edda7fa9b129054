// The exit code, on its way past a launcher.
#pragma once

#include <functional>

#include "launcher.hpp"
#include "nqueens/core/error.hpp"

namespace nqueens::cli {

/// Name of the logger that writes to --log-file alone, where there is one.
inline constexpr const char* file_log = "file";

/// Runs the body. An exception of it becomes one line on stderr and its exit code; all ranks find
/// the same mistake in the same command line, and rank 0 says so; at once it also writes the code
/// to the file that NQUEENS_EXIT_CODE_FILE names, where that is set.
ExitCode guarded(const Launcher& launcher, const std::function<ExitCode()>& body);

}  // namespace nqueens::cli
