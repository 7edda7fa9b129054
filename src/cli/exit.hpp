// The exit code, on its way past a launcher.
#pragma once

#include "launcher.hpp"
#include "nqueens/core/error.hpp"

namespace nqueens::cli {

/// On rank 0, writes the code to the file that NQUEENS_EXIT_CODE_FILE names, where that is set: Open MPI's
/// mpirun returns 0 in any case when it is told to survive the death of ranks.
void leave_exit_code(const Launcher& launcher, ExitCode code);

}  // namespace nqueens::cli
