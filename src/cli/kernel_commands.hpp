// The commands about kernels: `kernels` and `bench`.
#pragma once

#include "nqueens/core/error.hpp"
#include "options.hpp"

namespace nqueens::cli {

/// Prints all kernels: name, instruction set, whether compiled in, runnable here, chosen.
ExitCode list_kernels(const Options& options);

/// Runs the benchmark with the kernel chosen, or all that run here, and prints the rates.
ExitCode bench(const Options& options);

}  // namespace nqueens::cli
