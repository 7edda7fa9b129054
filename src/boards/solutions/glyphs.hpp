// The drawings that pictures are made of: chess pieces and digits, as paths.
#pragma once

#include <string>
#include <string_view>

#include "boards/solutions/arrangement.hpp"

namespace nqueens {

/// A chess piece, 100 x 100 units of a picture, as an element for <defs>. Its id is its name.
std::string glyph_of(ChessPiece piece);

/// The ten digits as elements for <defs>, whose ids are the prefix and the digit. They are strokes:
/// pen and colour are those of their users. A unit of a digit is `scale` units of the picture.
std::string digit_glyphs(std::string_view prefix, int scale);

/// In units of a digit. From the left edge of a digit to that of the next one it is digit_step.
inline constexpr int digit_width = 6;
inline constexpr int digit_height = 10;
inline constexpr int digit_step = 9;

/// The width of a number of at least 0, in units of a digit.
int drawn_width(int number);

/// A number of at least 0, centred at x, y, as a line of digits of this prefix and scale.
std::string drawn_number(int number, int x, int y, std::string_view prefix, int scale);

}  // namespace nqueens
