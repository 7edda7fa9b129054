// Entries of the kernels, for the registry.
#pragma once

#include <memory>

#include "core/problem.hpp"
#include "kernel/kernel.hpp"

namespace nqueens {

KernelEntry plain_kernel();
KernelEntry scalar_kernel();

/// The scalar kernels of the other sequences.
std::unique_ptr<Kernel> make_scalar_torus_kernel(const Problem& problem);
std::unique_ptr<Kernel> make_scalar_placements_kernel(const Problem& problem);
std::unique_ptr<Kernel> make_scalar_amazons_kernel(const Problem& problem);

/// Makes the kernel of a sequence.
inline auto make_by(const Makers& makers) {
  return [makers](const Problem& problem) { return makers[index_of(problem.sequence)](problem); };
}

/// The frontier kernel for each instruction set; `make` is null if the build is for another
/// processor family.
KernelEntry avx512_kernel();
KernelEntry avx2_kernel();
KernelEntry sse4_kernel();
KernelEntry sve_kernel();
KernelEntry neon_kernel();

}  // namespace nqueens
