// The command `puzzle`: a table of puzzles with their options, and runs, which check the clock and
// signals at nodes of the search and write answers as text, JSON or pictures.
#include <algorithm>
#include <array>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "boards/commands/puzzle.hpp"
#include "cli/messages.hpp"
#include "core/number.hpp"
#include "system/signals.hpp"

namespace nqueens::cli {
namespace {

struct PuzzleEntry {
  std::string_view name;
  std::array<std::string_view, 4> options;  ///< besides the common ones
  ExitCode (*run)(const PuzzleOptions& options, const Launcher& launcher);
};

/// In the order of the help.
constexpr std::array puzzles = {
    PuzzleEntry{"pieces", {"--rows", "--columns", "--piece"}, puzzle_pieces},
    PuzzleEntry{"dominate", {"--rows", "--columns", "--piece", "--independent"}, puzzle_dominate},
    PuzzleEntry{"pawns", {"--rows", "--columns", "--queens"}, puzzle_pawns},
    PuzzleEntry{"knights", {"--rows", "--columns", "--queens", "--knights"}, puzzle_knights},
    PuzzleEntry{"latin", {}, puzzle_latin},
    PuzzleEntry{"magic", {"--to-queens", "--from-queens"}, puzzle_magic},
};

constexpr const char* puzzle_footer =
#include "puzzle.txt.inc"
    ;

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

void add_board(CLI::App& command, PuzzleOptions& options) {
  auto* n = add_rows(command, options, "Rows and columns of the board");
  auto* rows = add_number(command, "--rows R", options.rows, 1, max_puzzle_squares,
                          "Rows of a board that is no square; with --columns")
                   ->excludes(n);
  add_number(command, "--columns C", options.columns, 1, max_puzzle_squares,
             "Columns of such a board")
      ->needs(rows)
      ->excludes(n);
  rows->needs("--columns");
}

void add_pieces(CLI::App& command, PuzzleOptions& options) {
  const auto attackers = names_of_attackers();
  add_value(command, "-p,--piece P", options.wanted_piece,
            OneOf{chess_piece_from, {attackers.begin(), attackers.end()}},
            "The chess piece of pieces and dominate [queen]");
  command.add_flag("--independent", options.independent,
                   "For dominate: no chess piece may attack another");
  add_number(command, "--queens M", options.queens, 1, max_puzzle_squares,
             "For pawns and knights: the number of queens");
  add_number(command, "--knights K", options.knights, 1, max_puzzle_squares,
             "For knights: the number of knights [as many as queens, and the most]");
}

void add_squares(CLI::App& command, PuzzleOptions& options) {
  add_text(command, "--to-queens FILE", options.to_queens,
           "For magic: print the solutions in the magic square of a file, lines of\n"
           "numbers; - is standard input");
  add_text(command, "--from-queens FILE", options.from_queens,
           "For magic: the magic square of the first solution in a file of any\n"
           "format of solve but svg; - is standard input");
}

void add_search(CLI::App& command, PuzzleOptions& options) {
  auto* all = command.add_flag("-a,--all", options.all, "Print every answer [the first]");
  add_number(command, "--limit K", options.limit, std::uint64_t{1}, largest_number,
             "Print the first K answers")
      ->excludes(all);
  command.add_flag("--count", options.count, "Count the answers, too");
  add_number(command, "-t,--threads T", options.threads, 1, 256,
             "Threads that search [one a processor]");
  add_value(command, "--max-time TIME", options.limit_seconds, time_limit,
            std::string("Stop after this time: print the best answer so far and what is\n"
                        "proved of it, with exit code 75:\n") +
                time_limit_forms);
}

/// Catches signals before the output is made, since an output lets uncaught ones end the process.
/// So the signals stop only the search.
const std::string& with_signals_caught(const std::string& path) {
  catch_signals();
  return path;
}

}  // namespace

BoardSize size_of(const PuzzleOptions& options) {
  refuse(!options.n && !options.rows, "name the number of rows, or give --rows and --columns");
  if (options.rows) {
    const BoardSize size{.rows = *options.rows, .columns = *options.columns};
    refuse(size.squares() > max_puzzle_squares,
           joined(board_named(size), " has ", size.squares(), " squares; puzzles take up to ",
                  max_puzzle_squares));
    refuse(options.format() == Format::svg &&
               std::max(size.rows, size.columns) > static_cast<int>(max_drawn_picture),
           joined(board_named(size), " is too long for --format svg, which draws up to ",
                  max_drawn_picture, " rows and columns"));
    return size;
  }
  constexpr std::uint64_t largest = 20;
  static_assert(largest * largest == max_puzzle_squares);
  refuse(*options.n < 1 || *options.n > largest,
         joined(n_is(*options.n), "; puzzle ", options.puzzle, " takes 1 to ", largest, " rows"));
  const int n = static_cast<int>(*options.n);
  return {.rows = n, .columns = n};
}

std::string board_named(BoardSize size) {
  return joined("the ", size.rows, " x ", size.columns, " board");
}

// --- One run of a puzzle

PuzzleRun::PuzzleRun(const PuzzleOptions& options, const Launcher& launcher, std::string list)
    : options_(options),
      output_(with_signals_caught(options.output), objection_to_boards),
      list_(std::move(list)),
      progress_(progress_reporter(launcher.mpi)),
      search_(chosen_threads(options.threads),
              [this](std::uint64_t nodes) { return go_on(nodes); }) {}

void PuzzleRun::tell(const std::string& text) {
  steps_ += text + "; ";
}

bool PuzzleRun::go_on(std::uint64_t nodes) {
  const double now = seconds();
  if (!silent_ && progress_.due(now)) {
    progress_.update(now, steps_ + amount_of(nodes, "node") + " searched, " + format_duration(now));
  }
  return now < options_.limit_seconds.value_or(std::numeric_limits<double>::infinity()) &&
         !signal_requests().stop();
}

std::string PuzzleRun::ending() const {
  const std::string time = format_duration(seconds());
  if (!stopped()) {
    return "searched in " + time;
  }
  const int signal = signal_requests().stop_signal;
  return joined("stopped (", signal == 0 ? "time limit" : stop_cause(signal), ") after ", time);
}

void PuzzleRun::begin(const Json& fields) {
  if (options_.format() == Format::json) {
    std::string text = dump(fields);
    text.pop_back();
    output_.write(joined(text, ",\"", list_, "\":["));
  }
}

void PuzzleRun::write(const Arrangement& arrangement) {
  switch (options_.format()) {
    case Format::text: write(line_text(arrangement) + "\n", ""); break;
    case Format::board: write(board_text(arrangement, options_.symbols(output_)), "\n"); break;
    case Format::json: write(json_text(arrangement), ""); break;
    case Format::svg: write(svg_text(arrangement), ""); break;
  }
}

void PuzzleRun::write(const NumberSquare& square, SquareColours colours) {
  switch (options_.format()) {
    case Format::text:
    case Format::board: write(board_text(square), "\n"); break;
    case Format::json: write(json_text(square), ""); break;
    case Format::svg: write(svg_text(square, colours), ""); break;
  }
}

void PuzzleRun::write(std::string_view answer, std::string_view between) {
  if (!std::exchange(first_, false)) {
    output_.write(options_.format() == Format::json ? "," : between);
  }
  output_.write(answer);
}

ExitCode PuzzleRun::end(bool found, const std::string& sentence, Json fields) {
  finish();
  const ExitCode code = stopped() ? ExitCode::stopped
                        : found   ? ExitCode::done
                                  : ExitCode::runtime_error;
  const Format format = options_.format();
  const bool is_drawn = format == Format::board || format == Format::svg;
  if (!found && is_drawn) {
    throw Error(code, sentence);
  }
  if (format == Format::json) {
    fields.update({{"seconds", seconds()}, {"nodes", search_.nodes()}});
    output_.write("]," + dump(fields).substr(1) + "\n");
  } else if (format == Format::text) {
    output_.write("# " + sentence + "\n");
  }
  output_.commit();
  if (is_drawn) {
    say(sentence);
  }
  return code;
}

// --- The command

Command add_puzzle(CLI::App& program) {
  const auto options = std::make_shared<PuzzleOptions>();
  CLI::App& command = *program.add_subcommand(
      "puzzle", "Solve a puzzle of chess pieces, and prove that the answer is the best");
  command.footer(puzzle_footer);
  std::vector<std::string> names;
  for (const PuzzleEntry& puzzle : puzzles) {
    names.emplace_back(puzzle.name);
  }
  const auto name_from = [](const std::string& text) { return std::optional(text); };
  add_value(command, "puzzle NAME", options->puzzle, OneOf{name_from, names}, "Puzzle");
  add_board(command, *options);
  add_pieces(command, *options);
  add_squares(command, *options);
  add_search(command, *options);
  add_format(command, *options, {"text", "board", "json", "svg"}, "letters", "symbols");
  add_output(command, options->output);
  const auto run = [options, &command, names](const Launcher& launcher) {
    refuse(options->puzzle.empty(), "name a puzzle: " + list_of(names, "or"));
    const auto* puzzle = std::ranges::find(puzzles, options->puzzle, &PuzzleEntry::name);
    refuse_foreign(command, *puzzle);
    refuse_contradictions(*options);
    refuse(options->format() == Format::svg && options->most() > 1,
           "--format svg draws one answer; take another format for several");
    try {
      return puzzle->run(*options, launcher);
    } catch (const ReaderLeft&) {
      return ExitCode::done;  // not an error
    }
  };
  return {.parser = &command, .run = run};
}

}  // namespace nqueens::cli
