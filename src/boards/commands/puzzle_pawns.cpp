// `puzzle pawns`: the fewest pawns that let more queens stand than the board has rows.
#include <algorithm>
#include <cstdint>
#include <string>

#include "boards/commands/arrangement_puzzle.hpp"
#include "boards/commands/puzzles.hpp"
#include "boards/puzzles/pawns.hpp"
#include "cli/options.hpp"
#include "core/number.hpp"

namespace nqueens::cli {
namespace {

std::string amount(int number, const std::string& noun) {
  return amount_of(static_cast<std::uint64_t>(number), noun);
}

/// Throws Error(usage) where queens need no pawns, or where none help.
void refuse_numbers(BoardSize size, int queens) {
  const int most = max_parted_queens(size);
  refuse(queens > most, "--queens is " + std::to_string(queens) + "; " + board_named(size) +
                            " has room for " + std::to_string(most) +
                            ", since no pawn fits between queens on neighbouring squares");
  const int lines = std::min(size.rows, size.columns);
  // The one board on which pawns help, but which has no place for as many queens as lines.
  const bool need_pawns = queens > lines || (queens == 3 && size == BoardSize{3, 3});
  refuse(!need_pawns, "no pawn is needed for " + amount(queens, "queen") + " on " +
                          board_named(size) + "; give more than " + std::to_string(lines) +
                          " with --queens");
}

}  // namespace

ExitCode puzzle_pawns(const PuzzleOptions& options, const Launcher& launcher) {
  refuse(!options.queens, "puzzle pawns needs the number of queens; give it with --queens");
  const BoardSize size = size_of(options);
  const int queens = *options.queens;
  refuse_numbers(size, queens);
  const ArrangementPuzzle puzzle{
      .fields = {{"puzzle", "pawns"},
                 {"rows", size.rows},
                 {"columns", size.columns},
                 {"queens", queens}},
      .best = [size, queens](
                  Search& search,
                  const TellDecided& tell) { return fewest_pawns(size, queens, search, tell); },
      .visit =
          [size, queens](int pawns, Search& search, const VisitArrangement& visit) {
            return visit_parted_queens(size, queens, pawns, search, visit);
          },
      .find_fault = find_attack,
      .counted = [](int pawns) { return amount(pawns, "pawn"); },
      .possible =
          [size, queens](int pawns) {
            return amount(pawns, "pawn") + (pawns == 1 ? " lets " : " let ") +
                   amount(queens, "queen") + " stand unattacked on " + board_named(size);
          },
      .open = [](int bound) { return "at least " + std::to_string(bound) + " are needed"; },
      .optimal =
          [](int pawns) {
            return pawns == 1 ? std::string("without one they do not")
                              : "no " + std::to_string(pawns - 1) + (pawns == 2 ? " does" : " do");
          },
      .none = ""};
  return answer(puzzle, options, launcher);
}

}  // namespace nqueens::cli
