// Replaces the registry's kernels, for tests of error detection only. No part of the program
// includes it.
#pragma once

#include <vector>

#include "kernel/kernel.hpp"

namespace nqueens {

/// Replaces the kernels of the program, for example with faulty ones. Call it before anything looks
/// for a kernel.
void replace_kernels(std::vector<KernelEntry> replacements);

}  // namespace nqueens
