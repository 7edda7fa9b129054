// The board, its squares and lines, and a placement of some queens on it.
#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>

#include "core/problem.hpp"
#include "core/square.hpp"

namespace nqueens {

/// Boards have 1 to max_board rows. With 32 every set of rows or columns fits a 32-bit word, and
/// every set of diagonals (2N - 1 of them) a 64-bit word.
inline constexpr int max_board = 32;

/// A set of rows or of columns: bit i is line i.
using LineSet = std::uint32_t;

/// The lines 0 .. n-1.
constexpr LineSet all_lines(int n) {
  return static_cast<LineSet>((std::uint64_t{1} << n) - 1);
}

/// The lowest line of a set that is not empty.
constexpr int lowest_line(LineSet lines) {
  return std::countr_zero(lines);
}

/// The set without its lowest line.
constexpr LineSet without_lowest(LineSet lines) {
  return lines & (lines - 1);
}

/// The columns that a knight in a column reaches in the row `away` rows from its own: -2, -1, 1, 2.
constexpr LineSet knights_columns(LineSet column, int away) {
  const int aside = away == 1 || away == -1 ? 2 : 1;
  return column << aside | column >> aside;
}

/// Mutually non-attacking queens on an n x n board, with every line that they attack. On a torus a
/// diagonal that leaves the board comes back as another one, and a queen occupies both. Amazons
/// attack a knight's moves, too: these are not kept, but follow from the queens of the rows near
/// by.
struct Placement {
  static constexpr std::int8_t empty = -1;

  std::uint64_t diagonals = 0;      ///< bit row + column: that diagonal holds a queen
  std::uint64_t antidiagonals = 0;  ///< the same for bit column - row + n - 1
  LineSet rows = 0;                 ///< rows that hold a queen
  LineSet columns = 0;              ///< columns that hold a queen
  std::array<std::int8_t, max_board>
      queen_column{};  ///< by row; meaningful where `rows` has the row's bit
  ChessPiece chess_piece = ChessPiece::queen;  ///< what all of them are: queens or amazons

  [[nodiscard]] int queens() const { return std::popcount(rows); }

  /// Puts a queen on a free square, or takes it away again: both flip the same bits.
  void toggle(int n, Square square, Board board = Board::square) {
    rows ^= LineSet{1} << square.row;
    columns ^= LineSet{1} << square.column;
    diagonals ^= occupied_diagonals(n, square.row + square.column, board);
    antidiagonals ^= occupied_diagonals(n, square.column - square.row + n - 1, board);
    queen_column[static_cast<std::size_t>(square.row)] = static_cast<std::int8_t>(square.column);
  }

  /// Columns of the free squares of a row: not attacked, and the row holds no queen.
  [[nodiscard]] LineSet free_in_row(int n, int row) const {
    if ((rows >> row & 1U) != 0) {
      return 0;
    }
    const auto by_diagonal = static_cast<LineSet>(diagonals >> row);
    const auto by_antidiagonal = static_cast<LineSet>(antidiagonals >> (n - 1 - row));
    const LineSet free = all_lines(n) & ~(columns | by_diagonal | by_antidiagonal);
    return chess_piece == ChessPiece::amazon ? free & ~knights_moves_to(row) : free;
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

 private:
  /// The columns of a row that are a knight's move from a queen of the rows near by.
  [[nodiscard]] LineSet knights_moves_to(int row) const {
    LineSet reached = 0;
    for (const int away : {-2, -1, 1, 2}) {
      const int from = row + away;
      if (from >= 0 && from < max_board && (rows >> from & 1U) != 0) {
        const LineSet queen = LineSet{1} << queen_column[static_cast<std::size_t>(from)];
        reached |= knights_columns(queen, away);
      }
    }
    return reached;
  }

  /// The diagonal with this index, and on a torus also the one that continues it.
  static std::uint64_t occupied_diagonals(int n, int index, Board board) {
    std::uint64_t occupied = std::uint64_t{1} << index;
    if (board == Board::torus) {
      occupied |= std::uint64_t{1} << (index < n ? index + n : index - n);
    }
    return occupied;
  }
};

}  // namespace nqueens
