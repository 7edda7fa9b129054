// `puzzle pieces`: the most chess pieces of one kind that do not attack one another.
#include <string>

#include "boards/commands/arrangement_puzzle.hpp"
#include "boards/commands/puzzles.hpp"
#include "boards/puzzles/non_attacking.hpp"

namespace nqueens::cli {

ExitCode puzzle_pieces(const PuzzleOptions& options, const Launcher& launcher) {
  const BoardSize size = size_of(options);
  const ChessPiece piece = options.piece();
  const auto counted = [piece](int number) {
    return std::to_string(number) + " " + noun_of(piece, number == 1);
  };
  const ArrangementPuzzle puzzle{
      .fields = {{"puzzle", "pieces"},
                 {"rows", size.rows},
                 {"columns", size.columns},
                 {"chess_piece", to_string(piece)}},
      .best = [size, piece](
                  Search& search,
                  const TellDecided& tell) { return max_non_attacking(size, piece, search, tell); },
      .visit =
          [size, piece](int number, Search& search, const VisitArrangement& visit) {
            return visit_non_attacking(size, piece, number, search, visit);
          },
      .find_fault = find_attack,
      .counted = counted,
      .possible =
          [size, counted](int number) {
            return counted(number) + (number == 1 ? " stands" : " stand") + " unattacked on " +
                   board_named(size);
          },
      .open = [](int bound) { return "at most " + std::to_string(bound) + " can"; },
      .optimal = [](int number) { return "no " + std::to_string(number + 1) + " do"; },
      .none = ""};
  return answer(puzzle, options, launcher);
}

}  // namespace nqueens::cli
