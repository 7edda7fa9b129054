// Kernels are tested on the machine that they are to run on: quickly before each count, at length
// on demand.
#pragma once

#include <memory>

#include "nqueens/core/problem.hpp"
#include "nqueens/kernel/kernel.hpp"

namespace nqueens {

/// The kernel for a problem, once it has counted a whole small board of the same kind, and random
/// prefixes of the problem's own board, as the scalar kernel does; scalar itself as the plain one
/// does. Takes milliseconds. Its nodes() are those of the test then. Throws std::runtime_error
/// where a count differs, naming the kernel, the prefix and both counts.
std::unique_ptr<Kernel> make_tested_kernel(const KernelEntry& entry, const Problem& problem);

/// The variant of a kernel that counts the problem's boards fastest on this processor, by a race of
/// some milliseconds; the kernel itself where it has no variants or these do not differ for the
/// problem. Throws std::runtime_error where their counts or nodes differ.
const KernelEntry& fastest_variant(const KernelEntry& entry, const Problem& problem);

}  // namespace nqueens
