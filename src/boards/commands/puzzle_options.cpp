// Reads the options of `puzzle`, and refuses what does not go together.
#include "boards/commands/puzzle_options.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <limits>
#include <vector>

#include "boards/commands/size_list.hpp"
#include "boards/solutions/svg.hpp"
#include "cli/options.hpp"
#include "cli/text.hpp"
#include "core/names.hpp"

namespace nqueens::cli {
namespace {

constexpr std::array<std::string_view, 4> puzzle_formats = {"text", "board", "json", "svg"};
constexpr double longest_search = 31'536'000;  // a year

std::optional<ChessPiece> attacker_from(std::string_view name) {
  const auto piece = chess_piece_from(name);
  return piece != ChessPiece::pawn ? piece : std::nullopt;
}

template <class Names>
std::vector<std::string> strings_of(const Names& names) {
  return {names.begin(), names.end()};
}

void add_board(CLI::App& command, PuzzleOptions& options) {
  const auto take_n = [&n = options.n](const std::string& text) {
    n = parse_rows(text);
    refuse(!n && !text.empty(), quoted(text) + " is not a number of rows");
  };
  auto* n = command.add_option_function<std::string>("n", take_n, "Rows and columns of the board")
                ->type_name("N");
  auto* rows = add_number(command, "--rows", options.rows, 1, max_puzzle_squares,
                          "Rows of a board that is no square; with --columns")
                   ->type_name("R")
                   ->excludes(n);
  add_number(command, "--columns", options.columns, 1, max_puzzle_squares,
             "Columns of such a board")
      ->type_name("C")
      ->needs(rows)
      ->excludes(n);
  rows->needs("--columns");
}

void add_pieces(CLI::App& command, PuzzleOptions& options) {
  add_choice(command, "-p,--piece", options.wanted_piece, attacker_from,
             strings_of(names_of_attackers()), "The chess piece of pieces and dominate [queen]")
      ->type_name("P");
  command.add_flag("--independent", options.independent,
                   "For dominate: no chess piece may attack another");
  add_number(command, "--queens", options.queens, 1, max_puzzle_squares,
             "For pawns and knights: so many queens")
      ->type_name("M");
  add_number(command, "--knights", options.knights, 1, max_puzzle_squares,
             "For knights: so many knights [as many as queens, the most]")
      ->type_name("K");
}

void add_squares(CLI::App& command, PuzzleOptions& options) {
  command
      .add_option("--to-queens", options.to_queens,
                  "For magic: print the solutions in the magic square of a file, lines of\n"
                  "numbers; - is standard input")
      ->type_name("FILE");
  command
      .add_option("--from-queens", options.from_queens,
                  "For magic: the magic square of the first solution in a file of any\n"
                  "format of solve but svg; - is standard input")
      ->type_name("FILE");
}

void add_search(CLI::App& command, PuzzleOptions& options) {
  auto* all = command.add_flag("-a,--all", options.all, "Print every answer [the first]");
  add_number(command, "--limit", options.limit, std::uint64_t{1},
             std::numeric_limits<std::uint64_t>::max(), "Print the first K answers")
      ->type_name("K")
      ->excludes(all);
  command.add_flag("--count", options.count, "Count the answers, too");
  add_number(command, "-t,--threads", options.threads, 1, 256,
             "Threads that search [one a processor]")
      ->type_name("T");
  add_time(command, "--max-time", options.limit_seconds, 0.001, longest_search,
           "Stop after this time: print the best answer so far and what is\n"
           "proved of it, with exit code 75. Seconds, or 10m, 2h")
      ->type_name("TIME");
}

}  // namespace

PuzzleFormat PuzzleOptions::format() const {
  const std::string extension = std::filesystem::path(output).extension();
  return wanted_format.value_or(extension == ".svg"    ? PuzzleFormat::svg
                                : extension == ".json" ? PuzzleFormat::json
                                                       : PuzzleFormat::text);
}

std::uint64_t PuzzleOptions::most() const {
  return limit.value_or(all ? std::numeric_limits<std::uint64_t>::max() : 1);
}

void add_puzzle_options(CLI::App& command, PuzzleOptions& options,
                        const std::vector<std::string>& puzzles) {
  const auto name_from = [](const std::string& text) { return std::optional(text); };
  add_choice(command, "puzzle", options.puzzle, name_from, puzzles, "Puzzle")->type_name("NAME");
  add_board(command, options);
  add_pieces(command, options);
  add_squares(command, options);
  add_search(command, options);
  add_choice(
      command, "-f,--format", options.wanted_format,
      [](std::string_view name) { return value_named<PuzzleFormat>(puzzle_formats, name); },
      strings_of(puzzle_formats), "Format [by the name of the output file, else text]")
      ->type_name("F");
  auto* ascii = command.add_flag("--ascii", options.ascii,
                                 "For --format board: letters and . also on a terminal");
  command
      .add_flag("--unicode", options.unicode, "For --format board: chess symbols also in a file")
      ->excludes(ascii);
  command
      .add_option("-o,--output", options.output,
                  "Output file, which appears when complete; - is standard output [-]")
      ->type_name("FILE");
}

void refuse_contradictions(const PuzzleOptions& options) {
  const PuzzleFormat format = options.format();
  refuse(options.output.empty(), "--output is empty; name a file, or - for standard output");
  refuse((options.ascii || options.unicode) && format != PuzzleFormat::board,
         "--ascii and --unicode are for --format board; leave them out");
  refuse(format == PuzzleFormat::svg && options.most() > 1,
         "--format svg draws one answer; take another format for several");
}

BoardSize size_of(const PuzzleOptions& options) {
  refuse(!options.n && !options.rows, "name the number of rows, or give --rows and --columns");
  if (options.rows) {
    const BoardSize size{.rows = *options.rows, .columns = *options.columns};
    refuse(size.squares() > max_puzzle_squares,
           board_named(size) + " has " + std::to_string(size.squares()) +
               " squares; puzzles take up to " + std::to_string(max_puzzle_squares));
    refuse(options.format() == PuzzleFormat::svg &&
               std::max(size.rows, size.columns) > static_cast<int>(max_drawn_picture),
           board_named(size) + " is too long for --format svg, which draws up to " +
               std::to_string(max_drawn_picture) + " rows and columns");
    return size;
  }
  constexpr std::uint64_t largest = 20;
  static_assert(largest * largest == max_puzzle_squares);
  refuse(*options.n < 1 || *options.n > largest, n_is(*options.n) + "; puzzle " + options.puzzle +
                                                     " takes 1 to " + std::to_string(largest) +
                                                     " rows");
  const int n = static_cast<int>(*options.n);
  return {.rows = n, .columns = n};
}

std::string n_is(std::uint64_t n) {
  return n == std::numeric_limits<std::uint64_t>::max() ? "n is too large"
                                                        : "n is " + std::to_string(n);
}

std::string board_named(BoardSize size) {
  return "the " + std::to_string(size.rows) + " x " + std::to_string(size.columns) + " board";
}

}  // namespace nqueens::cli
