// The chess pieces, and which squares they attack.
//
// "Chess piece" is what stands on a board; a slice is part of a task (job/slices.hpp).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/square.hpp"

namespace nqueens {

enum class ChessPiece : std::uint8_t {
  queen,
  amazon,  ///< queen and knight together, the superqueen
  king,
  rook,
  bishop,
  knight,
  chancellor,  ///< rook and knight together
  archbishop,  ///< bishop and knight together
  nightrider,  ///< any number of a knight's moves in one direction
  pawn,        ///< here it attacks nothing: it only blocks lines
};

/// A move to the squares `longer` lines away in one direction and `shorter` in the other: each way
/// round and in all directions, so up to eight moves.
struct ChessMove {
  int longer = 0;
  int shorter = 0;
  bool rides = false;  ///< as often as wanted; else once, a leap
};

/// The moves of a chess piece; none for a pawn.
std::span<const ChessMove> moves_of(ChessPiece piece);

/// Whether a chess piece attacks a square other than its own where nothing stands between.
bool attacks(ChessPiece piece, Square from, Square to);

std::string_view to_string(ChessPiece piece);
std::optional<ChessPiece> chess_piece_from(std::string_view name);

/// The names of those that attack something, in the order of the enumeration.
std::vector<std::string_view> names_of_attackers();

/// "knights"; of a single one "knight".
std::string noun_of(ChessPiece piece, bool single);

}  // namespace nqueens
