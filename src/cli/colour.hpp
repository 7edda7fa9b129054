// Colours, where somebody looks.
#pragma once

#include <string>

namespace nqueens::cli {

/// Whether to write colours: on a terminal that has them, unless NO_COLOR is set (no-color.org).
bool has_colours(int descriptor);

/// Their codes in ANSI X3.64.
enum class Colour { bold = 1, red = 31 };

/// The text in a colour, if there it has one.
std::string coloured(const std::string& text, Colour colour, int descriptor);

}  // namespace nqueens::cli
