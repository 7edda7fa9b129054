// Whether queens attack one another, and which.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "nqueens/boards/solution.hpp"
#include "nqueens/core/board.hpp"

namespace nqueens {

enum class FaultKind : std::uint8_t {
  off_board,      ///< a queen stands on no square of the board: `second`
  same_row,       ///< two queens attack each other: `first`, `second`
  same_column,    ///< likewise
  same_diagonal,  ///< likewise
  missing,        ///< fewer queens than rows: `queens` says how many
};

/// What makes some queens no solution.
struct Fault {
  FaultKind kind = FaultKind::missing;
  Square first;  ///< of two queens the one that comes first
  Square second;
  std::uint64_t queens = 0;
  friend bool operator==(const Fault&, const Fault&) = default;
};

/// The row of a Square that was read from a text where that text has a number above 1,000,000,000.
inline constexpr int beyond_all_rows = 2'147'483'646;

/// The first queen that is off the board or attacked by one before it, or that queens are missing;
/// nothing where these are n queens that do not attack one another. Every int is allowed as a row
/// or column. O(queens) time and memory, whatever n is: where queens are missing on a board of more
/// than a million rows, that alone is found.
std::optional<Fault> find_fault(std::uint64_t n, std::span<const Square> queens);

/// The same for one queen a column, whose rows may be any: a row of n or more is off the board,
/// with the value -1 as an int for that before the first.
std::optional<Fault> find_fault(std::uint64_t n, Rows rows);

/// For people, with rows and columns from 1: "the queens at column 1, row 1 and column 2, row 2 are
/// on the same diagonal".
std::string describe(const Fault& fault, std::uint64_t n);

/// "same row", "off board" and so on.
std::string_view to_string(FaultKind kind);

}  // namespace nqueens
