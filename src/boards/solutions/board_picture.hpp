// The board of a picture and all around it, which pictures of every kind share.
#pragma once

#include <string>

namespace nqueens {

/// In units of a picture.
inline constexpr int square_side = 100;

/// What is different from picture to picture.
struct BoardPicture {
  int rows = 0;
  int columns = 0;
  int min_pixels = 8;       ///< a square has as many or more; a multiple of four, up to 80
  std::string title;        ///< without characters that XML wants escaped
  std::string definitions;  ///< elements for <defs>
  std::string squares;      ///< elements that colour all squares; if empty, they are chequered
  std::string contents;     ///< elements on the board, the corner of its first square at 0, 0
};

/// One SVG 1.1 document: svg.hpp describes it.
std::string drawn_picture(const BoardPicture& picture);

}  // namespace nqueens
