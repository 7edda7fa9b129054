// Squares of numbers: magic squares, Latin squares.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "boards/solutions/read_text.hpp"

namespace nqueens {

/// n x n numbers, each from 0 to max_number, row by row.
struct NumberSquare {
  int n = 0;
  std::vector<int> numbers;
  friend bool operator==(const NumberSquare&, const NumberSquare&) = default;
};

inline constexpr int max_number = 999'999'999;

/// A line for each row, the numbers in columns as wide as the widest number, with single blanks
/// between.
std::string board_text(const NumberSquare& square);

/// {"n":3,"square":[[2,7,6],[9,5,1],[4,3,8]]}; a part of a line.
std::string json_text(const NumberSquare& square);

enum class SquareColours : std::uint8_t {
  chequered,  ///< those of a chess board
  by_number,  ///< a tint for each number, as a Latin square wants it
};

/// A picture of the board of svg.hpp with the numbers in its squares: digits are <use
/// xlink:href="#n7" .../>, a line for each number. With by_number, a path has all squares of a
/// number. Throws std::length_error above max_drawn_picture rows.
std::string svg_text(const NumberSquare& square, SquareColours colours);

/// The largest n that is read.
inline constexpr int max_read_square = 1000;

class TextSource;

/// Reads squares from a text that has a line for each row, with blanks between the numbers, as
/// board_text writes them. The numbers of the first line say how many rows follow. Skips a byte
/// order mark, empty lines between squares, and comments from `#` to the end of the line. Reads
/// nothing past the end of a square.
class NumberSquareReader {
 public:
  /// @param name  the text's name in messages
  NumberSquareReader(ReadText read, std::string name);
  ~NumberSquareReader();
  NumberSquareReader(const NumberSquareReader&) = delete;
  NumberSquareReader& operator=(const NumberSquareReader&) = delete;

  /// Reads the next square; false at the end of the text. Throws Error(usage) with the line of
  /// anything that is not a square.
  bool next(NumberSquare& square);

 private:
  std::unique_ptr<TextSource> text_;
};

}  // namespace nqueens
