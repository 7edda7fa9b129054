// The exit code, on its way past a launcher.
#pragma once

#include <functional>

#include "launcher.hpp"
#include "nqueens/core/error.hpp"

namespace nqueens::cli {

/// On rank 0, writes the code to the file that NQUEENS_EXIT_CODE_FILE names, where that is set: Open MPI's
/// mpirun returns 0 in any case when it is told to survive the death of ranks.
void leave_exit_code(const Launcher& launcher, ExitCode code);

/// Name of the logger that writes to --log-file alone, where there is one.
inline constexpr const char* file_log = "file";

/// Runs the body. An exception of it becomes one line on stderr and its exit code; all ranks find the same
/// mistake in the same command line, and rank 0 says so. The code is left for the launcher at once.
ExitCode guarded(const Launcher& launcher, const std::function<ExitCode()>& body);

}  // namespace nqueens::cli
