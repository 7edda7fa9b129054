// Tests of kernels on the machine that runs them, before each count.
#pragma once

#include <memory>

#include "core/problem.hpp"
#include "kernel/kernel.hpp"

namespace nqueens {

/// Makes and tests the kernel for a problem: it must count a whole small board of the same kind,
/// and random prefixes of the problem's board, like the scalar kernel (scalar itself like plain).
/// Takes milliseconds. Its nodes() then include the test. Throws std::runtime_error with the
/// kernel, the prefix and both counts if a count differs.
std::unique_ptr<Kernel> make_tested_kernel(const KernelEntry& entry, const Problem& problem);

/// The variant of a kernel that wins a race of some milliseconds on this processor. The kernel
/// itself if it has no variants, or if these do not differ for the problem. Throws
/// std::runtime_error if their counts or nodes differ.
const KernelEntry& fastest_variant(const KernelEntry& entry, const Problem& problem);

}  // namespace nqueens
