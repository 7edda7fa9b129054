// The scalar kernel for the torus: an exact cover search that fills the line with the fewest free
// squares.
//
// Every row, column, diagonal and antidiagonal of a torus holds exactly one queen of a solution. A
// board is kept as the free columns of each row. One pass over the open rows counts the free
// squares of all lines of the other three kinds, up to three, bit by bit: rotating a row by its
// number aligns its squares with their diagonals. If a line has no free square the board is
// dropped. Otherwise the search tries the queens of the line with the fewest free squares, or of a
// row if all lines have more than two.

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "kernel/kernels.hpp"

namespace nqueens {
namespace {

/// The lines of one kind with at least one, two and three free squares.
struct FreeSquares {
  LineSet one = 0;
  LineSet two = 0;
  LineSet three = 0;

  void add(LineSet lines) {
    three |= two & lines;
    two |= one & lines;
    one |= lines;
  }
};

class ScalarTorusKernel final : public OneBoardKernel<1U << 13> {  // polls about every millisecond
 public:
  explicit ScalarTorusKernel(const Problem& problem) : OneBoardKernel(problem), n_(problem.n) {}

 private:
  /// By row, the columns of its free squares; none if it has a queen.
  using FreeColumns = std::array<LineSet, max_board>;

  enum class LineKind : std::uint8_t { row, column, diagonal, antidiagonal };

  struct Choice {
    LineKind kind = LineKind::row;
    int line = 0;
    int free_squares = max_board + 1;
  };

  std::uint64_t completions(const Placement& placement) noexcept override {
    FreeColumns free{};
    for (int row = 0; row < n_; ++row) {
      free[static_cast<std::size_t>(row)] = placement.free_in_row(n_, row);
    }
    return search(free, all_lines(n_) & ~placement.rows);
  }

  /// The lines rotated up by `by`, 0 to n.
  [[nodiscard]] LineSet rotated(LineSet lines, int by) const {
    const std::uint64_t twice = std::uint64_t{lines} << n_ | lines;
    return static_cast<LineSet>(twice >> (n_ - by)) & all_lines(n_);
  }

  /// Solutions that fill the rows `open`.
  std::uint64_t search(const FreeColumns& free, LineSet open) noexcept {
    if (open == 0) {
      return 1;
    }
    if (!poll_.ask()) {
      return 0;
    }
    const Choice choice = most_constrained(free, open);
    if (choice.free_squares == 0) {
      return 0;
    }
    std::uint64_t solutions = 0;
    if (choice.kind == LineKind::row) {
      for (LineSet left = free[static_cast<std::size_t>(choice.line)]; left != 0;
           left = without_lowest(left)) {
        solutions += place(free, open, {choice.line, lowest_line(left)});
      }
      return solutions;
    }
    for (LineSet left = open; left != 0; left = without_lowest(left)) {
      const int row = lowest_line(left);
      const int column = column_on(choice, row);
      if ((free[static_cast<std::size_t>(row)] >> column & 1U) != 0) {
        solutions += place(free, open, {row, column});
      }
    }
    return solutions;
  }

  /// The column in which a line crosses a row.
  [[nodiscard]] int column_on(const Choice& choice, int row) const {
    switch (choice.kind) {
      case LineKind::diagonal: return (choice.line - row + n_) % n_;
      case LineKind::antidiagonal: return (choice.line + row) % n_;
      default: return choice.line;
    }
  }

  /// Counts the solutions with another queen on this free square.
  std::uint64_t place(const FreeColumns& free, LineSet open, Square queen) noexcept {
    ++nodes_;
    open ^= LineSet{1} << queen.row;
    const LineSet column = LineSet{1} << queen.column;
    FreeColumns rest{};
    for (LineSet left = open; left != 0; left = without_lowest(left)) {
      const int row = lowest_line(left);
      const int distance = (row - queen.row + n_) % n_;
      rest[static_cast<std::size_t>(row)] =
          free[static_cast<std::size_t>(row)] &
          ~(column | rotated(column, distance) | rotated(column, n_ - distance));
    }
    return search(rest, open);
  }

  /// The line with the fewest free squares, among rows and lines with at most two.
  [[nodiscard]] Choice most_constrained(const FreeColumns& free, LineSet open) const {
    Choice best;
    FreeSquares columns;
    FreeSquares diagonals;
    FreeSquares antidiagonals;
    for (LineSet left = open; left != 0; left = without_lowest(left)) {
      const int row = lowest_line(left);
      const LineSet squares = free[static_cast<std::size_t>(row)];
      if (std::popcount(squares) < best.free_squares) {
        best = {.kind = LineKind::row, .line = row, .free_squares = std::popcount(squares)};
      }
      columns.add(squares);
      diagonals.add(rotated(squares, row));
      antidiagonals.add(rotated(squares, n_ - row));
    }
    improve(best, columns, LineKind::column, std::popcount(open));
    improve(best, diagonals, LineKind::diagonal, std::popcount(open));
    improve(best, antidiagonals, LineKind::antidiagonal, std::popcount(open));
    return best;
  }

  /// Takes a line of this kind if it has fewer free squares. All kinds have the same number of open
  /// lines.
  static void improve(Choice& best, const FreeSquares& lines, LineKind kind, int open) {
    if (std::popcount(lines.one) < open) {
      best.free_squares = 0;
    }
    const LineSet with_one = lines.one & ~lines.two;
    const LineSet with_two = lines.two & ~lines.three;
    if (best.free_squares > 1 && with_one != 0) {
      best = {.kind = kind, .line = lowest_line(with_one), .free_squares = 1};
    } else if (best.free_squares > 2 && with_two != 0) {
      best = {.kind = kind, .line = lowest_line(with_two), .free_squares = 2};
    }
  }

  int n_;
};

}  // namespace

std::unique_ptr<Kernel> make_scalar_torus_kernel(const Problem& problem) {
  return std::make_unique<ScalarTorusKernel>(problem);
}

}  // namespace nqueens
