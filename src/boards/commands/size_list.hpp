// Numbers of rows, as users write them.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "boards/commands/input.hpp"

namespace nqueens::cli {

/// The number; nothing if the text is not decimal digits. Numbers above 64 bits become the largest.
std::optional<std::uint64_t> parse_rows(const std::string& text);

/// Why a number of rows cannot be solved; empty if it can.
using Objection = std::function<std::string(std::uint64_t n)>;

/// A file of numbers of rows.
struct SizeList {
  std::vector<std::uint64_t> sizes;
  std::uint64_t bad_lines = 0;
  std::vector<std::uint64_t> first_bad_lines;  ///< their numbers, from 1; at most max_bad_lines
};
inline constexpr std::size_t max_bad_lines = 20;

/// Longer lines, with their comment, are bad.
inline constexpr std::size_t longest_line = 1000;

/// Reads one number a line. From `#` on a line is a comment; empty lines and a byte order mark are
/// passed over. Throws Error(usage) that names the first bad line, unless bad lines are to be
/// skipped.
SizeList read_sizes(Input& input, const Objection& objection, bool skip_bad_lines);

}  // namespace nqueens::cli
