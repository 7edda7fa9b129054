// Constructs Latin and magic squares from solutions of the n queens, and finds solutions in
// squares.
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

/// Whether neither 2 nor 3 divides n, so that queens have solutions on the torus.
constexpr bool has_torus_solution(std::uint64_t n) {
  return n % 2 != 0 && n % 3 != 0;
}

/// The n translations of a torus solution whose queens are a knight's move apart. They fill the
/// board, as shown by G. Polya, Ueber die doppelt-periodischen Loesungen des n-Damen-Problems
/// (1918).
/// @param n  has_torus_solution(n), up to max_read_square
NumberSquare translated_latin_square(int n);

/// Whether the queens do not attack one another on the torus either.
bool is_torus_solution(Rows solution);

/// A magic square of odd order with the numbers 1 to n on the queens of a solution. Translated step
/// by step down the torus, the solution gives a Latin square A, and its mirror image another one,
/// B. They are orthogonal for odd n: row - q(column) and row + q(column) modulo n determine the
/// square. So n A + B has each number once, and its rows and columns have equal sums. A torus
/// solution gives that sum on all diagonals, too. For others, local search permutes the numbers of
/// A and B until both main diagonals have it. (For even n no Latin square of this kind has an
/// orthogonal one.)
/// @param solution  of an odd n up to max_read_square
/// @return nothing if the search was stopped or found no numbers
std::optional<NumberSquare> magic_square_of(Rows solution, Search& search);

/// A magic square in which, for each k from 0 to n - 1, the numbers k n + 1 to k n + n are on a
/// solution. The solutions of the Latin square come in fours of images
/// (LatinSymmetry::reflections). In each four, numbers on squares that a reflection exchanges add
/// up to n - 1, so rows and columns have equal sums; queens on the main diagonals are chosen so
/// that these do, too.
/// @param latin  its order is a multiple of 4, at least 12
NumberSquare magic_square_of_latin(const NumberSquare& latin);

/// A solution in a square of numbers, with queens on the numbers first, first + step and so on.
struct HiddenSolution {
  int first = 1;
  int step = 1;  ///< 1: n consecutive numbers; n: those with the same remainder
  std::vector<Row> rows;
};

/// The solutions among the runs 1 to n, n + 1 to 2 n and so on, and among the numbers with the same
/// remainder modulo n.
/// @param square  with each number from 1 to n^2 once
std::vector<HiddenSolution> solutions_in(const NumberSquare& square);

}  // namespace nqueens
