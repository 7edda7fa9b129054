// The command `certificate`.
#pragma once

#include "nqueens/core/error.hpp"
#include "options.hpp"

namespace nqueens::cli {

/// Writes the certificate of a finished checkpoint.
ExitCode certificate(const Options& options);

}  // namespace nqueens::cli
