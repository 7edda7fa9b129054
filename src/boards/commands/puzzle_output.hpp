// The answers of a puzzle in its format, with the sentence or the fields about them.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "boards/commands/puzzle_options.hpp"
#include "cli/output.hpp"

namespace nqueens::cli {

/// Takes the text of one answer after the other. In JSON they are a list in one object.
class PuzzleOutput {
 public:
  /// @param list  the name of the answers in JSON
  PuzzleOutput(const PuzzleOptions& options, std::string list);

  [[nodiscard]] PuzzleFormat format() const { return format_; }
  [[nodiscard]] const Output& output() const { return output_; }

  /// What is asked: in JSON the first fields, before the answers.
  void begin(const nlohmann::ordered_json& fields);

  /// @param between  what parts it from the answer before; in JSON it is a comma
  void write(std::string_view answer, std::string_view between);

  /// The sentence is a comment in the text; beside a board or a picture it goes to stderr.
  /// @param fields  in JSON the last ones
  void end(const std::string& sentence, const nlohmann::ordered_json& fields);

 private:
  PuzzleFormat format_;
  Output output_;
  std::string list_;
  bool first_ = true;
};

}  // namespace nqueens::cli
