// Entries of the kernels, for the registry.
#pragma once

#include <cassert>
#include <memory>

#include "nqueens/core/problem.hpp"
#include "nqueens/kernel/kernel.hpp"

namespace nqueens {

using MakeKernel = std::unique_ptr<Kernel> (*)(const Problem&);

/// The kernel for a problem, of those that go by one name.
template <MakeKernel Solutions, MakeKernel Placements, MakeKernel Torus>
std::unique_ptr<Kernel> make_by_problem(const Problem& problem) {
  assert(is_countable(problem.board, problem.quantity));
  if (problem.board == Board::torus) {
    return Torus(problem);
  }
  return (problem.quantity == Quantity::placements ? Placements : Solutions)(problem);
}

KernelEntry plain_kernel();
KernelEntry scalar_kernel();

/// What the scalar kernel counts placements with.
std::unique_ptr<Kernel> make_scalar_placements_kernel(const Problem& problem);

/// What the scalar kernel counts the solutions of a torus with.
std::unique_ptr<Kernel> make_scalar_torus_kernel(const Problem& problem);

/// The frontier kernel for each instruction set; without `make` where the build's processor family is
/// another.
KernelEntry avx512_kernel();
KernelEntry avx2_kernel();
KernelEntry sse4_kernel();
KernelEntry sve_kernel();
KernelEntry neon_kernel();

}  // namespace nqueens
