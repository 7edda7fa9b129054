// Finds the first attacked queen in one pass, with occupied rows, columns and diagonals as sets of
// bits. The same search serves lists of rows and drawn boards.

#include "boards/solutions/check.hpp"

#include <vector>

namespace nqueens {
namespace {

/// A set of the lines 0 .. size-1, one bit each.
class Marks {
 public:
  explicit Marks(std::uint64_t size) : words_(size / 64 + 1) {}

  /// Adds a line; false if the set has it already.
  bool add(std::uint64_t line) {
    std::uint64_t& word = words_[line / 64];
    const std::uint64_t bit = std::uint64_t{1} << (line % 64);
    const bool is_new = (word & bit) == 0;
    word |= bit;
    return is_new;
  }

 private:
  std::vector<std::uint64_t> words_;
};

/// One queen per column, as squares.
class SquaresOfRows {
 public:
  explicit SquaresOfRows(Rows rows) : rows_(rows) {}
  [[nodiscard]] std::size_t size() const { return rows_.size(); }
  Square operator[](std::size_t column) const {
    return {static_cast<int>(rows_[column]), static_cast<int>(column)};
  }

 private:
  Rows rows_;
};

std::optional<FaultKind> attack(Square left, Square right) {
  if (left.row == right.row) {
    return FaultKind::same_row;
  }
  if (left.column == right.column) {
    return FaultKind::same_column;
  }
  const std::int64_t rows = std::int64_t{left.row} - right.row;
  const std::int64_t columns = std::int64_t{left.column} - right.column;
  return rows == columns || rows == -columns ? std::optional(FaultKind::same_diagonal)
                                             : std::nullopt;
}

bool is_on_board(std::uint64_t n, Square square) {
  return square.row >= 0 && square.column >= 0 && static_cast<std::uint64_t>(square.row) < n &&
         static_cast<std::uint64_t>(square.column) < n;
}

/// The queen at `index` is the first that an earlier one attacks.
template <class Squares>
Fault fault_of(const Squares& queens, std::size_t index) {
  Fault fault;
  fault.second = queens[index];
  for (std::size_t other = 0; other < index; ++other) {
    if (const auto kind = attack(queens[other], fault.second)) {
      fault.kind = *kind;
      fault.first = queens[other];
      break;
    }
  }
  return fault;
}

template <class Squares>
std::optional<Fault> first_fault(std::uint64_t n, const Squares& queens) {
  const std::size_t count = queens.size();
  // Memory grows with the queens, not with n, which may be wrong.
  constexpr std::uint64_t little = std::uint64_t{1} << 20;
  const bool missing = count < n;
  const bool has_marks = !missing || n <= little;
  const std::uint64_t lines = has_marks ? n : 0;
  Marks rows(lines);
  Marks columns(lines);
  Marks diagonals(2 * lines);
  Marks antidiagonals(2 * lines);
  for (std::size_t index = 0; index < count; ++index) {
    const Square queen = queens[index];
    if (!is_on_board(n, queen)) {
      return Fault{FaultKind::off_board, {}, queen, 0};
    }
    const auto row = static_cast<std::uint64_t>(queen.row);
    const auto column = static_cast<std::uint64_t>(queen.column);
    if (has_marks && !(rows.add(row) && columns.add(column) && diagonals.add(row + column) &&
                       antidiagonals.add(row + n - column))) {
      return fault_of(queens, index);
    }
  }
  return missing ? std::optional(Fault{FaultKind::missing, {}, {}, count}) : std::nullopt;
}

std::string row_text(int row) {
  return row == beyond_all_rows ? "above 1000000000" : std::to_string(std::int64_t{row} + 1);
}

std::string square_text(Square square) {
  return "column " + std::to_string(std::int64_t{square.column} + 1) + ", row " +
         row_text(square.row);
}

}  // namespace

std::optional<Fault> find_fault(std::uint64_t n, std::span<const Square> queens) {
  return first_fault(n, queens);
}

std::optional<Fault> find_fault(std::uint64_t n, Rows rows) {
  return first_fault(n, SquaresOfRows(rows));
}

std::string_view to_string(FaultKind kind) {
  switch (kind) {
    case FaultKind::off_board: return "off board";
    case FaultKind::same_row: return "same row";
    case FaultKind::same_column: return "same column";
    case FaultKind::same_diagonal: return "same diagonal";
    case FaultKind::missing: break;
  }
  return "missing";
}

std::string describe(const Fault& fault, std::uint64_t n) {
  const std::string board = std::to_string(n) + " x " + std::to_string(n) + " board";
  if (fault.kind == FaultKind::missing) {
    return "queens are missing: the " + board + " has " + std::to_string(fault.queens);
  }
  if (fault.kind == FaultKind::off_board) {
    return "the queen at " + square_text(fault.second) + " is off the " + board;
  }
  return "the queens at " + square_text(fault.first) + " and " + square_text(fault.second) +
         " are " + (fault.kind == FaultKind::same_diagonal ? "on" : "in") + " the " +
         std::string(to_string(fault.kind));
}

}  // namespace nqueens
