// A table of chess pieces with names, symbols and moves; checks that walk the moves over a drawn
// board; and arrangements as a line, as a board and as JSON.
#include "boards/solutions/arrangement.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>
#include <span>
#include <stdexcept>
#include <tuple>

#include "boards/solutions/text_source.hpp"

namespace nqueens {
namespace {

/// A move by `longer` lines in one direction and `shorter` in the other, either way round and in
/// all directions: up to eight moves.
struct ChessMove {
  int longer = 0;
  int shorter = 0;
  bool rides = false;  ///< repeatedly; otherwise once, a leap
};

constexpr ChessMove straight{.longer = 1, .shorter = 0, .rides = true};
constexpr ChessMove diagonal{.longer = 1, .shorter = 1, .rides = true};
constexpr ChessMove leap{.longer = 2, .shorter = 1};

struct PieceRow {
  std::string_view name;
  std::string_view letter;
  std::string_view symbol;
  std::array<ChessMove, 3> moves;  ///< unused ones lead nowhere
};

/// In the order of ChessPiece; last, the empty square.
constexpr std::array<PieceRow, 11> piece_rows = {{
    {"queen", "Q", "\u265B", {straight, diagonal}},
    {"amazon", "A", "A", {straight, diagonal, leap}},
    {"king", "K", "\u265A", {ChessMove{1, 0}, ChessMove{1, 1}}},
    {"rook", "R", "\u265C", {straight}},
    {"bishop", "B", "\u265D", {diagonal}},
    {"knight", "N", "\u265E", {leap}},
    {"chancellor", "C", "C", {straight, leap}},
    {"archbishop", "H", "H", {diagonal, leap}},
    {"nightrider", "I", "I", {ChessMove{2, 1, true}}},
    {"pawn", "P", "\u265F", {}},
    {"", ".", "\u00B7", {}},
}};
constexpr std::uint8_t no_piece = static_cast<std::uint8_t>(ChessPiece::pawn) + 1;

std::span<const ChessMove> moves_of(ChessPiece piece) {
  const auto& moves = piece_rows[static_cast<std::size_t>(piece)].moves;
  return {moves.begin(), std::ranges::find(moves, 0, &ChessMove::longer)};
}

std::string place(Square square) {
  return joined("column ", square.column + 1, ", row ", square.row + 1);
}

std::string standing(const PlacedPiece& placed) {
  return joined("the ", to_string(placed.piece), " at ", place(placed.square));
}

/// A board, square by square: a ChessPiece or `no_piece`.
class DrawnBoard {
 public:
  explicit DrawnBoard(const Arrangement& arrangement)
      : rows_(arrangement.rows),
        columns_(arrangement.columns),
        squares_(static_cast<std::size_t>(rows_) * static_cast<std::size_t>(columns_), no_piece) {
    for (const PlacedPiece& placed : arrangement.pieces) {
      if (!has(placed.square)) {
        misplaced_ = standing(placed) + " is off the board";
      } else if ((*this)[placed.square] != no_piece) {
        misplaced_ = "two chess pieces are at " + place(placed.square);
      }
      if (misplaced_) {
        return;
      }
      (*this)[placed.square] = static_cast<std::uint8_t>(placed.piece);
    }
  }

  /// The fault of the first misplaced chess piece.
  [[nodiscard]] const std::optional<std::string>& misplaced() const { return misplaced_; }
  [[nodiscard]] bool has(Square square) const {
    return square.row >= 0 && square.row < rows_ && square.column >= 0 && square.column < columns_;
  }
  std::uint8_t& operator[](Square square) { return squares_[index(square)]; }
  std::uint8_t operator[](Square square) const { return squares_[index(square)]; }
  [[nodiscard]] const std::vector<std::uint8_t>& squares() const { return squares_; }

 private:
  [[nodiscard]] std::size_t index(Square square) const {
    return static_cast<std::size_t>(square.row) * static_cast<std::size_t>(columns_) +
           static_cast<std::size_t>(square.column);
  }

  int rows_;
  int columns_;
  std::vector<std::uint8_t> squares_;
  std::optional<std::string> misplaced_;
};

/// Calls visit for each chess piece and each square that it attacks.
template <class Visit>
void walk(const Arrangement& arrangement, const DrawnBoard& occupied, const Visit& visit) {
  for (const PlacedPiece& placed : arrangement.pieces) {
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
          visit(placed, square);
        } while (move.rides && occupied[square] == no_piece);
      }
    }
  }
}

}  // namespace

std::string_view to_string(ChessPiece piece) {
  return piece_rows[static_cast<std::size_t>(piece)].name;
}

std::optional<ChessPiece> chess_piece_from(std::string_view name) {
  const auto row = std::ranges::find(piece_rows, name, &PieceRow::name) - piece_rows.begin();
  return row < no_piece ? std::optional(static_cast<ChessPiece>(row)) : std::nullopt;
}

std::vector<std::string_view> names_of_attackers() {
  std::vector<std::string_view> names;
  for (std::size_t row = 0; row < static_cast<std::size_t>(ChessPiece::pawn); ++row) {
    names.push_back(piece_rows[row].name);
  }
  return names;
}

bool attacks(ChessPiece piece, Square from, Square to) {
  const int rows = std::abs(to.row - from.row);
  const int columns = std::abs(to.column - from.column);
  const int longer = std::max(rows, columns);
  const int shorter = std::min(rows, columns);
  // Whether `times` moves of one kind lead that far: at least 1, for a leap exactly 1.
  return std::ranges::any_of(moves_of(piece), [&](const ChessMove& move) {
    const int times = longer / move.longer;
    return times * move.longer == longer && times * move.shorter == shorter && times >= 1 &&
           (move.rides || times == 1);
  });
}

Arrangement arrangement_of(Rows solution) {
  const int n = static_cast<int>(solution.size());
  Arrangement arrangement{.rows = n, .columns = n, .pieces = {}};
  for (int column = 0; column < n; ++column) {
    const auto row = static_cast<int>(solution[static_cast<std::size_t>(column)]);
    arrangement.pieces.push_back({ChessPiece::queen, {row, column}});
  }
  return arrangement;
}

std::optional<std::string> find_attack(const Arrangement& arrangement) {
  const DrawnBoard occupied(arrangement);
  auto fault = occupied.misplaced();
  if (!fault) {
    walk(arrangement, occupied, [&](const PlacedPiece& placed, Square square) {
      const auto other = static_cast<ChessPiece>(occupied[square]);
      if (!fault && other < ChessPiece::pawn) {
        fault = standing(placed) + " attacks " + standing({other, square});
      }
    });
  }
  return fault;
}

std::optional<std::string> find_unguarded(const Arrangement& arrangement) {
  const DrawnBoard occupied(arrangement);
  if (occupied.misplaced()) {
    return occupied.misplaced();
  }
  DrawnBoard guarded = occupied;
  walk(arrangement, occupied, [&guarded](const PlacedPiece&, Square square) {
    guarded[square] = static_cast<std::uint8_t>(ChessPiece::pawn);
  });
  const auto& squares = guarded.squares();
  const auto free = static_cast<int>(std::ranges::find(squares, no_piece) - squares.begin());
  if (free == arrangement.rows * arrangement.columns) {
    return std::nullopt;
  }
  return "no chess piece attacks " +
         place({free / arrangement.columns, free % arrangement.columns});
}

std::string board_text(const Arrangement& arrangement, SquareSymbols symbols) {
  if (std::max(arrangement.rows, arrangement.columns) > static_cast<int>(max_drawn_board)) {
    throw std::length_error("board too large to draw");
  }
  std::string text;
  int column = 0;
  const DrawnBoard board(arrangement);
  for (const std::uint8_t piece : board.squares()) {
    column = column % arrangement.columns + 1;
    text += symbols == SquareSymbols::letters ? piece_rows[piece].letter : piece_rows[piece].symbol;
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
    text +=
        joined(text.empty() ? "" : "; ", to_string(first->piece), behind - first == 1 ? "" : "s");
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
