// The exit code, also for a launcher.
#pragma once

#include <functional>

#include "cli/launcher.hpp"
#include "core/error.hpp"

namespace nqueens::cli {

/// The logger that writes only to --log-file, if there is one.
inline constexpr const char* file_log = "file";

/// Lets jobs/launch know that rank 0 has begun: what dies from now on was started the right way.
void say_begun(const Launcher& launcher);

/// Runs the body. An exception becomes one line on stderr, printed by rank 0 only, since all ranks
/// find the same mistake, and an exit code. Rank 0 also writes the code to the file that
/// NQUEENS_EXIT_CODE_FILE names, if set.
ExitCode guarded(const Launcher& launcher, const std::function<ExitCode()>& body);

}  // namespace nqueens::cli
