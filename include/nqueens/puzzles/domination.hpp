// Puzzle: the fewest chess pieces of one kind that attack or occupy every square of a board.
#pragma once

#include "nqueens/puzzles/board_size.hpp"
#include "nqueens/puzzles/optimum.hpp"
#include "nqueens/puzzles/search.hpp"

namespace nqueens {

struct Domination {
  BoardSize size;  ///< up to max_puzzle_squares
  ChessPiece piece = ChessPiece::queen;
  bool independent = false;  ///< no piece may attack another
};

/// The fewest pieces. Tries one number after the other, from the first that can be enough: as many
/// as the square with the fewest attackers allows for is refuted by search. A greedy arrangement is
/// the best found until then. Throws Error(usage) for a board that is too large.
Optimum fewest_dominators(const Domination& puzzle, Search& search, const TellDecided& tell = {});

/// Visits every arrangement of the fewest pieces once.
/// @param number  the fewest, which fewest_dominators() proved
SearchEnd visit_dominators(const Domination& puzzle, int number, Search& search,
                           const VisitArrangement& visit);

}  // namespace nqueens
