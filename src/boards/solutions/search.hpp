// Searches that find every solution.
#pragma once

#include <cstdint>

#include "boards/solutions/solution.hpp"

namespace nqueens {

/// Largest board that is searched: a set of rows is one 64-bit word.
inline constexpr int max_search = 64;

/// Depth-first search, column by column, with the three words of M. Richards (1997): occupied rows
/// and both kinds of diagonals. Visits the solutions in lexicographic order, in constant memory.
/// @param n  rows of the board, 1 to max_search
void search(int n, const VisitSolution& visit);

/// The classic search over permutations. The queens stand in different rows and columns from the
/// start. Each column swaps its row with every later one in turn, and goes on to the next column
/// where no earlier queen attacks along a diagonal. Visits the same solutions as search() in
/// another order, on boards of the same sizes.
/// @return how many times two queens were compared
std::uint64_t permute(int n, const VisitSolution& visit);

}  // namespace nqueens
