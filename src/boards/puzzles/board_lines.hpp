// The lines of a board on which queens see one another, as numbers of squares.
#pragma once

#include <vector>

#include "boards/puzzles/board_size.hpp"

namespace nqueens {

using Line = std::vector<int>;

struct BoardLines {
  std::vector<Line> rows;
  std::vector<Line> columns;
  std::vector<Line> diagonals;  ///< of both directions, of two squares and more

  explicit BoardLines(BoardSize size);
};

}  // namespace nqueens
