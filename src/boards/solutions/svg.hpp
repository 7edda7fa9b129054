// Pictures of boards with chess pieces or numbers.
//
// Each is one SVG 1.1 document with the column numbers on top, the row numbers on the left and row
// 1 first. The board is <rect id="board" width="100 columns" height="100 rows"/> with its corner at
// 0, 0; a queen is <use xlink:href="#queen" x="100 column" y="100 row"/>, counted from 0, and so
// for the other chess pieces. Everything is a path, so no font is needed.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "boards/solutions/arrangement.hpp"
#include "boards/solutions/number_square.hpp"

namespace nqueens {

inline constexpr std::uint64_t max_drawn_picture = 200;

/// How all pictures begin.
inline constexpr std::string_view svg_start =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" "
    "xmlns:xlink=\"http://www.w3.org/1999/xlink\" width=\"";

/// Throws std::length_error above max_drawn_picture rows or columns. The title is "9 queens, 1
/// pawn".
std::string svg_text(const Arrangement& arrangement);

enum class SquareColours : std::uint8_t {
  chequered,  ///< those of a chess board
  by_number,  ///< a tint for each number, as a Latin square wants it
};

/// The same board with numbers in its squares: digits are <use xlink:href="#n7" .../>, a line for
/// each number. With by_number, a path has all squares of a number. Throws std::length_error above
/// max_drawn_picture rows.
std::string svg_text(const NumberSquare& square, SquareColours colours);

}  // namespace nqueens
