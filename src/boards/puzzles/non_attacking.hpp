// Puzzle: the most chess pieces of one kind that do not attack one another.
#pragma once

#include "boards/puzzles/board_size.hpp"
#include "boards/puzzles/optimum.hpp"
#include "boards/puzzles/search.hpp"
#include "boards/solutions/chess_piece.hpp"

namespace nqueens {

/// The most chess pieces. Squares that attack one another are put into as few cliques as a greedy
/// rule finds. So many chess pieces are tried first, then one less until a search finds an
/// arrangement. A greedy arrangement is the best found until then. Throws Error(usage) for more
/// than max_puzzle_squares.
Optimum max_non_attacking(BoardSize size, ChessPiece piece, Search& search,
                          const TellDecided& tell = {});

/// Visits every arrangement of so many chess pieces once.
/// @param number  from 0 on; there are none above max_non_attacking(). Throws Error(usage) for
/// more than max_puzzle_squares.
SearchEnd visit_non_attacking(BoardSize size, ChessPiece piece, int number, Search& search,
                              const VisitArrangement& visit);

}  // namespace nqueens
