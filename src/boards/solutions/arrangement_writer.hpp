// Writes arrangements of chess pieces as text. Their chess pieces are on the board, each on a
// square of its own (find_misplaced).
//
// line_text and json_text are parts of a line, for callers to end or to put into a larger text;
// board_text is whole lines. svg.hpp draws pictures.
#pragma once

#include <cstdint>
#include <string>

#include "boards/solutions/arrangement.hpp"

namespace nqueens {

/// How board_text draws squares.
enum class SquareSymbols : std::uint8_t {
  letters,  ///< '.' and for each chess piece the first letter of its name that no earlier one has:
            ///< Q K R B N P, amazon A, chancellor C, archbishop H, nightrider I
  unicode,  ///< a middle dot and the black chess symbols. Fonts of terminals lack those of amazon,
            ///< chancellor, archbishop and nightrider, which have their letters
};

/// The chess pieces by kind, with column and row of each, both counted from 1: "queens 1,4 2,2;
/// pawn 3,3". Empty if there are none.
std::string line_text(const Arrangement& arrangement);

/// A line for each row, row 1 first, its squares with single blanks between. Throws
/// std::length_error above max_drawn_board rows or columns.
std::string board_text(const Arrangement& arrangement, SquareSymbols symbols);

/// The chess pieces in the order of the arrangement, columns and rows counted from 1:
/// [{"chess_piece":"queen","column":1,"row":1}]
std::string json_text(const Arrangement& arrangement);

}  // namespace nqueens
