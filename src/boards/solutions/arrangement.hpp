// Chess pieces on a rectangular board.
#pragma once

#include <vector>

#include "boards/solutions/chess_piece.hpp"
#include "core/square.hpp"

namespace nqueens {

/// A chess piece where it stands.
struct PlacedPiece {
  ChessPiece piece = ChessPiece::queen;
  Square square;
  friend bool operator==(const PlacedPiece&, const PlacedPiece&) = default;
};

/// Chess pieces on a board, at most one on each square, in the order of their squares: row by row,
/// in a row by column.
struct Arrangement {
  int rows = 0;
  int columns = 0;
  std::vector<PlacedPiece> pieces;
  friend bool operator==(const Arrangement&, const Arrangement&) = default;
};

}  // namespace nqueens
