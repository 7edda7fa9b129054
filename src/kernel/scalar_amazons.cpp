// The scalar kernel for amazons, which attack like queens and like knights.
//
// The search is that of the scalar kernel for queens, from the top row that is left to the last. A
// knight reaches two rows, so besides columns and diagonals a board keeps the free squares of its
// next two rows. A child takes its first row from its parent's second row, and only removes what
// its own queen attacks. It is dropped if one of the two rows has no free square.

#include <array>
#include <cstdint>
#include <memory>

#include "core/board.hpp"
#include "kernel/kernels.hpp"

namespace nqueens {
namespace {

class ScalarAmazonsKernel final : public OneBoardKernel<16> {
 public:
  explicit ScalarAmazonsKernel(const Problem& problem) : OneBoardKernel(problem), n_(problem.n) {}

 private:
  /// A row that is left, and what a queen on it attacks in the next two.
  struct Row {
    LineSet available = 0;  ///< squares that no queen of the prefix attacks
    int number = 0;         ///< on the board
    int gap = 0;            ///< distance to the next one, and offset of diagonals there
    int near_aside = 0;     ///< knights_aside() in the next one
    int far_aside = 0;      ///< in the one after it
  };

  std::uint64_t completions(const Placement& placement) noexcept override {
    const int rows = n_ - placement.queens();
    if (rows == 0) {
      return 1;
    }
    int level = rows;
    for (LineSet left = all_lines(n_) & ~placement.rows; left != 0;
         left = without_lowest(left), --level) {
      Row& row = row_left(level);
      row.number = lowest_line(left);
      row.available = placement.free_in_row(n_, row.number);
      if (row.available == 0) {
        return 0;
      }
    }
    for (level = 2; level <= rows; ++level) {
      Row& row = row_left(level);
      row.gap = row_left(level - 1).number - row.number;
      row.near_aside = knights_aside(row.gap);
      row.far_aside = level > 2 ? knights_aside(row_left(level - 2).number - row.number) : 0;
    }
    return search(rows, all_lines(n_) & ~placement.columns, 0, 0, row_left(rows).available,
                  rows > 1 ? row_left(rows - 1).available : 0);
  }

  /// Counts the solutions of the last `rows` rows that are left.
  /// @param columns  columns without a queen
  /// @param left, right  diagonals of the queens placed here, shifted to the first of these rows
  /// @param free, second  free squares of that row, not empty, and of the next one
  std::uint64_t search(int rows, LineSet columns, LineSet left, LineSet right, LineSet free,
                       LineSet second) noexcept {
    if (rows == 1) {
      ++nodes_;
      return 1;  // one column is left, and it is free
    }
    if (rows >= asked_rows && !poll_.ask()) {
      return 0;
    }
    const Row& row = row_left(rows);
    const Row& next = row_left(rows - 1);
    std::uint64_t solutions = 0;
    for (; free != 0; free = without_lowest(free)) {
      const LineSet queen = free & (0 - free);
      ++nodes_;
      const LineSet child_columns = columns ^ queen;
      const LineSet child_left = (left | queen) << row.gap;
      const LineSet child_right = (right | queen) >> row.gap;
      const LineSet child_free = second & child_columns & ~(queen << row.gap | queen >> row.gap) &
                                 ~(queen << row.near_aside | queen >> row.near_aside);
      if (child_free == 0) {
        continue;
      }
      LineSet child_second = 0;
      if (rows > 2) {
        child_second = row_left(rows - 2).available & child_columns &
                       ~(child_left << next.gap | child_right >> next.gap) &
                       ~(queen << row.far_aside | queen >> row.far_aside);
        if (child_second == 0) {
          continue;
        }
      }
      solutions +=
          search(rows - 1, child_columns, child_left, child_right, child_free, child_second);
    }
    return solutions;
  }

  /// The row at which this many rows are left, itself included.
  Row& row_left(int rows) { return rows_[static_cast<std::size_t>(rows)]; }

  int n_;
  std::array<Row, max_board + 1> rows_{};
};

}  // namespace

std::unique_ptr<Kernel> make_scalar_amazons_kernel(const Problem& problem) {
  return std::make_unique<ScalarAmazonsKernel>(problem);
}

}  // namespace nqueens
