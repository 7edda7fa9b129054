// The commands for single solutions and puzzles, and what they share: input, numbers of rows,
// formats, and how squares are drawn.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

#include "boards/solutions/formats.hpp"
#include "boards/solutions/text_source.hpp"
#include "cli/command.hpp"
#include "cli/output.hpp"

namespace nqueens::cli {

inline constexpr std::uint64_t largest_number = std::numeric_limits<std::uint64_t>::max();

/// The options that `solve` and `puzzle` share.
struct BoardOptions {
  std::optional<std::uint64_t> n;  ///< rows and columns
  bool all = false;
  std::optional<std::uint64_t> limit;
  std::optional<Format> wanted_format;
  bool ascii = false;
  bool unicode = false;
  std::string output = "-";

  /// The requested format, or else that of the output file's name.
  [[nodiscard]] Format format() const;
  /// As requested, else Unicode if the output is a terminal and the locale's encoding is UTF-8.
  [[nodiscard]] SquareSymbols symbols(const Output& output_file) const;
};

CLI::Option* add_rows(CLI::App& command, BoardOptions& options, const std::string& help);

/// @param names  of the formats
/// @param letters, symbols  with which squares are drawn, for the help
void add_format(CLI::App& command, BoardOptions& options, const FormatNames& names,
                const std::string& letters, const std::string& symbols);

/// Why `solve` and `puzzle` must not overwrite a file: they replace only text of numbers, squares
/// or chess pieces, their JSON and their pictures.
std::string objection_to_boards(std::string_view start);

/// Throws Error(usage) if the options conflict.
void refuse_contradictions(const BoardOptions& options);

/// The number; nothing if the text is not decimal digits. Numbers above 64 bits become the largest.
std::optional<std::uint64_t> parse_rows(const std::string& text);

/// "n is 15", for any number.
std::string n_is(std::uint64_t n);

/// "a 3 x 3 board has no solution".
std::string no_solution(std::uint64_t n);

/// A text file, or standard input for "-". Blocks only until some characters are available. Throws
/// Error(usage) if it cannot be read, now or later. Stays open until the program ends.
TextSource open_text(const std::string& path);

Command add_solve(CLI::App& program);
Command add_check(CLI::App& program);
Command add_puzzle(CLI::App& program);

constexpr std::array<AddCommand, 3> board_commands = {add_solve, add_check, add_puzzle};

}  // namespace nqueens::cli
