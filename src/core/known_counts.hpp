// Published counts. Finished counts are compared with them; they are never used as an answer.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/count.hpp"
#include "core/problem.hpp"

namespace nqueens {

/// The published count of a problem; nothing where there is none. Solutions: OEIS A000170. Those
/// on a torus: OEIS A051906, published up to n = 34, so for every board size here. Placements, up
/// to n = 19: OEIS A319283, which counts the empty board as well. Amazons, up to n = 26: OEIS
/// A051223.
std::optional<Count> known_count(const Problem& problem);

/// Where counts of this kind are published: "OEIS A000170".
std::string_view source_of_known_counts(const Problem& problem);

/// Solutions of the square up to rotation and reflection.
std::optional<Count> known_fundamental_solutions(const Problem& problem);

/// Where these are published: "OEIS A002562".
std::string_view source_of_known_fundamental(const Problem& problem);

}  // namespace nqueens
