// `puzzle knights`: queens and knights of which no piece attacks another.
#include <algorithm>
#include <cstdint>
#include <string>

#include "boards/commands/arrangement_puzzle.hpp"
#include "boards/commands/puzzles.hpp"
#include "boards/puzzles/queens_and_knights.hpp"
#include "cli/options.hpp"
#include "core/number.hpp"

namespace nqueens::cli {
namespace {

struct Numbers {
  int queens = 0;
  int knights = 0;
};

std::string counted(const Numbers& numbers) {
  return amount_of(static_cast<std::uint64_t>(numbers.queens), "queen") + " and " +
         amount_of(static_cast<std::uint64_t>(numbers.knights), "knight");
}

std::string stand_on(BoardSize size) {
  return " stand unattacked on " + board_named(size);
}

/// As many queens as knights, the most.
ArrangementPuzzle max_of_both(BoardSize size) {
  return {.fields = {{"puzzle", "knights"}, {"rows", size.rows}, {"columns", size.columns}},
          .best =
              [size](Search& search, const TellDecided& tell) {
                return max_queens_and_knights(size, search, tell);
              },
          .visit =
              [size](int number, Search& search, const VisitArrangement& visit) {
                return visit_queens_and_knights(size, number, number, search, visit);
              },
          .find_fault = find_attack,
          .counted =
              [](int number) {
                return counted({number, number});
              },
          .possible =
              [size](int number) {
                return counted({number, number}) + stand_on(size);
              },
          .open =
              [](int bound) {
                return "at most " + counted({bound, bound}) + " can";
              },
          .optimal =
              [](int number) {
                return "no " + std::to_string(number + 1) + " and " + std::to_string(number + 1) +
                       " do";
              },
          .none = "a queen and a knight cannot" + stand_on(size)};
}

/// So many of each. The number that is the best is that of all pieces then.
ArrangementPuzzle wanted_numbers(BoardSize size, const Numbers& numbers) {
  const int pieces = numbers.queens + numbers.knights;
  ArrangementPuzzle puzzle = max_of_both(size);
  puzzle.fields["queens"] = numbers.queens;
  puzzle.fields["knights"] = numbers.knights;
  puzzle.best = [size, numbers, pieces](Search& search, const TellDecided&) {
    Optimum optimum{.best = {}, .number = 0, .bound = pieces};
    const SearchEnd end = visit_queens_and_knights(size, numbers.queens, numbers.knights, search,
                                                   [&](const Arrangement& arrangement) {
                                                     optimum.best = arrangement;
                                                     optimum.number = pieces;
                                                     return false;
                                                   });
    optimum.bound = end == SearchEnd::complete ? 0 : pieces;
    return optimum;
  };
  puzzle.visit = [size, numbers](int, Search& search, const VisitArrangement& visit) {
    return visit_queens_and_knights(size, numbers.queens, numbers.knights, search, visit);
  };
  puzzle.counted = [numbers](int) { return counted(numbers); };
  puzzle.possible = [size, numbers](int) { return counted(numbers) + stand_on(size); };
  puzzle.open = [size, numbers](int) {
    return "whether " + counted(numbers) + " can" + stand_on(size) + " is open";
  };
  puzzle.optimal = [](int) { return ""; };
  puzzle.none = counted(numbers) + " cannot" + stand_on(size);
  return puzzle;
}

}  // namespace

ExitCode puzzle_knights(const PuzzleOptions& options, const Launcher& launcher) {
  const BoardSize size = size_of(options);
  refuse(options.queens.has_value() != options.knights.has_value(),
         "give both --queens and --knights, or none of them for the most of both");
  if (!options.queens) {
    return answer(max_of_both(size), options, launcher);
  }
  const Numbers numbers{.queens = *options.queens, .knights = *options.knights};
  const int lines = std::min(size.rows, size.columns);
  refuse(numbers.queens > lines, "--queens is " + std::to_string(numbers.queens) + "; " +
                                     board_named(size) + " has room for " + std::to_string(lines));
  refuse(numbers.queens + numbers.knights > size.squares(),
         counted(numbers) + " are more than the " + std::to_string(size.squares()) +
             " squares of " + board_named(size));
  return answer(wanted_numbers(size, numbers), options, launcher);
}

}  // namespace nqueens::cli
