// One solution of any board by conflict minimisation, in linear time.
#pragma once

#include <cstdint>
#include <vector>

#include "boards/solutions/solution.hpp"

namespace nqueens {

/// Largest board: 8 bytes per row.
inline constexpr std::uint64_t max_repair = 100'000'000;

/// Local search after R. Sosic and J. Gu, 3,000,000 Queens in Less Than One Minute, SIGART Bulletin
/// 2 (1991). Greedy start: each column gets a random free row with empty diagonals, except about a
/// hundred last columns, which get the remaining rows. Then an attacked queen swaps rows with a
/// random other queen wherever that leaves fewer conflicts. A start that gets stuck is replaced by
/// a new one, so the search ends with probability 1 on every board.
/// @param n     rows of the board, 1 or 4 to max_repair
/// @param seed  of Random; the same seed gives the same solution on every platform
std::vector<Row> repair(std::uint64_t n, std::uint64_t seed);

}  // namespace nqueens
