// The models that Gecode searches, without its headers: puzzles of chess pieces, Latin squares of
// solutions, and the n queens. Without Gecode, all of them throw Error(usage) that tells how to get
// it.
#pragma once

#include <cstdint>
#include <functional>

#include "boards/puzzles/puzzle.hpp"
#include "boards/solutions/number_square.hpp"
#include "boards/solutions/solution.hpp"

namespace nqueens {

/// The most chess pieces of one kind that do not attack one another. A greedy rule divides the
/// board into few cliques of squares that attack one another. Their number is tried first, then one
/// less until a search finds an arrangement. Until then the best found is a greedy arrangement.
Puzzle non_attacking(BoardSize size, ChessPiece piece);

/// The fewest chess pieces of one kind that attack or occupy every square. The first number tried
/// would be enough if no two dominated the same square; then one more until a search finds an
/// arrangement. Until then the best found is a greedy one. The search branches over the chess
/// pieces for the square that has the fewest, as D. E. Knuth, Dancing Links (2000), does for exact
/// covers. Visits only arrangements of the fewest.
/// @param independent  no chess piece may attack another
Puzzle domination(BoardSize size, ChessPiece piece, bool independent = false);

/// The most queens that can stand unattacked with any number of pawns: of four squares around a
/// corner at most one has a queen, since no square lies between two of them.
constexpr int max_parted_queens(BoardSize size) {
  return ((size.rows + 1) / 2) * ((size.columns + 1) / 2);
}

/// The fewest pawns with which this number of queens, 1 to max_parted_queens(), stands unattacked.
/// A pawn blocks the lines through its square. A row has at most one queen more than pawns, so the
/// first number tried is the excess of queens over rows or columns; then one more until a search
/// finds an arrangement. Until then the best found is a board full of pawns, less the superfluous
/// ones. The puzzle is from R. D. Chatham, G. H. Fricke, R. D. Skaggs, The Queens Separation
/// Problem, Utilitas Mathematica 69 (2006).
Puzzle parted_queens(BoardSize size, int queens);

/// Given numbers of queens and knights, none of which attacks another. More than fit on the board
/// have no arrangement. The puzzle's number is that of all chess pieces.
///
/// Without numbers: the most queens with as many knights; the puzzle's number is that of queens.
/// Tries one of each, then two, and so on until a search finds nothing. That proves it for all
/// larger numbers, since chess pieces may always be removed.
Puzzle queens_and_knights(BoardSize size, int queens = 0, int knights = 0);

/// Largest board to search: 14 rows have 365,596 solutions, 15 six times as many.
inline constexpr int max_searched_latin = 14;

/// Which squares to search.
enum class LatinSymmetry : std::uint8_t {
  none,
  /// Squares whose solutions both reflections of the board map to solutions of the same square;
  /// none unless 4 divides n
  reflections,
};

/// Called with each square; false ends the search.
using VisitNumberSquare = std::function<bool(const NumberSquare& square)>;

/// Visits every board filled by n solutions: Latin squares in which each number is a solution, with
/// 1 to n in order in the first row. An exact cover of the board by solutions, restricted to those
/// with a queen on both main diagonals. After M. Vasquez, New Results on the Queens_n2 Graph
/// Coloring Problem, Journal of Heuristics 10 (2004), who found squares of 12 rows with both
/// reflections.
/// @param n  rows of the board, 1 to max_searched_latin
SearchEnd visit_latin_squares(int n, LatinSymmetry symmetry, Search& search,
                              const VisitNumberSquare& visit);

/// Largest board: a solution takes 0.1 s there; time and memory grow with n^2.
inline constexpr int max_constrained_queens = 1000;

/// Visits every solution. The variables are the rows of the queens by column; rows and both kinds
/// of diagonals are all-different constraints. The next column has the fewest rows left (first
/// fail: R. M. Haralick, G. L. Elliott, Increasing Tree Search Efficiency for Constraint
/// Satisfaction Problems, Artificial Intelligence 14, 1980). Among these it has a row nearest to
/// the middle, which it gets, and among these it is farthest from the middle. On one thread the
/// order is always the same, but not lexicographic.
/// @param n  rows of the board, 1 to max_constrained_queens
SearchEnd visit_queens(int n, Search& search, const VisitSolution& visit);

}  // namespace nqueens
