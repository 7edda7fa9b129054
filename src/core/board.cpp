// Squares that are free for whole orbits.

#include "core/board.hpp"

#include <cstdlib>

namespace nqueens {
namespace {

bool attack(Square one, Square other, bool knights) {
  const int rows = std::abs(one.row - other.row);
  const int columns = std::abs(one.column - other.column);
  return rows == 0 || columns == 0 || rows == columns || (knights && rows * columns == 2);
}

bool attacks_itself(int n, Square square, const Moves& moves) {
  for (Square image = turned(n, square, moves.turn); image != square;
       image = turned(n, image, moves.turn)) {
    if (attack(square, image, moves.knights)) {
      return true;
    }
  }
  return false;
}

}  // namespace

LineSet Placement::free_orbits_in_row(int n, int row) const {
  LineSet free = all_lines(n) & ~columns;
  if (moves.knights) {
    free &= ~knights_moves_to(row);
  }
  for (LineSet left = free; left != 0; left = without_lowest(left)) {
    const Square square{row, lowest_line(left)};
    const std::uint64_t attacked =
        (diagonals & occupied_diagonals(n, row + square.column)) |
        (antidiagonals & occupied_diagonals(n, square.column - row + n - 1));
    if (attacked != 0 || attacks_itself(n, square, moves)) {
      free ^= LineSet{1} << square.column;
    }
  }
  return free;
}

}  // namespace nqueens
