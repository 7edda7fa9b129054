// Which squares of a board a chess piece attacks, as sets of squares.
#pragma once

#include <bitset>
#include <cstddef>
#include <vector>

#include "boards/puzzles/board_size.hpp"
#include "boards/solutions/arrangement.hpp"

namespace nqueens {

/// Squares by their number: row by row, in a row by column, from 0.
using SquareSet = std::bitset<max_puzzle_squares>;

/// The squares that one kind of chess piece attacks. What stands between two squares is not looked
/// at: among chess pieces of one kind it makes no difference. Where a rider attacks another one
/// behind a third on their line, it attacks the third; and what the third hides from it, the third
/// attacks.
class AttackGraph {
 public:
  /// Throws Error(usage) above max_puzzle_squares.
  AttackGraph(BoardSize size, ChessPiece piece);

  [[nodiscard]] BoardSize size() const { return size_; }
  [[nodiscard]] int squares() const { return size_.squares(); }
  [[nodiscard]] ChessPiece piece() const { return piece_; }
  /// Every square.
  [[nodiscard]] SquareSet all() const;
  /// The squares that a chess piece attacks, without its own.
  [[nodiscard]] const SquareSet& attacked(int from) const {
    return attacked_[static_cast<std::size_t>(from)];
  }
  /// The same and its own.
  [[nodiscard]] const SquareSet& dominated(int from) const {
    return dominated_[static_cast<std::size_t>(from)];
  }

 private:
  BoardSize size_;
  ChessPiece piece_;
  std::vector<SquareSet> attacked_;
  std::vector<SquareSet> dominated_;
};

template <class Do>
void for_each(const SquareSet& squares, Do act) {
  for (std::size_t bit = squares._Find_first(); bit < squares.size();
       bit = squares._Find_next(bit)) {
    act(static_cast<int>(bit));
  }
}

inline Square square_of(BoardSize size, int number) {
  return {.row = number / size.columns, .column = number % size.columns};
}

/// The symmetries of the board, which keep all attacks: eight of a square, four of a rectangle.
/// Each is the list of the squares that it sends the squares to; the first is the identity.
std::vector<std::vector<int>> symmetries_of(BoardSize size);

/// Chess pieces of one kind on some squares.
Arrangement arrangement_of(BoardSize size, ChessPiece piece, const SquareSet& squares);

}  // namespace nqueens
