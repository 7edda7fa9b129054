// Walks the moves of each chess piece over a board that is drawn square by square.

#include "boards/solutions/arrangement_check.hpp"

#include <cstddef>
#include <vector>

namespace nqueens {
namespace {

/// The squares of a board, a byte each.
class SquareBytes {
 public:
  SquareBytes(const Arrangement& board, std::uint8_t value)
      : rows_(board.rows),
        columns_(board.columns),
        values_(static_cast<std::size_t>(board.rows) * static_cast<std::size_t>(board.columns),
                value) {}

  [[nodiscard]] bool has(Square square) const {
    return square.row >= 0 && square.row < rows_ && square.column >= 0 && square.column < columns_;
  }
  std::uint8_t& operator[](Square square) { return values_[index(square)]; }
  std::uint8_t operator[](Square square) const { return values_[index(square)]; }

 private:
  [[nodiscard]] std::size_t index(Square square) const {
    return static_cast<std::size_t>(square.row) * static_cast<std::size_t>(columns_) +
           static_cast<std::size_t>(square.column);
  }

  int rows_;
  int columns_;
  std::vector<std::uint8_t> values_;
};

constexpr std::uint8_t no_piece = 0xFF;

/// The chess piece on each square, or `no_piece`.
SquareBytes occupied_squares(const Arrangement& arrangement) {
  SquareBytes squares(arrangement, no_piece);
  for (const auto& [piece, square] : arrangement.pieces) {
    squares[square] = static_cast<std::uint8_t>(piece);
  }
  return squares;
}

/// Calls visit with the squares that a chess piece attacks until that returns false.
/// @return whether it never did
template <class Visit>
bool walk(const PlacedPiece& placed, const SquareBytes& occupied, const Visit& visit) {
  for (const ChessMove& move : moves_of(placed.piece)) {
    for (int direction = 0; direction < 8; ++direction) {
      const int longer = (direction & 1) != 0 ? -move.longer : move.longer;
      const int shorter = (direction & 2) != 0 ? -move.shorter : move.shorter;
      const bool upright = (direction & 4) != 0;
      Square square = placed.square;
      do {
        square.row += upright ? longer : shorter;
        square.column += upright ? shorter : longer;
        if (!occupied.has(square)) {
          break;
        }
        if (!visit(square)) {
          return false;
        }
      } while (move.rides && occupied[square] == no_piece);
    }
  }
  return true;
}

std::string place(Square square) {
  return "column " + std::to_string(square.column + 1) + ", row " + std::to_string(square.row + 1);
}

std::string standing(const PlacedPiece& placed) {
  return "the " + std::string(to_string(placed.piece)) + " at " + place(placed.square);
}

}  // namespace

std::optional<ArrangementFault> find_misplaced(const Arrangement& arrangement) {
  SquareBytes occupied(arrangement, no_piece);
  for (const PlacedPiece& placed : arrangement.pieces) {
    if (!occupied.has(placed.square)) {
      return ArrangementFault{.kind = ArrangementFaultKind::off_board, .first = placed};
    }
    std::uint8_t& here = occupied[placed.square];
    if (here != no_piece) {
      return ArrangementFault{.kind = ArrangementFaultKind::same_square,
                              .first = {static_cast<ChessPiece>(here), placed.square},
                              .second = placed};
    }
    here = static_cast<std::uint8_t>(placed.piece);
  }
  return std::nullopt;
}

std::optional<ArrangementFault> find_attack(const Arrangement& arrangement) {
  auto fault = find_misplaced(arrangement);
  if (fault) {
    return fault;
  }
  constexpr auto pawn = static_cast<std::uint8_t>(ChessPiece::pawn);
  const SquareBytes occupied = occupied_squares(arrangement);
  for (const PlacedPiece& placed : arrangement.pieces) {
    const bool attacks_none = walk(placed, occupied, [&](Square square) {
      const std::uint8_t here = occupied[square];
      if (here == no_piece || here == pawn) {
        return true;
      }
      fault = {.kind = ArrangementFaultKind::attack,
               .first = placed,
               .second = {static_cast<ChessPiece>(here), square}};
      return false;
    });
    if (!attacks_none) {
      break;
    }
  }
  return fault;
}

std::optional<ArrangementFault> find_unguarded(const Arrangement& arrangement) {
  if (const auto fault = find_misplaced(arrangement)) {
    return fault;
  }
  const SquareBytes occupied = occupied_squares(arrangement);
  SquareBytes guarded(arrangement, 0);
  for (const PlacedPiece& placed : arrangement.pieces) {
    guarded[placed.square] = 1;
    walk(placed, occupied, [&guarded](Square square) {
      guarded[square] = 1;
      return true;
    });
  }
  for (int row = 0; row < arrangement.rows; ++row) {
    for (int column = 0; column < arrangement.columns; ++column) {
      if (guarded[{row, column}] == 0) {
        return ArrangementFault{.kind = ArrangementFaultKind::unguarded, .square = {row, column}};
      }
    }
  }
  return std::nullopt;
}

std::string describe(const ArrangementFault& fault) {
  switch (fault.kind) {
    case ArrangementFaultKind::off_board: return standing(fault.first) + " is off the board";
    case ArrangementFaultKind::same_square:
      return "two chess pieces are at " + place(fault.first.square);
    case ArrangementFaultKind::attack:
      return standing(fault.first) + " attacks " + standing(fault.second);
    case ArrangementFaultKind::unguarded: break;
  }
  return "no chess piece attacks " + place(fault.square);
}

}  // namespace nqueens
