// Boards filled by n solutions of the n queens: Latin squares whose every number is a solution.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "boards/puzzles/search.hpp"
#include "boards/solutions/number_square.hpp"

namespace nqueens {

/// Largest board that is searched: of 14 rows there are 365,596 solutions, of 15 six times as many.
inline constexpr int max_searched_latin = 14;

/// Which squares are searched.
enum class LatinSymmetry : std::uint8_t {
  none,         ///< all
  reflections,  ///< those whose solutions both reflections of the board, left to right and top to
                ///< bottom, send into other solutions of the square: there are none unless 4
                ///< divides n
};

/// Called with each square; false ends the search.
using VisitNumberSquare = std::function<bool(const NumberSquare& square)>;

/// Visits every square, with the numbers 1 to n in the order of the first row. An exact cover of
/// the squares of the board by solutions, of which only those count that have a queen on both main
/// diagonals. After M. Vasquez, New Results on the Queens_n2 Graph Coloring Problem, Journal of
/// Heuristics 10 (2004), who found that the squares of 12 rows have both reflections.
/// @param n  rows of the board, 1 to max_searched_latin
SearchEnd visit_latin_squares(int n, LatinSymmetry symmetry, Search& search,
                              const VisitNumberSquare& visit);

/// Whether neither 2 nor 3 divides n: on the torus, then, queens have solutions.
constexpr bool has_torus_solution(std::uint64_t n) {
  return n % 2 != 0 && n % 3 != 0;
}

/// The n translations of a solution of the torus, whose queens are a knight's move apart: they fill
/// the board, as G. Polya, Ueber die doppelt-periodischen Loesungen des n-Damen-Problems (1918)
/// shows.
/// @param n  has_torus_solution(n), up to max_read_square
NumberSquare translated_latin_square(int n);

}  // namespace nqueens
