// Answers a puzzle whose answers are arrangements of chess pieces: the best ones, and a sentence
// that says what is proved.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "boards/commands/puzzle_options.hpp"
#include "boards/puzzles/optimum.hpp"
#include "boards/puzzles/search.hpp"
#include "boards/solutions/arrangement.hpp"
#include "cli/launcher.hpp"

namespace nqueens::cli {

struct ArrangementPuzzle {
  nlohmann::ordered_json fields;  ///< what is asked, for the format json
  std::function<Optimum(Search& search, const TellDecided& tell)> best;
  /// Visits each arrangement of the best number once.
  std::function<SearchEnd(int number, Search& search, const VisitArrangement& visit)> visit;
  /// What is wrong with an answer, found by code that shares nothing with the search.
  std::function<std::optional<ArrangementFault>(const Arrangement& answer)> find_fault;

  // Clauses of the sentence.
  std::function<std::string(int number)> counted;   ///< "5 queens"
  std::function<std::string(int number)> possible;  ///< "5 queens dominate the 8 x 8 board"
  /// What is proved where the best found may not be the best: "at least 5 are needed", by the
  /// bound.
  std::function<std::string(int bound)> open;
  /// What is proved by the number of the best: "no 4 do"; empty where it goes without saying.
  std::function<std::string(int number)> optimal;
  std::string none;  ///< that there is no arrangement at all
};

/// Searches, checks and writes the answers. Returns ExitCode::stopped if a limit or a signal
/// stopped it, ExitCode::runtime_error if there is no arrangement.
ExitCode answer(const ArrangementPuzzle& puzzle, const PuzzleOptions& options,
                const Launcher& launcher);

}  // namespace nqueens::cli
