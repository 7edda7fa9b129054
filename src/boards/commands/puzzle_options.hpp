// The puzzles of the command `puzzle`, and its options.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "boards/commands/board_options.hpp"
#include "boards/puzzles/models.hpp"
#include "cli/launcher.hpp"
#include "core/error.hpp"

namespace nqueens::cli {

struct PuzzleOptions : BoardOptions {
  std::string puzzle;  ///< its name
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
  /// Whether the answers are searched one by one, to be written or counted.
  [[nodiscard]] bool lists() const { return all || limit || count; }
};

// The puzzles. Each words its question and answer.
ExitCode puzzle_pieces(const PuzzleOptions& options, const Launcher& launcher);
ExitCode puzzle_dominate(const PuzzleOptions& options, const Launcher& launcher);
ExitCode puzzle_pawns(const PuzzleOptions& options, const Launcher& launcher);
ExitCode puzzle_knights(const PuzzleOptions& options, const Launcher& launcher);
ExitCode puzzle_latin(const PuzzleOptions& options, const Launcher& launcher);
ExitCode puzzle_magic(const PuzzleOptions& options, const Launcher& launcher);

/// The board of N, or of --rows and --columns. Throws Error(usage) if it is missing, empty or has
/// more squares than puzzles take.
BoardSize size_of(const PuzzleOptions& options);

/// "the 8 x 8 board".
std::string board_named(BoardSize size);

}  // namespace nqueens::cli
