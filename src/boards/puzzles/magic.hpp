// Latin and magic squares from solutions of the n queens, and back.
//
// After O. Demiroers, N. Rafraf, M. M. Tanik, Obtaining N-Queens Solutions from Magic Squares and
// Constructing Magic Squares from N-Queens Solutions, Journal of Recreational Mathematics 24
// (1992), and J. Bell, B. Stevens, Constructing Orthogonal Pandiagonal Latin Squares and Panmagic
// Squares from Modular n-Queens Solutions, Journal of Combinatorial Designs 15 (2007).
#pragma once

#include <optional>
#include <vector>

#include "boards/puzzles/puzzle.hpp"
#include "boards/solutions/number_square.hpp"
#include "boards/solutions/solution.hpp"

namespace nqueens {

/// Whether neither 2 nor 3 divides n: on the torus, then, queens have solutions.
constexpr bool has_torus_solution(std::uint64_t n) {
  return n % 2 != 0 && n % 3 != 0;
}

/// The n translations of a solution of the torus, whose queens are a knight's move apart: they fill
/// the board, as G. Polya, Ueber die doppelt-periodischen Loesungen des n-Damen-Problems (1918)
/// shows.
/// @param n  has_torus_solution(n), up to max_read_square
NumberSquare translated_latin_square(int n);

/// Whether queens do not attack one another on the torus either.
bool is_torus_solution(Rows solution);

/// A magic square of odd order with the numbers 1 to n on the queens of a solution. Moved down the
/// torus step by step, the solution gives a Latin square A, and its mirror image another one, B.
/// They are orthogonal, since n is odd: row - q(column) and row + q(column) modulo n tell the
/// square. So n A + B has each number once, and its rows and columns add up. If the solution is one
/// of the torus, all diagonals do so, too. Else the numbers of A and B are changed among themselves
/// until both main diagonals do, by local search. (On an even board no Latin square of this kind
/// has an orthogonal one.)
/// @param solution  of an odd n up to max_read_square
/// @return nothing if the search was stopped, or found no numbers that fit
std::optional<NumberSquare> magic_square_of(Rows solution, Search& search);

/// A magic square whose numbers k n + 1 to k n + n are on a solution, for each k from 0 to n - 1:
/// of a Latin square whose solutions come in fours, as both reflections want it
/// (LatinSymmetry::reflections). Numbers on squares that a reflection exchanges add up to n - 1 in
/// each four, so rows and columns add up; the queens on the main diagonals are chosen to.
/// @param latin  of a multiple of 4, 12 or more rows
NumberSquare magic_square_of_latin(const NumberSquare& latin);

/// A solution in a square of numbers: the queens are on the numbers first, first + step and so on.
struct HiddenSolution {
  int first = 1;
  int step = 1;  ///< 1: a run of n numbers; n: those that leave the same remainder
  std::vector<Row> rows;
};

/// The runs 1 to n, n + 1 to 2 n and so on, and the numbers of each remainder modulo n, that are
/// solutions.
/// @param square  with each number from 1 to n^2 once
std::vector<HiddenSolution> solutions_in(const NumberSquare& square);

}  // namespace nqueens
