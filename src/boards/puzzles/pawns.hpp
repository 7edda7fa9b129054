// Puzzle: the fewest pawns that let queens stand unattacked, more than the board has rows. A pawn
// blocks the lines through its square.
#pragma once

#include "boards/puzzles/board_size.hpp"
#include "boards/puzzles/optimum.hpp"
#include "boards/puzzles/search.hpp"

namespace nqueens {

/// The most queens that any number of pawns lets stand: at most one of four squares that meet
/// in a corner has a queen, since there is no square between any two of them.
constexpr int max_parted_queens(BoardSize size) {
  return ((size.rows + 1) / 2) * ((size.columns + 1) / 2);
}

/// The fewest pawns for so many queens, from 1 to max_parted_queens(). Begins with one for each
/// queen that is more than the board has rows or columns, since a row of so many pawns has at most
/// one queen more; tries one more until a search finds an arrangement. Until then the best found is
/// a board full of pawns, less those that nobody needs. Throws Error(usage) for more than
/// max_puzzle_squares. The puzzle: R. D. Chatham, G. H. Fricke, R. D. Skaggs, The Queens Separation
/// Problem, Utilitas Mathematica 69 (2006).
Optimum fewest_pawns(BoardSize size, int queens, Search& search, const TellDecided& tell = {});

/// Visits every arrangement of so many queens, 1 to max_parted_queens(), and pawns, from 0 on,
/// once. Throws Error(usage) for more than max_puzzle_squares.
SearchEnd visit_parted_queens(BoardSize size, int queens, int pawns, Search& search,
                              const VisitArrangement& visit);

}  // namespace nqueens
