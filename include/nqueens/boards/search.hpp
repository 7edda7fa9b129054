// Searches that find every solution.
#pragma once

#include <cstdint>

#include "nqueens/boards/solution.hpp"

namespace nqueens {

/// Largest board that is searched: a set of rows is one 64-bit word.
inline constexpr int max_search = 64;

/// Depth-first search in column order over the rows that no queen attacks, with the three words of
/// M. Richards (1997): rows taken and the two kinds of diagonals. Gives the solutions in
/// lexicographic order. Memory does not depend on their number.
/// @param n  rows of the board, 1 to max_search
void search(int n, const VisitSolution& visit);

/// The classic search over permutations: the queens stand in different rows and columns from the
/// start; the row of a column is swapped with each that follows, tested against the diagonals of
/// the queens before it, from the first on, and the next column is tried where none attacks. Gives
/// the same solutions as search() in another order, on boards of the same sizes.
/// @return how many times two queens were compared
std::uint64_t permute(int n, const VisitSolution& visit);

}  // namespace nqueens
