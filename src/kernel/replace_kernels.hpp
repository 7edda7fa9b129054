// A door into the registry for tests of what finds faults: no part of the program includes it.
#pragma once

#include <vector>

#include "nqueens/kernel/kernel.hpp"

namespace nqueens {

/// Puts other kernels in the place of those of the program, such as these with faults. Before
/// anything looks for a kernel.
void replace_kernels(std::vector<KernelEntry> replacements);

}  // namespace nqueens
