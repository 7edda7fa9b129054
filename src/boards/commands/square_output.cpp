// Writes squares of numbers as text, JSON or a picture.
#include "boards/commands/square_output.hpp"

#include "boards/solutions/writer.hpp"
#include "cli/options.hpp"

namespace nqueens::cli {

SquareOutput::SquareOutput(const PuzzleOptions& options, SquareColours colours)
    : answers_(options, "squares"), colours_(colours) {}

void SquareOutput::write(const NumberSquare& square) {
  switch (answers_.format()) {
    case PuzzleFormat::text:
    case PuzzleFormat::board: answers_.write(board_text(square), "\n"); break;
    case PuzzleFormat::json: answers_.write(json_text(square), ""); break;
    case PuzzleFormat::svg: answers_.write(svg_text(square, colours_), ""); break;
  }
}

std::uint64_t rows_of(const PuzzleOptions& options) {
  refuse(!options.n, "name the number of rows: nqueens puzzle " + options.puzzle + " N");
  refuse(options.format() == PuzzleFormat::svg && *options.n > max_drawn_picture,
         n_is(*options.n) + "; --format svg draws 1 to " + std::to_string(max_drawn_picture) +
             " rows");
  return *options.n;
}

}  // namespace nqueens::cli
