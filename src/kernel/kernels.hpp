// Entries of the kernels, for the registry.
#pragma once

#include "nqueens/kernel/kernel.hpp"

namespace nqueens {

KernelEntry plain_kernel();
KernelEntry scalar_kernel();

/// The frontier kernel for each instruction set; without `make` where the build's processor family is
/// another.
KernelEntry avx512_kernel();
KernelEntry avx2_kernel();
KernelEntry sse4_kernel();
KernelEntry sve_kernel();
KernelEntry neon_kernel();

}  // namespace nqueens
