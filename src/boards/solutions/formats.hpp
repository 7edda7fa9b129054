// Writes solutions as text one by one, and reads them from any text.
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

/// Formats of answers: of solutions and of puzzles.
enum class Format : std::uint8_t {
  text,   ///< a line; of a solution ("rows") the row of each column's queen, from 1
  board,  ///< all squares: board_text; an empty line between boards
  json,   ///< a line; of a solution {"n":8,"rows":[1,5,8,6,3,7,2,4]}
  svg,    ///< a picture: svg_text
};
using FormatNames = std::array<std::string_view, 4>;
inline constexpr FormatNames solution_formats = {"rows", "board", "json", "svg"};

/// Writes solutions one by one. The formats `text` and `json` need no memory per solution.
class SolutionWriter {
 public:
  /// Receives text in pieces of at most about 64 KiB, but always whole lines of `board` and `svg`.
  /// The writer passes on its exceptions.
  using Sink = std::function<void(std::string_view text)>;

  SolutionWriter(Format format, SquareSymbols symbols, Sink sink);

  void write(Rows solution);

  /// Writes a solution in pieces: begin, add until there are n rows, end. `board` and `svg` collect
  /// them, and end() throws std::length_error above max_drawn_board or max_drawn_picture.
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

/// The largest board that is read, and the largest one read square by square.
inline constexpr std::uint64_t max_read = 100'000'000;
inline constexpr std::uint64_t max_read_board = 20'000;

/// Queens read from a text; they need not be a solution.
struct ReadSolution {
  Format format = Format::text;
  std::uint64_t line = 0;      ///< first line, from 1
  std::uint64_t n = 0;         ///< rows of the board in the text
  std::vector<Row> rows;       ///< formats text and json: the number of each column, less 1
  std::vector<Square> queens;  ///< format board: the queens drawn

  /// @param moves  of the chess piece used instead of queens
  [[nodiscard]] std::optional<Fault> fault(const Moves& moves = {}) const;

  /// How to make a faulty solution right if another program seems to have written it: rows from 0,
  /// without blanks, or after a number. Otherwise empty.
  [[nodiscard]] std::string cure() const;

  /// The queens as rows by column, if they are a solution.
  [[nodiscard]] std::vector<Row> solution() const;
};

/// Reads the next solution in any format of SolutionWriter except pictures; false at the end of the
/// text. The first character tells the format: digit, brace or square. Skips blanks around words,
/// empty lines, a byte order mark, and comments from `#` to the end of the line, between solutions
/// and after rows. Reads nothing past the end of a solution. Memory grows with the text of one
/// solution, not with numbers in it. Throws Error(usage) with the line of anything else.
bool read_solution(TextSource& text, ReadSolution& solution);

}  // namespace nqueens
