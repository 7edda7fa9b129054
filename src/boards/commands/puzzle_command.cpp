// The command `puzzle`: a table of puzzles, and the choice of one.
#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <vector>

#include "boards/commands/commands.hpp"
#include "boards/commands/puzzle_options.hpp"
#include "boards/commands/puzzles.hpp"
#include "cli/options.hpp"
#include "cli/text.hpp"

namespace nqueens::cli {
namespace {

/// In the order of the help, with the options that a puzzle takes besides those that all take.
constexpr std::array puzzles = {
    PuzzleEntry{"pieces", {"--rows", "--columns", "--piece"}, puzzle_pieces},
    PuzzleEntry{"dominate", {"--rows", "--columns", "--piece", "--independent"}, puzzle_dominate},
    PuzzleEntry{"pawns", {"--rows", "--columns", "--queens"}, puzzle_pawns},
    PuzzleEntry{"knights", {"--rows", "--columns", "--queens", "--knights"}, puzzle_knights},
    PuzzleEntry{"latin", {}, puzzle_latin},
    PuzzleEntry{"magic", {"--to-queens", "--from-queens"}, puzzle_magic},
};

constexpr const char* puzzle_footer =
    "Puzzles:\n"
    "  pieces     the most chess pieces of one kind that do not attack one another\n"
    "  dominate   the fewest chess pieces of one kind that attack or occupy every square\n"
    "  pawns      the fewest pawns that let M queens stand, more than N, by blocking lines\n"
    "  knights    M queens and K knights that do not attack one another; the most of both\n"
    "  latin      N solutions of the N queens that fill the board: a Latin square\n"
    "  magic      a magic square of solutions; --from-queens and --to-queens there and back\n"
    "\n"
    "Formats; columns and rows count from 1, row 1 is drawn first:\n"
    "  text       a line for each answer, and a sentence that says what is proved\n"
    "  board      all squares, Unicode on a UTF-8 terminal, else ASCII\n"
    "  json       one object with the answers and what is proved\n"
    "  svg        a picture of one answer\n"
    "An output file named .svg or .json has that format.\n\n"
    "Exit codes: 0 done; 1 there is no answer, or it cannot be written; 2 wrong option or\n"
    "unreadable file; 3 the square or solution in a file is wrong; 75 stopped by --max-time\n"
    "or a signal: the best answer so far is printed.\n";

bool takes(const PuzzleEntry& puzzle, const std::string& option) {
  return std::ranges::find(puzzle.options, option) != puzzle.options.end();
}

/// Throws Error(usage) for an option of other puzzles.
void refuse_foreign(const CLI::App& command, const PuzzleEntry& puzzle) {
  for (const CLI::Option* option : command.get_options()) {
    const std::string name = option->get_name();
    std::vector<std::string> owners;
    for (const PuzzleEntry& entry : puzzles) {
      if (takes(entry, name)) {
        owners.emplace_back(entry.name);
      }
    }
    refuse(option->count() > 0 && !owners.empty() && !takes(puzzle, name),
           name + " is for puzzle " + list_of(owners, "and") + "; leave it out");
  }
}

}  // namespace

Command add_puzzle(CLI::App& program) {
  const auto options = std::make_shared<PuzzleOptions>();
  CLI::App& command = *program.add_subcommand(
      "puzzle", "Solve a puzzle of chess pieces, and prove that the answer is the best");
  command.footer(puzzle_footer);
  std::vector<std::string> names;
  for (const PuzzleEntry& puzzle : puzzles) {
    names.emplace_back(puzzle.name);
  }
  add_puzzle_options(command, *options, names);
  const auto run = [options, &command, names](const Launcher& launcher) {
    refuse(options->puzzle.empty(), "name a puzzle: " + list_of(names, "or"));
    const auto* puzzle = std::ranges::find(puzzles, options->puzzle, &PuzzleEntry::name);
    refuse_foreign(command, *puzzle);
    refuse_contradictions(*options);
    return puzzle->run(*options, launcher);
  };
  return {.parser = &command, .run = run};
}

}  // namespace nqueens::cli
