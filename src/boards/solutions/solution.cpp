// Finds the first attacked queen in one pass, with bit sets of occupied rows, columns and
// diagonals. A solution has eight images. Only the inverse is computed; the others are read from it
// and the solution.
#include "boards/solutions/solution.hpp"

#include <algorithm>
#include <cstdlib>
#include <new>
#include <utility>

#include "boards/solutions/text_source.hpp"
#include "core/number.hpp"

namespace nqueens {
namespace {

/// Whether the image with reversed columns, reversed rows, or both, is smaller.
bool has_smaller_reversal(Rows solution, Rows image, bool backwards, bool upside_down) {
  const std::size_t n = solution.size();
  for (std::size_t column = 0; column < n; ++column) {
    const Row read = image[backwards ? n - 1 - column : column];
    const Row row = upside_down ? static_cast<Row>(n - 1) - read : read;
    if (row != solution[column]) {
      return row < solution[column];
    }
  }
  return false;
}

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

/// The fault at `index`, the first queen attacked by an earlier one.
template <class QueenAt>
Fault attack_on(const QueenAt& queen_at, std::size_t index) {
  for (std::size_t other = 0; other < index; ++other) {
    if (const auto kind = attack(queen_at(other), queen_at(index))) {
      return {*kind, queen_at(other), queen_at(index)};
    }
  }
  return {};
}

template <class QueenAt>
std::optional<Fault> first_fault(std::uint64_t n, std::size_t count, const QueenAt& queen_at) {
  // Memory must grow with the queens, not with n, which may be wrong.
  constexpr std::uint64_t little = std::uint64_t{1} << 20;
  const bool missing = count < n;
  const bool has_marks = !missing || n <= little;
  const std::uint64_t lines = has_marks ? n : 0;
  using Marks = std::vector<std::uint64_t>;
  Marks rows(lines / 64 + 1);
  Marks columns(lines / 64 + 1);
  Marks diagonals(lines / 32 + 1);
  Marks antidiagonals(lines / 32 + 1);
  /// Adds a line; false if it was there already.
  const auto add = [](Marks& marks, std::uint64_t line) {
    const std::uint64_t bit = std::uint64_t{1} << (line % 64);
    const std::uint64_t before = std::exchange(marks[line / 64], marks[line / 64] | bit);
    return (before & bit) == 0;
  };
  for (std::size_t index = 0; index < count; ++index) {
    const Square queen = queen_at(index);
    // Negative lines become very large ones.
    const auto row = static_cast<std::uint64_t>(queen.row);
    const auto column = static_cast<std::uint64_t>(queen.column);
    if (row >= n || column >= n) {
      return Fault{FaultKind::off_board, {}, queen};
    }
    if (has_marks && !(add(rows, row) && add(columns, column) && add(diagonals, row + column) &&
                       add(antidiagonals, row + n - column))) {
      return attack_on(queen_at, index);
    }
  }
  return missing ? std::optional(Fault{FaultKind::missing, {}, {}, count}) : std::nullopt;
}

std::string square_text(Square square) {
  return joined("column ", std::int64_t{square.column} + 1, ", row ",
                square.row == beyond_all_rows ? "above 1000000000"
                                              : std::to_string(std::int64_t{square.row} + 1));
}

}  // namespace

bool is_smallest_of_orbit(Rows solution) {
  std::vector<Row> transposed(solution.size());
  for (std::size_t column = 0; column < solution.size(); ++column) {
    transposed[solution[column]] = static_cast<Row>(column);
  }
  for (const bool backwards : {false, true}) {
    for (const bool upside_down : {false, true}) {
      if (has_smaller_reversal(solution, solution, backwards, upside_down) ||
          has_smaller_reversal(solution, transposed, backwards, upside_down)) {
        return false;
      }
    }
  }
  return true;
}

std::optional<Fault> find_fault(std::uint64_t n, std::span<const Square> queens) {
  return first_fault(n, queens.size(), [queens](std::size_t index) { return queens[index]; });
}

std::optional<Fault> find_fault(std::uint64_t n, Rows rows) {
  return first_fault(n, rows.size(), [rows](std::size_t column) {
    return Square{static_cast<int>(rows[column]), static_cast<int>(column)};
  });
}

std::optional<Fault> find_fault(Rows solution, const Moves& moves) {
  const int n = static_cast<int>(solution.size());
  const auto queen_at = [solution](int column) {
    return Square{static_cast<int>(solution[static_cast<std::size_t>(column)]), column};
  };
  std::vector<int> diagonals(solution.size(), -1);  // of a torus: the column of the queen on each
  std::vector<int> antidiagonals = diagonals;
  for (int column = 0; column < n; ++column) {
    const Square queen = queen_at(column);
    if (moves.board == Board::torus) {
      for (int* first : {&diagonals[static_cast<std::size_t>((queen.row + column) % n)],
                         &antidiagonals[static_cast<std::size_t>((queen.row + n - column) % n)]}) {
        if (*first >= 0) {
          return Fault{FaultKind::same_diagonal, queen_at(*first), queen};
        }
        *first = column;
      }
    }
    for (int away = 1; moves.knights && away <= std::min(2, column); ++away) {
      const Square other = queen_at(column - away);
      if (std::abs(other.row - queen.row) == knights_aside(away)) {
        return Fault{FaultKind::knights_move, other, queen};
      }
    }
    if (const Square image = turned(n, queen, moves.turn); queen_at(image.column) != image) {
      return Fault{FaultKind::not_turned, queen, image};
    }
  }
  return std::nullopt;
}

std::string describe(const Fault& fault, std::uint64_t n) {
  const std::string board = joined(n, " x ", n, " board");
  if (fault.kind == FaultKind::missing) {
    return joined("queens are missing: the ", board, " has ", fault.queens);
  }
  if (fault.kind == FaultKind::off_board) {
    return joined("the queen at ", square_text(fault.second), " is off the ", board);
  }
  if (fault.kind == FaultKind::not_turned) {
    return joined("the turn moves the queen at ", square_text(fault.first), " to ",
                  square_text(fault.second), ", which is empty");
  }
  const std::string queens =
      joined("the queens at ", square_text(fault.first), " and ", square_text(fault.second));
  if (fault.kind == FaultKind::knights_move) {
    return queens + " are a knight's move apart";
  }
  return joined(queens, " are ", fault.kind == FaultKind::same_diagonal ? "on" : "in", " the ",
                to_string(fault.kind));
}

// --- Repeats: after sorting by hash and line, equal solutions are adjacent

void Repeats::add(Rows solution, std::uint64_t line) {
  if (gave_up_) {
    return;
  }
  std::array<std::uint64_t, 2> hash = {solution.size(), ~std::uint64_t{solution.size()}};
  for (const Row row : solution) {
    hash = {scrambled(hash[0] ^ row), scrambled(hash[1] + row)};
  }
  try {
    gave_up_ = entries_.size() == most_;
    if (!gave_up_) {
      entries_.push_back({hash, line});
    }
  } catch (const std::bad_alloc&) {
    gave_up_ = true;
  }
  if (gave_up_) {
    entries_ = {};
  }
}

std::optional<Repeats::Answer> Repeats::find() {
  if (gave_up_) {
    return std::nullopt;
  }
  std::ranges::sort(entries_);
  Answer answer;
  std::uint64_t first_line = 0;
  for (std::size_t index = 0; index < entries_.size(); ++index) {
    const Entry& entry = entries_[index];
    if (index == 0 || entry.hash != entries_[index - 1].hash) {
      ++answer.different;
      first_line = entry.line;
    } else if (answer.line == 0 || entry.line < answer.line) {
      answer.line = entry.line;
      answer.first_line = first_line;
    }
  }
  return answer;
}

}  // namespace nqueens
