// The scalar kernel: one partial board at a time in a handful of registers.
//
// The remaining rows are searched from the top. For each remaining row one constant mask
// (`available`) has the squares that the prefix's queens do not attack; it replaces the board's
// mask and costs nothing. The queens placed since are three words: the columns left, and the two
// kinds of diagonals, shifted by the distance to the next remaining row (Richards 1997,
// "Backtracking algorithms in MCPL using bit patterns and recursion"). A child is dropped as soon
// as one of the next two rows has no free square, or, near the end, when some column has no free
// square in any remaining row. The last two rows are not searched: with two columns left there are
// at most two ways to fill them, and three masks tell which.
//
// The number of remaining rows is a template argument, so each level is its own function with just
// the tests that pay there (docs/kernels.md has the measurements).

#include <array>
#include <memory>
#include <utility>

#include "kernel/kernels.hpp"

namespace nqueens {
namespace {

/// Most rows left for which the test for uncovered columns saves more than it costs (measured, N =
/// 16).
constexpr int covered_rows = 5;

class ScalarKernel final : public OneBoardKernel<16> {
 public:
  explicit ScalarKernel(const Problem& problem) : OneBoardKernel(problem), n_(problem.n) {}

 private:
  using Search = std::uint64_t (ScalarKernel::*)(LineSet, LineSet, LineSet, LineSet) noexcept;

  template <int... Rows>
  static constexpr std::array<Search, sizeof...(Rows)> searches(
      std::integer_sequence<int, Rows...>) {
    return {&ScalarKernel::search<Rows + 1>...};
  }

  std::uint64_t completions(const Placement& placement) noexcept override {
    static constexpr auto by_rows = searches(std::make_integer_sequence<int, max_board>{});
    const int rows = n_ - placement.queens();
    if (rows == 0) {
      return 1;
    }
    int level = rows;
    int previous = 0;
    for (LineSet left = all_lines(n_) & ~placement.rows; left != 0;
         left = without_lowest(left), --level) {
      const int row = lowest_line(left);
      const LineSet available = placement.free_in_row(n_, row);
      if (available == 0) {
        return 0;
      }
      available_[static_cast<std::size_t>(level)] = available;
      gap_[static_cast<std::size_t>(level + 1)] = row - previous;
      previous = row;
    }
    const LineSet columns = all_lines(n_) & ~placement.columns;
    return (this->*by_rows[static_cast<std::size_t>(rows - 1)])(
        columns, 0, 0, available_[static_cast<std::size_t>(rows)]);
  }

  /// Counts the solutions of the last `Rows` remaining rows.
  /// @param columns  columns without a queen
  /// @param left, right  diagonals of the queens placed here, shifted to the first of these rows
  /// @param free  free squares of that row; not empty
  template <int Rows>
  std::uint64_t search(LineSet columns, LineSet left, LineSet right, LineSet free) noexcept {
    if constexpr (Rows == 1) {
      ++nodes_;
      return 1;  // one column is left, and it is free
    } else {
      if constexpr (Rows >= asked_rows) {
        if (!poll_.ask()) {
          return 0;
        }
      }
      std::uint64_t solutions = 0;
      std::uint64_t children = 0;
      const int gap = gap_[Rows];
      const LineSet available = available_[Rows - 1];
      do {
        const LineSet queen = free & (0 - free);
        free ^= queen;
        ++children;
        const LineSet child_columns = columns ^ queen;
        const LineSet child_left = (left | queen) << gap;
        const LineSet child_right = (right | queen) >> gap;
        const LineSet next = available & child_columns & ~(child_left | child_right);
        if (next == 0) {
          continue;
        }
        solutions += expand<Rows - 1>(child_columns, child_left, child_right, next);
      } while (free != 0);
      nodes_ += children;
      return solutions;
    }
  }

  /// The rest of a child's tests, then its search. @param next  free squares of its first row; not
  /// empty
  template <int Rows>
  std::uint64_t expand(LineSet columns, LineSet left, LineSet right, LineSet next) noexcept {
    if constexpr (Rows == 1) {
      return 1;
    } else {
      const int gap = gap_[Rows];
      const LineSet second_left = left << gap;
      const LineSet second_right = right >> gap;
      const LineSet second = available_[Rows - 1] & columns & ~(second_left | second_right);
      if constexpr (Rows == 2) {
        return last_two(columns, next, second, gap);
      } else {
        if (second == 0) {
          return 0;
        }
        if constexpr (Rows <= covered_rows) {
          if (!covered<Rows - 2>(columns, second_left, second_right, next | second)) {
            return 0;
          }
        }
        return search<Rows>(columns, left, right, next);
      }
    }
  }

  /// Whether each column has a free square in one of the rows. `seen` has the columns free in the
  /// rows above the last `Rows`; `left` and `right` are the diagonals, shifted to the row just
  /// above these.
  template <int Rows>
  [[nodiscard]] bool covered(LineSet columns, LineSet left, LineSet right,
                             LineSet seen) const noexcept {
    if constexpr (Rows == 0) {
      return seen == columns;
    } else {
      const int gap = gap_[Rows + 1];
      left <<= gap;
      right >>= gap;
      return covered<Rows - 1>(columns, left, right,
                               seen | (available_[Rows] & columns & ~(left | right)));
    }
  }

  /// The last two rows in closed form. Two columns x < y are left, one for each row. If the columns
  /// are as far apart as the rows, both orders fail, since the queens would share a diagonal.
  static std::uint64_t last_two(LineSet columns, LineSet first, LineSet second, int gap) noexcept {
    const LineSet x = columns & (0 - columns);
    const LineSet y = columns ^ x;
    if (x << gap == y) {
      return 0;
    }
    const bool x_above = (first & x) != 0 && (second & y) != 0;
    const bool y_above = (first & y) != 0 && (second & x) != 0;
    return std::uint64_t{x_above} + std::uint64_t{y_above};
  }

  int n_;
  // Indexed by the number of rows left, this row included.
  std::array<LineSet, max_board + 1>
      available_{};  ///< squares of this row that no queen of the prefix attacks
  std::array<int, max_board + 2> gap_{};  ///< distance from this row to the next remaining one
};

/// By sequence.
constexpr Makers makers = {[](const Problem& problem) -> std::unique_ptr<Kernel> {
                             return std::make_unique<ScalarKernel>(problem);
                           },
                           make_scalar_torus_kernel,
                           make_scalar_placements_kernel,
                           make_scalar_amazons_kernel,
                           make_scalar_orbits_kernel,
                           make_scalar_orbits_kernel,
                           make_scalar_orbits_kernel,
                           make_scalar_orbits_kernel};

}  // namespace

KernelEntry scalar_kernel() {
  return {.name = "scalar",
          .search = "scalar",
          .instruction_set = "any",
          .summary = "one board at a time, in a few words",
          .processor_can = [] { return true; },
          .makers = makers,
          .make = make_by(makers)};
}

}  // namespace nqueens
