// The n queens by constraint programming.
#pragma once

#include "boards/puzzles/search.hpp"
#include "boards/solutions/solution.hpp"

namespace nqueens {

/// Largest board: a solution takes 0.1 s there, and time and memory grow with n^2.
inline constexpr int max_constrained_queens = 1000;

/// Visits every solution. A variable is the row of a column's queen; rows and both kinds of
/// diagonals are each a constraint that all are different. The next column is one with the fewest
/// rows left (first fail: R. M. Haralick, G. L. Elliott, Increasing Tree Search Efficiency for
/// Constraint Satisfaction Problems, Artificial Intelligence 14, 1980), of these one with a row
/// nearest to the middle, which it gets, of these one farthest from the middle.
/// On one thread the order is always the same; it is not lexicographic.
/// @param n  rows of the board, 1 to max_constrained_queens
SearchEnd visit_queens(int n, Search& search, const VisitSolution& visit);

}  // namespace nqueens
