// Writes solutions as text, one by one.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "boards/solutions/solution.hpp"
#include "boards/solutions/svg.hpp"

namespace nqueens {

enum class SolutionFormat : std::uint8_t {
  rows,   ///< a line: the row of the queen in each column, both counted from 1, with single blanks
          ///< between
  board,  ///< n lines of n squares with single blanks between, row 1 first; an empty line between
          ///< boards
  json,   ///< a line: {"n":8,"rows":[1,5,8,6,3,7,2,4]}
  svg,    ///< a picture: svg.hpp
};

struct SolutionFormatEntry {
  SolutionFormat format;
  std::string_view name;
};
inline constexpr std::array<SolutionFormatEntry, 4> solution_formats = {{
    {SolutionFormat::rows, "rows"},
    {SolutionFormat::board, "board"},
    {SolutionFormat::json, "json"},
    {SolutionFormat::svg, "svg"},
}};

std::string_view to_string(SolutionFormat format);
std::optional<SolutionFormat> solution_format_from(std::string_view name);

/// Squares of the format `board`. The reader takes both kinds.
struct BoardSquares {
  std::string_view queen;
  std::string_view empty;
};
inline constexpr BoardSquares ascii_squares = {"Q", "."};
inline constexpr BoardSquares unicode_squares = {"\u265B",
                                                 "\u00B7"};  ///< a black chess queen, a middle dot

/// The largest board of the format `board`; max_drawn_picture is that of `svg`.
inline constexpr std::uint64_t max_drawn_board = 1000;

/// Writes solutions one by one. The formats `rows` and `json` need no memory for a solution.
class SolutionWriter {
 public:
  /// Takes text in pieces of about 64 KiB at most, but always whole lines of `board` and `svg`. The
  /// writer passes on what it throws.
  using Sink = std::function<void(std::string_view text)>;

  SolutionWriter(SolutionFormat format, BoardSquares squares, Sink sink);

  /// Writes a whole solution.
  void write(Rows solution);

  /// Writes a solution piece by piece: begin, add until n rows are there, end. `board` and `svg`
  /// collect them and throw std::length_error above max_drawn_board and max_drawn_picture.
  void begin(std::uint64_t n);
  void add(Rows rows);
  void end();

  /// Passes everything written to the sink.
  void flush();

 private:
  void append(std::string_view text);
  void append_number(std::uint64_t number);
  void append_board();

  SolutionFormat format_;
  BoardSquares squares_;
  Sink sink_;
  std::string text_;
  std::vector<Row> collected_;
  bool first_row_ = true;
  bool first_solution_ = true;
};

}  // namespace nqueens
