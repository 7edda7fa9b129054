// A picture of a solution.
#pragma once

#include <string>
#include <string_view>

#include "nqueens/boards/solution.hpp"

namespace nqueens {

/// Side of a square in a picture, in its units.
inline constexpr int svg_square = 100;

/// One SVG 1.1 document with the column numbers on top, the row numbers on the left and row 1 first. The
/// board is <rect id="board" width="100 n" height="100 n"/> with its corner at 0, 0; a queen is <use
/// xlink:href="#queen" x="100 column" y="100 row"/>, counted from 0. All is drawn as paths, so that no font
/// is needed.
std::string svg_text(Rows solution);

// Its parts, for the reader. Lines end only between elements.

/// The XML declaration and the tag <svg ...>, a line each.
std::string svg_opening(int n);

/// All from the title to the labels: what stands below the queens. Behind it come the queens and </svg>.
std::string svg_board(int n);

/// A queen, around the numbers of its place.
struct SvgQueen {
  std::string_view before_x;
  std::string_view before_y;
  std::string_view end;
};
inline constexpr SvgQueen svg_queen = {"<use xlink:href=\"#queen\" x=\"", "\" y=\"", "\"/>"};

}  // namespace nqueens
