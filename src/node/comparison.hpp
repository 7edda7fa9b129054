// Compares the counts of two kernels.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/problem.hpp"

namespace nqueens {

/// The first difference between the counts of a kernel and its reference, laid out as by
/// Kernel::count(): "counts 5 where scalar counts 4, below prefix 17 of n=11". Nothing if they are
/// equal.
/// @param prefixes  their kind, for the text: "prefix", "random prefix"
std::optional<std::string> first_difference(const Problem& problem,
                                            std::span<const std::uint64_t> counts,
                                            std::span<const std::uint64_t> expected,
                                            std::string_view reference, std::string_view prefixes);

}  // namespace nqueens
