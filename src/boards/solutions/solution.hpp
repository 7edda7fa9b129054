// A solution: the row of the queen in each column.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

namespace nqueens {

/// A row, from 0. Texts count rows and columns from 1.
using Row = std::uint32_t;

/// The row of the queen in each column from the first on.
using Rows = std::span<const Row>;

/// Called with each solution, which lives as long as the call; false ends the search.
using VisitSolution = std::function<bool(Rows solution)>;

/// Whether n non-attacking queens can stand on an n x n board: for every n but 2 and 3 (and 0).
constexpr bool has_solution(std::uint64_t n) {
  return n == 1 || n >= 4;
}

/// Whether none of the eight images of a solution under the symmetries of the square is
/// lexicographically smaller: true of exactly one solution of each orbit. O(n) memory and time.
bool is_smallest_of_orbit(Rows solution);

}  // namespace nqueens
