// Digits for the remainders of a Latin square, so that its main diagonals add up.
#pragma once

#include <optional>
#include <vector>

#include "boards/puzzles/search.hpp"

namespace nqueens {

/// How often each of n remainders is on each main diagonal.
struct DiagonalCounts {
  std::vector<int> falling;
  std::vector<int> rising;
};

/// A digit from 0 to n - 1 for each remainder, all different, so that both diagonals have the sum
/// 0 + 1 + ... + n - 1. Swaps the two digits that bring both sums nearest to that, and begins anew
/// from a random order where no swap does. The same problem always has the same answer.
/// @param keep_first  remainder 0 has digit 0
/// @return nothing if the search was stopped, or after a thousand beginnings
std::optional<std::vector<int>> balanced_digits(const DiagonalCounts& counts, bool keep_first,
                                                Search& search);

}  // namespace nqueens
