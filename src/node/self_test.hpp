// Tests of kernels on the machine that runs them, before each count.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

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

/// The first difference between the counts of a kernel and its reference, laid out as by
/// Kernel::count(): "counts 5 where scalar counts 4, below prefix 17 of n=11". Nothing if they are
/// equal.
/// @param prefixes  their kind, for the text: "prefix", "random prefix"
std::optional<std::string> first_difference(const Problem& problem,
                                            std::span<const std::uint64_t> counts,
                                            std::span<const std::uint64_t> expected,
                                            std::string_view reference, std::string_view prefixes);

}  // namespace nqueens
