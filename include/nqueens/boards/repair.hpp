// One solution of any board by conflict minimisation, in linear time.
#pragma once

#include <cstdint>
#include <vector>

#include "nqueens/boards/solution.hpp"

namespace nqueens {

/// Largest board that is repaired: 8 bytes a row.
inline constexpr std::uint64_t max_repair = 100'000'000;

/// Local search after R. Sosic and J. Gu, 3,000,000 Queens in Less Than One Minute, SIGART Bulletin
/// 2 (1991). Greedy start: column by column a random row of those left whose diagonals are empty,
/// until about a hundred columns are left, which get the last rows as they come. Then the row of an
/// attacked queen is swapped with that of a random other one wherever that leaves fewer conflicts.
/// A start that gets stuck is given up for a new one, so that the search ends with probability 1 on
/// every board.
/// @param n     rows of the board, 1 or 4 to max_repair
/// @param seed  of Random; the same seed gives the same solution on every platform
std::vector<Row> repair(std::uint64_t n, std::uint64_t seed);

}  // namespace nqueens
