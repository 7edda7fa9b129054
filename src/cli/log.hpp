// Where the log goes: stderr, and a file where the user wants one.
#pragma once

#include "options.hpp"

namespace nqueens::cli {

/// Makes the default logger. Throws Error(usage) where the log file cannot be written.
void set_up_log(const Options& options);

}  // namespace nqueens::cli
