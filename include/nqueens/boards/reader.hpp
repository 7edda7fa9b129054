// Solutions out of text, which may be anything.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "nqueens/boards/check.hpp"
#include "nqueens/boards/read_text.hpp"
#include "nqueens/boards/solution.hpp"
#include "nqueens/boards/writer.hpp"

namespace nqueens {

/// Largest board that is read, and the largest whose squares are read one by one.
inline constexpr std::uint64_t max_read = 100'000'000;
inline constexpr std::uint64_t max_read_board = 20'000;

/// Queens as they stand in a text: allegedly a solution.
struct ReadSolution {
  SolutionFormat format = SolutionFormat::rows;
  std::uint64_t line = 0;      ///< of its beginning, from 1
  std::uint64_t n = 0;         ///< rows of the board, as the text has it
  std::vector<Row> rows;       ///< formats rows and json: what stands for each column, less 1
  std::vector<Square> queens;  ///< format board: the queens that are drawn

  /// find_fault of the queens.
  [[nodiscard]] std::optional<Fault> fault() const;
};

class TextSource;

/// Reads solutions in the formats of SolutionWriter but pictures, which it tells apart by the first
/// character of each: digit, brace or square. Blanks around words, empty lines, a byte order mark
/// and comments between solutions and behind rows, from `#` to the end of the line, are passed
/// over. Nothing is read behind the end of a solution. Memory grows with what was read of one
/// solution, and with no number in it.
class SolutionReader {
 public:
  /// @param name  of the text, for messages
  SolutionReader(ReadText read, std::string name);
  ~SolutionReader();
  SolutionReader(const SolutionReader&) = delete;
  SolutionReader& operator=(const SolutionReader&) = delete;

  /// The next solution; false at the end of the text. Throws Error(usage) that names the line where
  /// something else than a solution stands.
  bool next(ReadSolution& solution);

 private:
  std::unique_ptr<TextSource> text_;
  bool begun_ = false;
};

}  // namespace nqueens
