// Walks the lines of a board.
#include "boards/puzzles/board_lines.hpp"

#include <utility>

#include "core/square.hpp"

namespace nqueens {

BoardLines::BoardLines(BoardSize size) {
  const auto line = [size](Square square, int down, int right) {
    Line squares;
    for (; square.row < size.rows && square.column >= 0 && square.column < size.columns;
         square.row += down, square.column += right) {
      squares.push_back(square.row * size.columns + square.column);
    }
    return squares;
  };
  const auto add_diagonals = [&](Square from) {
    for (const int right : {1, -1}) {
      const bool begins_here = from.row == 0 || from.column == (right > 0 ? 0 : size.columns - 1);
      if (Line squares = line(from, 1, right); begins_here && squares.size() > 1) {
        diagonals.push_back(std::move(squares));
      }
    }
  };
  for (int row = 0; row < size.rows; ++row) {
    rows.push_back(line({.row = row, .column = 0}, 0, 1));
    for (int column = 0; column < size.columns; ++column) {
      add_diagonals({.row = row, .column = column});
    }
  }
  for (int column = 0; column < size.columns; ++column) {
    columns.push_back(line({.row = 0, .column = column}, 1, 0));
  }
}

}  // namespace nqueens
