// A picture of a solution.
#pragma once

#include <string>

#include "nqueens/boards/solution.hpp"

namespace nqueens {

/// One SVG 1.1 document with the column numbers on top, the row numbers on the left and row 1
/// first. The board is <rect id="board" width="100 n" height="100 n"/> with its corner at 0, 0; a
/// queen is <use xlink:href="#queen" x="100 column" y="100 row"/>, counted from 0. Everything is a
/// path, so no font is needed.
std::string svg_text(Rows solution);

}  // namespace nqueens
