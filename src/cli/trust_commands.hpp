// verify and merge: whether counts are right, and counts of several places as one.
#pragma once

#include "nqueens/core/error.hpp"
#include "options.hpp"
#include "workers.hpp"

namespace nqueens::cli {

/// Throws Error(usage) where the options do not go together.
WorkersJob prepare_verify(const Options& options);

ExitCode merge(const Options& options);

}  // namespace nqueens::cli
