// The commands about single solutions: `solve` and `check`.
#pragma once

#include "board_options.hpp"
#include "nqueens/core/error.hpp"

namespace nqueens::cli {

/// Writes solutions of one board, or one of each board of a file.
ExitCode solve(const SolveOptions& options);

/// Says of solutions in a file whether they are right.
ExitCode check(const CheckOptions& options);

}  // namespace nqueens::cli
