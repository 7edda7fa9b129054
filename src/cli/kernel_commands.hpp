// The commands about kernels: `kernels`, `bench` and `selftest`.
#pragma once

#include "nqueens/core/error.hpp"
#include "options.hpp"

namespace nqueens::cli {

/// Prints all kernels: name, instruction set, whether compiled in, runnable here, chosen.
ExitCode list_kernels(const Options& options);

/// Runs the benchmark with the kernel chosen, or all that run here, and prints the rates.
ExitCode bench(const Options& options);

/// Compares kernels on the cores of this process until the time is over or a signal comes, and prints what
/// was compared. @return wrong_answer where two of them differ
ExitCode selftest(const Options& options);

}  // namespace nqueens::cli
