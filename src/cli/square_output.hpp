// Squares of numbers as the answers of a puzzle, in all formats.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "nqueens/boards/number_square.hpp"
#include "output.hpp"
#include "puzzle_options.hpp"

namespace nqueens::cli {

/// Writes one square after the other, and a sentence about them. As text and board they can be read
/// again: the sentence of a text is a comment.
class SquareOutput {
 public:
  SquareOutput(const PuzzleOptions& options, SquareColours colours);

  /// What is asked: in JSON the first fields, before the squares.
  void begin(const nlohmann::ordered_json& fields);
  void write(const NumberSquare& square);
  /// @param fields  in JSON the last ones
  void end(const std::string& sentence, const nlohmann::ordered_json& fields);

 private:
  PuzzleFormat format_;
  Output output_;
  SquareColours colours_;
  bool first_ = true;
};

/// The number of rows. Throws Error(usage) if it is missing, or with --rows and --columns.
std::uint64_t rows_of(const PuzzleOptions& options);

/// "n is 15", of any number.
std::string n_is(std::uint64_t n);

}  // namespace nqueens::cli
