// The size of a puzzle's board.
#pragma once

namespace nqueens {

/// Rows and columns, each at least 1.
struct BoardSize {
  int rows = 0;
  int columns = 0;

  [[nodiscard]] constexpr int squares() const { return rows * columns; }
  friend bool operator==(const BoardSize&, const BoardSize&) = default;
};

/// Most squares of a board that puzzles of chess pieces take: 20 x 20.
inline constexpr int max_puzzle_squares = 400;

}  // namespace nqueens
