// The board: squares, lines, attacks, and placements of some queens.
#pragma once

#include <array>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>

#include "nqueens/sequence.hpp"

namespace nqueens {

enum class Board : std::uint8_t {
  square,  ///< the chess board
  torus,   ///< opposite edges joined: diagonals continue on the other side (modular queens)
};

/// The turn of the square board that maps each solution of a sequence to itself. A queen and its
/// images form an orbit.
enum class Turn : std::uint8_t { none, half, quarter };

/// Which squares a piece attacks besides its row, column and diagonals, and which pieces are placed
/// together.
struct Moves {
  Board board = Board::square;
  bool knights = false;  ///< the squares a knight's move away
  Turn turn = Turn::none;

  /// Queens in an orbit; the middle square's orbit has one.
  [[nodiscard]] constexpr int orbit() const { return 1 << static_cast<int>(turn); }

  friend bool operator==(const Moves&, const Moves&) = default;
};

/// Rows of the largest board.
inline constexpr int max_lines = max_quarter_turn_board;

/// A set of rows or of columns: bit i is line i.
using LineSet = std::uint64_t;
static_assert(8 * sizeof(LineSet) >= max_lines);

/// The same for up to max_board rows, half as wide.
using ShortLineSet = std::uint32_t;

/// The lines 0 .. n-1.
constexpr LineSet all_lines(int n) {
  return n == 0 ? 0 : ~LineSet{0} >> (max_lines - n);
}

/// The lowest line of a non-empty set.
template <std::unsigned_integral Lines>
constexpr int lowest_line(Lines lines) {
  return std::countr_zero(lines);
}

template <std::unsigned_integral Lines>
constexpr Lines without_lowest(Lines lines) {
  return lines & (lines - 1);
}

/// How many squares aside an amazon attacks by a knight's move in the line `away` lines from its
/// own. Beyond a knight's reach it is `away`: a diagonal.
constexpr int knights_aside(int away) {
  return away <= 2 ? 3 - away : away;
}

/// Columns that a knight attacks in the row `away` rows from its own: -2, -1, 1 or 2.
constexpr LineSet knights_columns(LineSet column, int away) {
  const int aside = knights_aside(away < 0 ? -away : away);
  return column << aside | column >> aside;
}

struct Square {
  int row = 0;
  int column = 0;
  friend bool operator==(const Square&, const Square&) = default;
};

/// The image of a square.
constexpr Square turned(int n, Square square, Turn turn) {
  switch (turn) {
    case Turn::none: break;
    case Turn::half: return {n - 1 - square.row, n - 1 - square.column};
    case Turn::quarter: return {square.column, n - 1 - square.row};
  }
  return square;
}

struct BoardLine {
  bool is_column = false;
  int number = 0;

  /// The square where a line of the other kind crosses it.
  [[nodiscard]] Square square(int crossing) const {
    return is_column ? Square{crossing, number} : Square{number, crossing};
  }
};

/// Mutually non-attacking queens on an n x n board, with every line that they attack. On a torus, a
/// diagonal that leaves the board continues as another one, and a queen occupies both. Knight's
/// moves are not stored: they follow from the queens in nearby rows.
///
/// With a turn, the placement consists of whole orbits. The bit of a diagonal is then its distance
/// from the middle one, since the turn moves a queen to the diagonal as far on the other side. By
/// symmetry, the squares of an orbit are free or attacked together.
struct Placement {
  std::uint64_t diagonals = 0;      ///< bit row + column: that diagonal holds a queen
  std::uint64_t antidiagonals = 0;  ///< the same for bit column - row + n - 1
  LineSet rows = 0;                 ///< rows that hold a queen
  LineSet columns = 0;              ///< columns that hold a queen
  std::array<std::int8_t, max_lines> queen_column{};  ///< by row; valid if the row is in `rows`
  Moves moves{};

  [[nodiscard]] int queens() const { return std::popcount(rows); }

  /// Places a queen and the rest of its orbit on free squares, or removes them: both flip the same
  /// bits.
  void toggle(int n, Square square) {
    std::uint64_t own = occupied_diagonals(n, square.row + square.column);
    std::uint64_t others = occupied_diagonals(n, square.column - square.row + n - 1);
    if (moves.turn == Turn::quarter) {  // a diagonal's image is an antidiagonal
      own = others = own | others;
    }
    diagonals ^= own;
    antidiagonals ^= others;
    const Square first = square;
    do {
      rows ^= LineSet{1} << square.row;
      columns ^= LineSet{1} << square.column;
      queen_column[static_cast<std::size_t>(square.row)] = static_cast<std::int8_t>(square.column);
      square = turned(n, square, moves.turn);
    } while (square != first);
  }

  /// Columns of the free squares of a row: not attacked, not even by their own orbit; none if the
  /// row holds a queen.
  [[nodiscard]] LineSet free_in_row(int n, int row) const {
    if ((rows >> row & 1U) != 0) {
      return 0;
    }
    if (moves.turn != Turn::none) {
      return free_orbits_in_row(n, row);
    }
    const auto by_diagonal = static_cast<LineSet>(diagonals >> row);
    const auto by_antidiagonal = static_cast<LineSet>(antidiagonals >> (n - 1 - row));
    const LineSet free = all_lines(n) & ~(columns | by_diagonal | by_antidiagonal);
    return moves.knights ? free & ~knights_moves_to(row) : free;
  }

  [[nodiscard]] bool is_free(int n, Square square) const {
    return (free_in_row(n, square.row) >> square.column & 1U) != 0;
  }

  /// Rows of the free squares of a column.
  [[nodiscard]] LineSet free_in_column(int n, int column) const {
    LineSet free_rows = 0;
    for (LineSet left = all_lines(n) & ~rows; left != 0; left = without_lowest(left)) {
      const int row = lowest_line(left);
      free_rows |= LineSet{is_free(n, {row, column})} << row;
    }
    return free_rows;
  }

  /// The lines that cross this line on its free squares.
  [[nodiscard]] LineSet free_in(int n, BoardLine line) const {
    return line.is_column ? free_in_column(n, line.number) : free_in_row(n, line.number);
  }

 private:
  [[nodiscard]] LineSet free_orbits_in_row(int n, int row) const;

  /// Columns of a row that are a knight's move from a queen in a nearby row.
  [[nodiscard]] LineSet knights_moves_to(int row) const {
    LineSet reached = 0;
    for (const int away : {-2, -1, 1, 2}) {
      const int from = row + away;
      if (from >= 0 && from < max_lines && (rows >> from & 1U) != 0) {
        const LineSet queen = LineSet{1} << queen_column[static_cast<std::size_t>(from)];
        reached |= knights_columns(queen, away);
      }
    }
    return reached;
  }

  /// The diagonal with this index, and on a torus also the one that continues it.
  [[nodiscard]] std::uint64_t occupied_diagonals(int n, int index) const {
    if (moves.turn != Turn::none) {
      return std::uint64_t{1} << (index < n ? n - 1 - index : index - (n - 1));
    }
    std::uint64_t occupied = std::uint64_t{1} << index;
    if (moves.board == Board::torus) {
      occupied |= std::uint64_t{1} << (index < n ? index + n : index - n);
    }
    return occupied;
  }
};

}  // namespace nqueens
