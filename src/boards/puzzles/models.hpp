// What Gecode searches, without its headers: puzzles of chess pieces, Latin squares of solutions,
// the n queens. In a build without Gecode all of them throw Error(usage), which says how to get it.
#pragma once

#include <cstdint>
#include <functional>

#include "boards/puzzles/puzzle.hpp"
#include "boards/solutions/number_square.hpp"
#include "boards/solutions/solution.hpp"

namespace nqueens {

/// The most chess pieces of one kind that do not attack one another. Squares that attack one
/// another are put into as few cliques as a greedy rule finds. So many chess pieces are tried
/// first, then one less until a search finds an arrangement. A greedy arrangement is the best found
/// until then.
Puzzle non_attacking(BoardSize size, ChessPiece piece);

/// The fewest chess pieces of one kind that attack or occupy every square. Begins with the number
/// that would be enough if no two chess pieces dominated the same square, and tries one more until
/// a search finds an arrangement. Until then the best found is a greedy one. The search branches
/// over the chess pieces for the square that has the fewest, as D. E. Knuth, Dancing Links (2000),
/// does for exact covers. Visits only arrangements of the fewest.
/// @param independent  no chess piece may attack another
Puzzle domination(BoardSize size, ChessPiece piece, bool independent = false);

/// The most queens that any number of pawns lets stand: at most one of four squares that meet
/// in a corner has a queen, since there is no square between any two of them.
constexpr int max_parted_queens(BoardSize size) {
  return ((size.rows + 1) / 2) * ((size.columns + 1) / 2);
}

/// The fewest pawns that let this number of queens stand unattacked, 1 to max_parted_queens(). A
/// pawn blocks the lines through its square. Begins with one for each queen that is more than the
/// board has rows or columns, since a row has at most one queen more than pawns; tries one more
/// until a search finds an arrangement. Until then the best found is a board full of pawns, less
/// those that nobody needs. The puzzle: R. D. Chatham, G. H. Fricke, R. D. Skaggs, The Queens
/// Separation Problem, Utilitas Mathematica 69 (2006).
Puzzle parted_queens(BoardSize size, int queens);

/// So many queens and knights of which no chess piece attacks another, though more than the board
/// has room for have no arrangement. The number is that of all chess pieces.
///
/// Without numbers, the most queens with as many knights. The number is that of queens. Tries one
/// of each, two of each and so on until a search finds nothing; what the last one proves holds for
/// all larger numbers, since chess pieces may always be taken away.
Puzzle queens_and_knights(BoardSize size, int queens = 0, int knights = 0);

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

/// Visits every board filled by n solutions, with the numbers 1 to n in the order of the first row:
/// Latin squares whose every number is a solution. An exact cover of the squares of the board by
/// solutions, of which only those count that have a queen on both main diagonals. After M. Vasquez,
/// New Results on the Queens_n2 Graph Coloring Problem, Journal of Heuristics 10 (2004), who found
/// that the squares of 12 rows have both reflections.
/// @param n  rows of the board, 1 to max_searched_latin
SearchEnd visit_latin_squares(int n, LatinSymmetry symmetry, Search& search,
                              const VisitNumberSquare& visit);

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
