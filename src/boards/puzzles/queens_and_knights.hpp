// Puzzle: queens and knights of which no chess piece attacks another.
#pragma once

#include "boards/puzzles/board_size.hpp"
#include "boards/puzzles/optimum.hpp"
#include "boards/puzzles/search.hpp"

namespace nqueens {

/// The most queens with as many knights. Tries one of each, two of each and so on until a search
/// finds nothing; what the last one proves holds for all larger numbers, since chess pieces may
/// always be taken away. Throws Error(usage) for more than max_puzzle_squares.
Optimum max_queens_and_knights(BoardSize size, Search& search, const TellDecided& tell = {});

/// Visits every arrangement of so many queens and knights once: any numbers from 0 on, though more
/// than the board has room for have none. Throws Error(usage) for more than max_puzzle_squares.
SearchEnd visit_queens_and_knights(BoardSize size, int queens, int knights, Search& search,
                                   const VisitArrangement& visit);

}  // namespace nqueens
