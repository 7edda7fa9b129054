// Replaces the registry's kernels, for tests of error detection only. The program does not include
// it.
#pragma once

#include <vector>

#include "kernel/kernel.hpp"

namespace nqueens {

/// Replaces all kernels, for example by faulty ones. Call it before any kernel is looked up.
void replace_kernels(std::vector<KernelEntry> replacements);

}  // namespace nqueens
