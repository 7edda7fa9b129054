// Numbers of rows, as users write them.
#pragma once

#include <cstdint>
#include <functional>
#include <istream>
#include <optional>
#include <string>
#include <vector>

namespace nqueens::cli {

/// The number; nothing for anything but decimal digits. Numbers above 64 bits become the largest.
std::optional<std::uint64_t> parse_rows(const std::string& text);

/// What a user wrote, fit for a message: cut short, with question marks for what cannot be printed.
std::string quoted(const std::string& text);

/// Why a number of rows cannot be solved; empty where it can.
using Objection = std::function<std::string(std::uint64_t n)>;

/// A file of numbers of rows.
struct BoardList {
  std::vector<std::uint64_t> boards;
  std::vector<std::uint64_t> bad_lines;  ///< their numbers, from 1
};

/// Reads one number a line. From `#` on a line is a comment; empty lines are passed over.
/// Throws Error(usage) that names the first bad line, unless all bad lines are to be collected.
BoardList read_board_list(std::istream& in, const std::string& name, const Objection& objection,
                          bool collect_bad_lines);

}  // namespace nqueens::cli
