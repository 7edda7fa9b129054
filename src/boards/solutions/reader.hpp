// Reads solutions from any text.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "boards/solutions/solution.hpp"
#include "boards/solutions/text.hpp"
#include "boards/solutions/writer.hpp"

namespace nqueens {

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

  /// find_fault of the queens.
  [[nodiscard]] std::optional<Fault> fault() const;

  /// The queens as rows by column, if they are a solution.
  [[nodiscard]] std::vector<Row> solution() const;
};

/// Reads the next solution in any format of SolutionWriter except pictures; false at the end of the
/// text. The first character of a solution tells its format: digit, brace or square. Skips blanks
/// around words, empty lines, a byte order mark, and comments between solutions and after rows,
/// from
/// `#` to the end of the line. Reads nothing past the end of a solution. Memory grows with the text
/// of one solution, not with the numbers in it. Throws Error(usage) with the line of anything that
/// is not a solution.
bool read_solution(TextSource& text, ReadSolution& solution);

}  // namespace nqueens
