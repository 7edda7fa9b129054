// Writes solutions as text, one by one, and reads them from any text.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "boards/solutions/arrangement.hpp"
#include "boards/solutions/solution.hpp"
#include "boards/solutions/text_source.hpp"

namespace nqueens {

/// How answers are written: solutions and those of puzzles.
enum class Format : std::uint8_t {
  text,   ///< a line. For a solution it is called "rows", and has the row of the queen of each
          ///< column from the first on: numbers from 1, separated by single blanks
  board,  ///< all squares: board_text; an empty line between boards
  json,   ///< of a solution a line: {"n":8,"rows":[1,5,8,6,3,7,2,4]}
  svg,    ///< a picture: svg_text
};
using FormatNames = std::array<std::string_view, 4>;
inline constexpr FormatNames solution_formats = {"rows", "board", "json", "svg"};

/// Writes solutions one by one. The formats `text` and `json` need no memory for a solution.
class SolutionWriter {
 public:
  /// Takes text in pieces of about 64 KiB at most, but always whole lines of `board` and `svg`. The
  /// writer passes on what it throws.
  using Sink = std::function<void(std::string_view text)>;

  SolutionWriter(Format format, SquareSymbols symbols, Sink sink);

  void write(Rows solution);

  /// Writes a solution piece by piece: begin, add until n rows are there, end. `board` and `svg`
  /// collect them, and end() throws std::length_error above max_drawn_board or max_drawn_picture.
  void begin(std::uint64_t n);
  void add(Rows rows);
  void end();

  /// Passes everything written to the sink.
  void flush();

 private:
  void append(std::string_view text);

  Format format_;
  SquareSymbols symbols_;
  Sink sink_;
  std::string text_;
  std::vector<Row> collected_;
  bool first_row_ = true;
  bool first_solution_ = true;
};

/// Largest board that is read, and the largest that is read square by square.
inline constexpr std::uint64_t max_read = 100'000'000;
inline constexpr std::uint64_t max_read_board = 20'000;

/// Queens as a text has them, which may be a solution or not.
struct ReadSolution {
  Format format = Format::text;
  std::uint64_t line = 0;      ///< where it begins, from 1
  std::uint64_t n = 0;         ///< rows of the board, as the text has it
  std::vector<Row> rows;       ///< formats text and json: the number for each column, less 1
  std::vector<Square> queens;  ///< format board: the queens drawn

  /// @param moves  of the chess piece that stands for the queens
  [[nodiscard]] std::optional<Fault> fault(const Moves& moves = {}) const;

  /// How a solution with a fault becomes one, if it seems to be written as other programs do: rows
  /// from 0, without blanks, behind a number. Else empty.
  [[nodiscard]] std::string cure() const;

  /// The queens as rows by column, if they are a solution.
  [[nodiscard]] std::vector<Row> solution() const;
};

/// Reads the next solution in any format of SolutionWriter except pictures; false at the end of the
/// text. The first character of a solution tells its format: digit, brace or square. Skips blanks
/// around words, empty lines, a byte order mark, and comments between solutions and after rows,
/// from `#` to the end of the line. Reads nothing past the end of a solution. Memory grows with the
/// text of one solution, not with the numbers in it. Throws Error(usage) with the line of anything
/// that is not a solution.
bool read_solution(TextSource& text, ReadSolution& solution);

}  // namespace nqueens
