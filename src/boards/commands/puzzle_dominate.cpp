// `puzzle dominate`: the fewest chess pieces that attack or occupy every square.
#include <string>

#include "boards/commands/arrangement_puzzle.hpp"
#include "boards/commands/puzzles.hpp"
#include "boards/puzzles/domination.hpp"

namespace nqueens::cli {

ExitCode puzzle_dominate(const PuzzleOptions& options, const Launcher& launcher) {
  const Domination question{
      .size = size_of(options), .piece = options.piece(), .independent = options.independent};
  const auto counted = [question](int number) {
    return std::to_string(number) + (question.independent ? " independent " : " ") +
           noun_of(question.piece, number == 1);
  };
  const auto find_wrong = [question](const Arrangement& answer) {
    const auto unguarded = find_unguarded(answer);
    return unguarded || !question.independent ? unguarded : find_attack(answer);
  };
  const ArrangementPuzzle puzzle{
      .fields = {{"puzzle", "dominate"},
                 {"rows", question.size.rows},
                 {"columns", question.size.columns},
                 {"chess_piece", to_string(question.piece)},
                 {"independent", question.independent}},
      .best = [question](
                  Search& search,
                  const TellDecided& tell) { return fewest_dominators(question, search, tell); },
      .visit =
          [question](int number, Search& search, const VisitArrangement& visit) {
            return visit_dominators(question, number, search, visit);
          },
      .find_fault = find_wrong,
      .counted = counted,
      .possible =
          [question, counted](int number) {
            return counted(number) + (number == 1 ? " dominates " : " dominate ") +
                   board_named(question.size);
          },
      .open = [](int bound) { return "at least " + std::to_string(bound) + " are needed"; },
      .optimal =
          [](int number) {
            return number == 1
                       ? ""
                       : "no " + std::to_string(number - 1) + (number == 2 ? " does" : " do");
          },
      .none = ""};
  return answer(puzzle, options, launcher);
}

}  // namespace nqueens::cli
