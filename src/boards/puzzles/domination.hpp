// Puzzle: the fewest chess pieces of one kind that attack or occupy every square of a board.
#pragma once

#include "boards/puzzles/board_size.hpp"
#include "boards/puzzles/optimum.hpp"
#include "boards/puzzles/search.hpp"

namespace nqueens {

struct Domination {
  BoardSize size;
  ChessPiece piece = ChessPiece::queen;
  bool independent = false;  ///< no chess piece may attack another
};

/// The fewest chess pieces. Begins with the number that would be enough if no two chess pieces
/// dominated the same square, and tries one more until a search finds an arrangement. Until then
/// the best found is a greedy one. The search branches over the chess pieces for the square that
/// has the fewest, as D. E. Knuth, Dancing Links (2000), does for exact covers. Throws Error(usage)
/// for more than max_puzzle_squares.
Optimum fewest_dominators(const Domination& puzzle, Search& search, const TellDecided& tell = {});

/// Visits every arrangement of the fewest chess pieces once.
/// @param number  the fewest, which fewest_dominators() proved
SearchEnd visit_dominators(const Domination& puzzle, int number, Search& search,
                           const VisitArrangement& visit);

}  // namespace nqueens
