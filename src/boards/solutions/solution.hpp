// A solution: the row of the queen in each column. Checks whether queens are a solution, which
// attack one another, and which solutions of a list are repeated.
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

/// Whether n non-attacking queens fit on an n x n board: for every n but 0, 2 and 3.
constexpr bool has_solution(std::uint64_t n) {
  return n == 1 || n >= 4;
}

/// Whether none of a solution's eight images under the symmetries of the square is
/// lexicographically smaller, which holds for one solution per orbit. O(n) memory and time.
bool is_smallest_of_orbit(Rows solution);

enum class FaultKind : std::uint8_t {
  off_board,      ///< `second` is off the board
  same_row,       ///< `first` and `second` attack each other
  same_column,    ///< likewise
  same_diagonal,  ///< likewise
  knights_move,   ///< likewise; amazons
  not_turned,     ///< a turn maps the queen `first` to `second`, which is empty
  missing,        ///< fewer than n queens: `queens`
};
template <>
inline constexpr std::array<std::string_view, 7> names_of<FaultKind> = {
    "off board",     "same row",   "same column", "same diagonal",
    "knight's move", "not turned", "missing"};

struct Fault {
  FaultKind kind = FaultKind::missing;
  Square first;  ///< the earlier of two queens
  Square second;
  std::uint64_t queens = 0;
  friend bool operator==(const Fault&, const Fault&) = default;
};

/// Replaces every row above 1,000,000,000 in a text.
inline constexpr int beyond_all_rows = 2'147'483'646;

/// The first queen that is off the board or attacked by an earlier one, or that queens are missing;
/// nothing if they are a solution. Rows and columns may be any int. Takes O(queens) time and
/// memory, whatever n is. Above a million rows, if queens are missing, it reports only that.
std::optional<Fault> find_fault(std::uint64_t n, std::span<const Square> queens);

/// Like the above, for one queen per column in any row. Rows of n or more are off the board; the
/// largest Row represents row -1.
std::optional<Fault> find_fault(std::uint64_t n, Rows rows);

/// Why a solution is not one of a sequence with other moves: the first fault by column.
std::optional<Fault> find_fault(Rows solution, const Moves& moves);

/// For users, rows and columns counted from 1: "the queens at column 1, row 1 and column 2, row 2
/// are on the same diagonal".
std::string describe(const Fault& fault, std::uint64_t n);

/// Finds repeated solutions in a list. Keeps a 128-bit hash and the line of each, 24 bytes. Two
/// different solutions among 10^7 have the same hash with probability 1.5e-25, so solutions are not
/// compared.
class Repeats {
 public:
  /// @param most  solutions to keep; more memory would not be worth it
  explicit Repeats(std::size_t most = 10'000'000) : most_(most) {}

  void add(Rows solution, std::uint64_t line);

  struct Answer {
    std::uint64_t different = 0;
    std::uint64_t line = 0;        ///< of the first repeat; 0: none
    std::uint64_t first_line = 0;  ///< of the repeated solution
  };
  /// Nothing if too many were added or memory ran out.
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
