// Writes squares of numbers as text, JSON or a picture.
#include "square_output.hpp"

#include <limits>
#include <utility>

#include "nqueens/boards/writer.hpp"
#include "options.hpp"
#include "say.hpp"

namespace nqueens::cli {

SquareOutput::SquareOutput(const PuzzleOptions& options, SquareColours colours)
    : format_(options.format()), output_(options.output), colours_(colours) {}

void SquareOutput::begin(const nlohmann::ordered_json& fields) {
  if (format_ == PuzzleFormat::json) {
    std::string text = fields.dump();
    text.pop_back();
    output_.write(text + ",\"squares\":[");
  }
}

void SquareOutput::write(const NumberSquare& square) {
  const bool first = std::exchange(first_, false);
  switch (format_) {
    case PuzzleFormat::text:
    case PuzzleFormat::board: output_.write((first ? "" : "\n") + board_text(square)); break;
    case PuzzleFormat::json: output_.write((first ? "" : ",") + json_text(square)); break;
    case PuzzleFormat::svg: output_.write(svg_text(square, colours_)); break;
  }
}

void SquareOutput::end(const std::string& sentence, const nlohmann::ordered_json& fields) {
  if (format_ == PuzzleFormat::json) {
    output_.write("]," + fields.dump().substr(1) + "\n");
  } else if (format_ == PuzzleFormat::text) {
    output_.write("# " + sentence + "\n");
  }
  output_.commit();
  if (format_ == PuzzleFormat::board || format_ == PuzzleFormat::svg) {
    say(sentence);
  }
}

std::uint64_t rows_of(const PuzzleOptions& options) {
  refuse(!options.n, "name the number of rows: nqueens puzzle " + options.puzzle + " N");
  refuse(options.format() == PuzzleFormat::svg && *options.n > max_drawn_picture,
         n_is(*options.n) + "; --format svg draws 1 to " + std::to_string(max_drawn_picture) +
             " rows");
  return *options.n;
}

std::string n_is(std::uint64_t n) {
  return n == std::numeric_limits<std::uint64_t>::max() ? "n is too large"
                                                        : "n is " + std::to_string(n);
}

}  // namespace nqueens::cli
