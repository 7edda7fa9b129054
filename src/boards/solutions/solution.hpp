// A solution: the row of the queen in each column. Whether queens are one, which of them attack one
// another, and which solutions of a list are there twice.
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/board.hpp"
#include "core/names.hpp"
#include "nqueens/solutions.hpp"

namespace nqueens {

/// Whether n non-attacking queens can stand on an n x n board: for every n but 2 and 3 (and 0).
constexpr bool has_solution(std::uint64_t n) {
  return n == 1 || n >= 4;
}

/// Whether none of the eight images of a solution under the symmetries of the square is
/// lexicographically smaller: true of exactly one solution of each orbit. O(n) memory and time.
bool is_smallest_of_orbit(Rows solution);

enum class FaultKind : std::uint8_t {
  off_board,      ///< a queen is off the board: `second`
  same_row,       ///< two queens attack each other: `first`, `second`
  same_column,    ///< the same
  same_diagonal,  ///< the same
  knights_move,   ///< the same: amazons
  not_turned,     ///< a turn moves the queen `first` to `second`, which is empty
  missing,        ///< fewer queens than rows; `queens` is their number
};
template <>
inline constexpr std::array<std::string_view, 7> names_of<FaultKind> = {
    "off board",     "same row",   "same column", "same diagonal",
    "knight's move", "not turned", "missing"};

/// Why some queens are not a solution.
struct Fault {
  FaultKind kind = FaultKind::missing;
  Square first;  ///< the earlier of two queens
  Square second;
  std::uint64_t queens = 0;
  friend bool operator==(const Fault&, const Fault&) = default;
};

/// Stands for every row above 1,000,000,000 in a text.
inline constexpr int beyond_all_rows = 2'147'483'646;

/// The first queen that is off the board or attacked by an earlier one, or that queens are missing;
/// nothing if n queens do not attack one another. Any int is allowed as a row or column. Takes
/// O(queens) time and memory, whatever n is. On a board of more than a million rows with missing
/// queens it reports only these.
std::optional<Fault> find_fault(std::uint64_t n, std::span<const Square> queens);

/// The same for one queen per column, in any rows. A row of n or more is off the board; the largest
/// Row stands for row -1.
std::optional<Fault> find_fault(std::uint64_t n, Rows rows);

/// What makes a solution none of a sequence with other moves: the first fault by column.
std::optional<Fault> find_fault(Rows solution, const Moves& moves);

/// For users, with rows and columns counted from 1: "the queens at column 1, row 1 and column 2,
/// row 2 are on the same diagonal".
std::string describe(const Fault& fault, std::uint64_t n);

/// Which solutions of a list are there twice. Keeps a hash of 128 bits and the line of each, 24
/// bytes. Two different solutions among 10^7 have the same hash with a probability of 1.5e-25, so
/// they are not compared.
class Repeats {
 public:
  /// @param most  solutions to keep; the memory of more is not worth the answer
  explicit Repeats(std::size_t most = 10'000'000) : most_(most) {}

  void add(Rows solution, std::uint64_t line);

  struct Answer {
    std::uint64_t different = 0;
    std::uint64_t line = 0;        ///< of the first repeat; 0: there is none
    std::uint64_t first_line = 0;  ///< of the solution that it repeats
  };
  /// Nothing if more were added than are kept, or memory ran out.
  std::optional<Answer> find();

 private:
  struct Entry {
    std::array<std::uint64_t, 2> hash;
    std::uint64_t line;
    friend auto operator<=>(const Entry&, const Entry&) = default;
  };

  std::size_t most_;
  bool gave_up_ = false;
  std::vector<Entry> entries_;
};

}  // namespace nqueens
