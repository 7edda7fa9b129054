// The puzzles of the command `puzzle`, its options, and a run of one: search, progress, end, and
// answers in their format.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "boards/commands/board_options.hpp"
#include "boards/puzzles/models.hpp"
#include "boards/puzzles/puzzle.hpp"
#include "boards/solutions/number_square.hpp"
#include "cli/launcher.hpp"
#include "nqueens/error.hpp"
#include "report/json.hpp"
#include "system/clock.hpp"

namespace nqueens::cli {

struct PuzzleOptions : BoardOptions {
  std::string puzzle;
  std::optional<int> rows;
  std::optional<int> columns;
  std::optional<ChessPiece> wanted_piece;
  bool independent = false;
  std::optional<int> queens;
  std::optional<int> knights;
  std::optional<std::string> to_queens;    ///< file of a magic square
  std::optional<std::string> from_queens;  ///< file of a solution
  bool count = false;
  std::optional<int> threads;
  std::optional<double> limit_seconds;

  [[nodiscard]] ChessPiece piece() const { return wanted_piece.value_or(ChessPiece::queen); }
  /// Most answers to write.
  [[nodiscard]] std::uint64_t most() const { return limit.value_or(all ? largest_number : 1); }
  /// Whether answers are searched one by one, to be written or counted.
  [[nodiscard]] bool lists() const { return all || limit || count; }
};

// The puzzles. Each words its question and answer.
ExitCode puzzle_pieces(const PuzzleOptions& options, const Launcher& launcher);
ExitCode puzzle_dominate(const PuzzleOptions& options, const Launcher& launcher);
ExitCode puzzle_pawns(const PuzzleOptions& options, const Launcher& launcher);
ExitCode puzzle_knights(const PuzzleOptions& options, const Launcher& launcher);
ExitCode puzzle_latin(const PuzzleOptions& options, const Launcher& launcher);
ExitCode puzzle_magic(const PuzzleOptions& options, const Launcher& launcher);

/// The board of N, or of --rows and --columns. Throws Error(usage) if it is missing, empty or
/// larger than puzzles allow.
BoardSize size_of(const PuzzleOptions& options);

/// "the 8 x 8 board".
std::string board_named(BoardSize size);

/// Shows progress on stderr from its construction on, and stops at the time limit and at signals.
/// Writes answers one by one and a sentence about them; in JSON one object with a list.
class PuzzleRun {
 public:
  /// @param list  name of the answers in JSON
  PuzzleRun(const PuzzleOptions& options, const Launcher& launcher, std::string list);

  [[nodiscard]] Search& search() { return search_; }
  [[nodiscard]] bool stopped() const { return search_.stopped(); }

  /// Adds to the progress what is decided or being searched: "4 queens: no". Not during a search.
  void tell(const std::string& text);

  /// Ends the progress line before other text goes to the terminal. Not during a search.
  void finish() { progress_.finish(); }

  /// Shows no further progress. Not during a search.
  void be_silent() { silent_ = true; }

  /// "searched in 1.2 s", or "stopped (time limit) after 60 s".
  [[nodiscard]] std::string ending() const;

  /// The question: in JSON the first fields, before the answers.
  void begin(const Json& fields);

  void write(const Arrangement& arrangement);
  void write(const NumberSquare& square, SquareColours colours);

  /// Writes the sentence, as a comment in text; with a board or a picture it goes to stderr. If
  /// there is nothing to draw, it is the error.
  /// @param fields  the last ones in JSON
  ExitCode end(bool found, const std::string& sentence, Json fields);

 private:
  bool go_on(std::uint64_t nodes);
  [[nodiscard]] double seconds() const { return seconds_since(start_); }
  /// @param between  separates the answer from the previous one; a comma in JSON
  void write(std::string_view answer, std::string_view between);

  const PuzzleOptions& options_;
  const Clock::time_point start_ = Clock::now();
  Output output_;
  const std::string list_;
  bool first_ = true;
  std::string steps_;
  bool silent_ = false;
  ProgressReporter progress_;
  Search search_;
};

}  // namespace nqueens::cli
