// Arrangements as a line, as a board of symbols and as JSON.

#include "boards/solutions/arrangement_writer.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string_view>
#include <tuple>
#include <vector>

#include "boards/solutions/writer.hpp"

namespace nqueens {
namespace {

/// In the order of ChessPiece.
constexpr std::array<std::string_view, 10> letters = {"Q", "A", "K", "R", "B",
                                                      "N", "C", "H", "I", "P"};
constexpr std::array<std::string_view, 10> chess_symbols = {
    "\u265B", "A", "\u265A", "\u265C", "\u265D", "\u265E", "C", "H", "I", "\u265F"};

}  // namespace

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
    text += text.empty() ? "" : "; ";
    text += noun_of(first->piece, behind - first == 1);
    for (; first != behind; ++first) {
      text += " " + std::to_string(first->square.column + 1) + "," +
              std::to_string(first->square.row + 1);
    }
  }
  return text;
}

std::string board_text(const Arrangement& arrangement, SquareSymbols symbols) {
  const auto rows = static_cast<std::size_t>(arrangement.rows);
  const auto columns = static_cast<std::size_t>(arrangement.columns);
  if (std::max(rows, columns) > max_drawn_board) {
    throw std::length_error("board too large to draw");
  }
  const bool plain = symbols == SquareSymbols::letters;
  std::vector<std::string_view> squares(rows * columns,
                                        (plain ? ascii_squares : unicode_squares).empty);
  for (const auto& [piece, square] : arrangement.pieces) {
    squares[static_cast<std::size_t>(square.row) * columns +
            static_cast<std::size_t>(square.column)] =
        (plain ? letters : chess_symbols)[static_cast<std::size_t>(piece)];
  }
  std::string text;
  for (std::size_t index = 0; index < squares.size(); ++index) {
    text += squares[index];
    text += (index + 1) % columns == 0 ? '\n' : ' ';
  }
  return text;
}

std::string json_text(const Arrangement& arrangement) {
  std::string text = "[";
  for (const auto& [piece, square] : arrangement.pieces) {
    text += text.size() == 1 ? "" : ",";
    text += R"({"chess_piece":")";
    text += to_string(piece);
    text += R"(","column":)" + std::to_string(square.column + 1) + R"(,"row":)" +
            std::to_string(square.row + 1) + "}";
  }
  return text + "]";
}

}  // namespace nqueens
