// Walks the moves of each chess piece over a board that is drawn square by square. Arrangements as
// a line, as a board of symbols and as JSON.
#include "boards/solutions/arrangement.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <stdexcept>
#include <string_view>
#include <tuple>

#include "boards/solutions/text.hpp"

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
  [[nodiscard]] const std::vector<std::uint8_t>& in_order() const { return values_; }

 private:
  [[nodiscard]] std::size_t index(Square square) const {
    return static_cast<std::size_t>(square.row) * static_cast<std::size_t>(columns_) +
           static_cast<std::size_t>(square.column);
  }

  int rows_;
  int columns_;
  std::vector<std::uint8_t> values_;
};

/// Behind the last ChessPiece.
constexpr std::uint8_t no_piece = static_cast<std::uint8_t>(ChessPiece::pawn) + 1;

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
  return joined("column ", square.column + 1, ", row ", square.row + 1);
}

std::string standing(const PlacedPiece& placed) {
  return joined("the ", to_string(placed.piece), " at ", place(placed.square));
}

}  // namespace

Arrangement arrangement_of(Rows solution) {
  const int n = static_cast<int>(solution.size());
  Arrangement arrangement{.rows = n, .columns = n, .pieces = {}};
  for (int column = 0; column < n; ++column) {
    const auto row = static_cast<int>(solution[static_cast<std::size_t>(column)]);
    arrangement.pieces.push_back({ChessPiece::queen, {row, column}});
  }
  return arrangement;
}

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

std::string board_text(const Arrangement& arrangement, SquareSymbols symbols) {
  constexpr std::array<std::string_view, no_piece + 1> letters = {"Q", "A", "K", "R", "B", "N",
                                                                  "C", "H", "I", "P", "."};
  constexpr std::array<std::string_view, no_piece + 1> chess_symbols = {
      "\u265B", "A", "\u265A", "\u265C", "\u265D", "\u265E", "C", "H", "I", "\u265F", "\u00B7"};
  if (std::max(arrangement.rows, arrangement.columns) > static_cast<int>(max_drawn_board)) {
    throw std::length_error("board too large to draw");
  }
  const auto& drawn = symbols == SquareSymbols::letters ? letters : chess_symbols;
  const SquareBytes squares = occupied_squares(arrangement);
  std::string text;
  int column = 0;
  for (const std::uint8_t piece : squares.in_order()) {
    column = column % arrangement.columns + 1;
    text += drawn[piece];
    text += column == arrangement.columns ? '\n' : ' ';
  }
  return text;
}

std::string line_text(const Arrangement& arrangement) {
  std::vector<PlacedPiece> pieces = arrangement.pieces;
  std::ranges::sort(pieces, {}, [](const PlacedPiece& placed) {
    return std::tuple(placed.piece, placed.square.column, placed.square.row);
  });
  std::string text;
  for (auto first = pieces.begin(); first != pieces.end();) {
    const auto behind = std::find_if(first, pieces.end(), [first](const PlacedPiece& placed) {
      return placed.piece != first->piece;
    });
    text += joined(text.empty() ? "" : "; ", noun_of(first->piece, behind - first == 1));
    for (; first != behind; ++first) {
      text += joined(' ', first->square.column + 1, ',', first->square.row + 1);
    }
  }
  return text;
}

std::string json_text(const Arrangement& arrangement) {
  std::string text = "[";
  for (const auto& [piece, square] : arrangement.pieces) {
    text += joined(text.size() == 1 ? "" : ",", R"({"chess_piece":")", to_string(piece),
                   R"(","column":)", square.column + 1, R"(,"row":)", square.row + 1, '}');
  }
  return text + "]";
}

}  // namespace nqueens
