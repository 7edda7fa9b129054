// Puts answers together to a text, a JSON object or a picture.
#include "boards/commands/puzzle_output.hpp"

#include <utility>

#include "cli/say.hpp"
#include "report/json.hpp"

namespace nqueens::cli {

PuzzleOutput::PuzzleOutput(const PuzzleOptions& options, std::string list)
    : format_(options.format()), output_(options.output), list_(std::move(list)) {}

void PuzzleOutput::begin(const nlohmann::ordered_json& fields) {
  if (format_ == PuzzleFormat::json) {
    std::string text = dump(fields);
    text.pop_back();
    output_.write(text + ",\"" + list_ + "\":[");
  }
}

void PuzzleOutput::write(std::string_view answer, std::string_view between) {
  if (!std::exchange(first_, false)) {
    output_.write(format_ == PuzzleFormat::json ? "," : between);
  }
  output_.write(answer);
}

void PuzzleOutput::end(const std::string& sentence, const nlohmann::ordered_json& fields) {
  if (format_ == PuzzleFormat::json) {
    output_.write("]," + dump(fields).substr(1) + "\n");
  } else if (format_ == PuzzleFormat::text) {
    output_.write("# " + sentence + "\n");
  }
  output_.commit();
  if (format_ == PuzzleFormat::board || format_ == PuzzleFormat::svg) {
    say(sentence);
  }
}

}  // namespace nqueens::cli
