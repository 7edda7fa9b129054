// Entries of the kernels, for the registry.
#pragma once

#include <memory>

#include "nqueens/core/problem.hpp"
#include "nqueens/kernel/kernel.hpp"

namespace nqueens {

KernelEntry plain_kernel();
KernelEntry scalar_kernel();

/// What the scalar kernel counts placements with.
std::unique_ptr<Kernel> make_scalar_placements_kernel(const Problem& problem);

/// What the scalar kernel counts the solutions of a torus with.
std::unique_ptr<Kernel> make_scalar_torus_kernel(const Problem& problem);

/// The frontier kernel for each instruction set; without `make` where the build's processor family
/// is another.
KernelEntry avx512_kernel();
KernelEntry avx2_kernel();
KernelEntry sse4_kernel();
KernelEntry sve_kernel();
KernelEntry neon_kernel();

}  // namespace nqueens
