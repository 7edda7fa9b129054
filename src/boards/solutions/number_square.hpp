// Squares of numbers, magic and Latin: reads, writes, draws and checks them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "boards/solutions/text_source.hpp"

namespace nqueens {

/// n x n numbers from 0 to max_number, row by row.
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

NumberSquare empty_square(int n);

inline constexpr int max_number = 999'999'999;

/// One line per row, in columns as wide as the widest number, separated by single blanks.
std::string board_text(const NumberSquare& square);

/// {"n":3,"square":[[2,7,6],[9,5,1],[4,3,8]]}. No newline.
std::string json_text(const NumberSquare& square);

enum class SquareColours : std::uint8_t {
  chequered,  ///< like a chess board
  by_number,  ///< a tint per number, as for a Latin square
};

/// The picture of a board with numbers: digits are <use xlink:href="#n7" .../>, one line per
/// number. With by_number, one path has all squares of a number. Throws std::length_error above
/// max_drawn_picture rows.
std::string svg_text(const NumberSquare& square, SquareColours colours);

inline constexpr int max_read_square = 1000;

/// Reads the next square: a line per row, with blanks between the numbers, as board_text() writes
/// it; false at the end of the text. The first line determines the number of rows. Skips a byte
/// order mark, empty lines between squares, and comments from `#` to the end of the line. Reads
/// nothing past the end of a square. Throws Error(usage) with the line of anything else.
bool read_square(TextSource& text, NumberSquare& square);

/// Why a square is not magic: "row 2 adds up to 33, not 34". Nothing if it has each number from 1
/// to n^2 once, and all rows, columns and both main diagonals have the same sum.
std::optional<std::string> find_magic_fault(const NumberSquare& square);

/// Whether a magic square also has that sum on every diagonal of the torus.
bool is_pandiagonal(const NumberSquare& square);

/// Why the squares of some number from 1 to n are not a solution of the n queens: "number 3: the
/// queens at column 1, row 1 and column 2, row 2 are on the same diagonal". Nothing if all are.
std::optional<std::string> find_latin_fault(const NumberSquare& square);

}  // namespace nqueens
