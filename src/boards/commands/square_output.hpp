// Squares of numbers as the answers of a puzzle, in all formats.
#pragma once

#include <string>

#include "boards/commands/puzzle_output.hpp"
#include "boards/solutions/number_square.hpp"
#include "boards/solutions/svg.hpp"

namespace nqueens::cli {

/// Writes one square after the other, and a sentence about them. As text and board they can be read
/// again: the sentence of a text is a comment.
class SquareOutput {
 public:
  SquareOutput(const PuzzleOptions& options, SquareColours colours);

  [[nodiscard]] PuzzleOutput& answers() { return answers_; }

  void write(const NumberSquare& square);

 private:
  PuzzleOutput answers_;
  SquareColours colours_;
};

/// The number of rows. Throws Error(usage) if it is missing, or with --rows and --columns.
std::uint64_t rows_of(const PuzzleOptions& options);

}  // namespace nqueens::cli
