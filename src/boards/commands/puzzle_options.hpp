// The options of `puzzle`, and whether they go together.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "boards/puzzles/board_size.hpp"
#include "boards/solutions/chess_piece.hpp"
#include "cli/launcher.hpp"
#include "core/error.hpp"

namespace CLI {
class App;
}

namespace nqueens::cli {

enum class PuzzleFormat : std::uint8_t { text, board, json, svg };

struct PuzzleOptions {
  std::string puzzle;              ///< its name
  std::optional<std::uint64_t> n;  ///< rows and columns
  std::optional<int> rows;
  std::optional<int> columns;
  std::optional<ChessPiece> wanted_piece;
  bool independent = false;
  std::optional<int> queens;
  std::optional<int> knights;
  std::optional<std::string> to_queens;    ///< file of a magic square
  std::optional<std::string> from_queens;  ///< file of a solution
  bool all = false;
  std::optional<std::uint64_t> limit;
  bool count = false;
  std::optional<int> threads;
  std::optional<double> limit_seconds;
  std::optional<PuzzleFormat> wanted_format;
  bool ascii = false;
  bool unicode = false;
  std::string output = "-";

  [[nodiscard]] ChessPiece piece() const { return wanted_piece.value_or(ChessPiece::queen); }
  /// The wanted one, or that of the name of the output file.
  [[nodiscard]] PuzzleFormat format() const;
  /// Most answers to write.
  [[nodiscard]] std::uint64_t most() const;
  /// Whether the answers are searched one by one, to be written or counted.
  [[nodiscard]] bool lists() const { return all || limit || count; }
};

/// A puzzle of the command.
struct PuzzleEntry {
  std::string_view name;
  std::array<std::string_view, 4> options;  ///< which it takes besides those that all take
  ExitCode (*run)(const PuzzleOptions& options, const Launcher& launcher);
};

/// @param puzzles  the names
void add_puzzle_options(CLI::App& command, PuzzleOptions& options,
                        const std::vector<std::string>& puzzles);

/// Throws Error(usage) if the options do not go together, whatever the puzzle is.
void refuse_contradictions(const PuzzleOptions& options);

/// The board of N, or of --rows and --columns. Throws Error(usage) if it is missing, empty or has
/// more squares than puzzles take.
BoardSize size_of(const PuzzleOptions& options);

/// "n is 15", for any number.
std::string n_is(std::uint64_t n);

/// "the 8 x 8 board".
std::string board_named(BoardSize size);

}  // namespace nqueens::cli
