// Puts chess pieces on the board of a picture.

#include "boards/solutions/svg.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string_view>

#include "boards/solutions/board_picture.hpp"
#include "boards/solutions/glyphs.hpp"

namespace nqueens {
namespace {

void append_piece(std::string& text, std::string_view name, int row, int column) {
  append_all(text, {"<use xlink:href=\"#", name, "\" x=\"", std::to_string(square_side * column),
                    "\" y=\"", std::to_string(square_side * row), "\"/>\n"});
}

}  // namespace

std::string svg_text(Rows solution) {
  const int n = static_cast<int>(solution.size());
  BoardPicture picture;
  picture.rows = n;
  picture.columns = n;
  picture.title = std::to_string(n) + " queens";
  picture.definitions = glyph_of(ChessPiece::queen);
  for (int column = 0; column < n; ++column) {
    append_piece(picture.contents, to_string(ChessPiece::queen),
                 static_cast<int>(solution[static_cast<std::size_t>(column)]), column);
  }
  return drawn_picture(picture);
}

std::string svg_text(const Arrangement& arrangement) {
  if (std::max(arrangement.rows, arrangement.columns) > static_cast<int>(max_drawn_picture)) {
    throw std::length_error("board too large to draw");
  }
  std::array<std::size_t, static_cast<std::size_t>(ChessPiece::pawn) + 1> amounts = {};
  BoardPicture picture;
  picture.rows = arrangement.rows;
  picture.columns = arrangement.columns;
  for (const auto& [piece, square] : arrangement.pieces) {
    ++amounts[static_cast<std::size_t>(piece)];
    append_piece(picture.contents, to_string(piece), square.row, square.column);
  }
  for (std::size_t kind = 0; kind < amounts.size(); ++kind) {
    if (const std::size_t amount = amounts[kind]; amount > 0) {
      const auto piece = static_cast<ChessPiece>(kind);
      append_all(picture.title, {picture.title.empty() ? "" : ", ", std::to_string(amount), " ",
                                 noun_of(piece, amount == 1)});
      picture.definitions += glyph_of(piece);
    }
  }
  picture.title = picture.title.empty() ? "an empty board" : picture.title;
  return drawn_picture(picture);
}

}  // namespace nqueens
