// Squares of numbers, magic squares and Latin squares: to text and back, as pictures, and whether
// they are what they are said to be.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "boards/solutions/text_source.hpp"

namespace nqueens {

/// n x n numbers, each from 0 to max_number, row by row.
struct NumberSquare {
  int n = 0;
  std::vector<int> numbers;

  [[nodiscard]] std::size_t index(int row, int column) const {
    return static_cast<std::size_t>(row) * static_cast<std::size_t>(n) +
           static_cast<std::size_t>(column);
  }
  int& at(int row, int column) { return numbers[index(row, column)]; }
  [[nodiscard]] int at(int row, int column) const { return numbers[index(row, column)]; }

  friend bool operator==(const NumberSquare&, const NumberSquare&) = default;
};

/// n x n zeros.
NumberSquare empty_square(int n);

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

/// The picture of a board with numbers in its squares: digits are <use xlink:href="#n7" .../>, a
/// line for each number. With by_number, a path has all squares of a number. Throws
/// std::length_error above max_drawn_picture rows.
std::string svg_text(const NumberSquare& square, SquareColours colours);

inline constexpr int max_read_square = 1000;

/// Reads the next square of a text that has a line for each row, with blanks between the numbers,
/// as board_text writes them; false at the end of the text. The numbers of the first line say how
/// many rows follow. Skips a byte order mark, empty lines between squares, and comments from `#` to
/// the end of the line. Reads nothing past the end of a square. Throws Error(usage) with the line
/// of anything that is not a square.
bool read_square(TextSource& text, NumberSquare& square);

/// Why a square is not magic, for users: "row 2 adds up to 33, not 34". Nothing if it has each
/// number from 1 to n^2 once, and all rows, columns and both main diagonals have the same sum.
std::optional<std::string> find_magic_fault(const NumberSquare& square);

/// Whether the diagonals of the torus, too, have the sum of the rows of a magic square.
bool is_pandiagonal(const NumberSquare& square);

/// Why the squares of each number from 1 to n are not a solution of the n queens: "number 3: the
/// queens at column 1, row 1 and column 2, row 2 are on the same diagonal". Nothing if they are.
std::optional<std::string> find_latin_fault(const NumberSquare& square);

}  // namespace nqueens
