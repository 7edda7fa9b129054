// The scalar kernel for solutions that a turn of the board maps to themselves.
//
// A board is a word of free squares for each of its upper rows. A table has, for each square, the
// squares that its orbit leaves free in these rows. So placing an orbit takes one operation per
// row, for any turn and chess piece. The row with the fewest free squares comes next. With two rows
// left nothing is placed: the table has the squares that go together.
//
// If mirrored squares of a row always leave the same squares free, as for queens and a quarter
// turn, one of the two is searched, and each orbit counts twice.

#include <array>
#include <bit>
#include <memory>
#include <vector>

#include "kernel/kernels.hpp"

namespace nqueens {
namespace {

/// @tparam Word   has a bit for each column
/// @tparam Rows   at least the number of upper rows, which include the middle row of an odd board
template <class Word, std::size_t Rows>
class OrbitKernel final : public OneBoardKernel<1U << 10> {
 public:
  explicit OrbitKernel(const Problem& problem)
      : OneBoardKernel(problem), n_(problem.n), rows_((n_ + 1) / 2), table_(squares()) {
    Placement board{.moves = problem.info().moves};
    const Boards empty = upper_rows(board);
    for (int row = 0; row < rows_; ++row) {
      for (int column = 0; column < n_; ++column) {
        Orbit& orbit = orbit_of(row, column);
        board.toggle(n_, {row, column});
        orbit.leaves = upper_rows(board);
        orbit.open = all_lines(rows_) & ~board.rows;
        board.toggle(n_, {row, column});
      }
    }
    find_twins(empty);
  }

 private:
  using Boards = std::array<Word, Rows>;

  struct Orbit {
    Boards leaves{};   ///< by row, the squares that may be free beside it
    LineSet open = 0;  ///< the rows that it leaves without a queen
  };

  [[nodiscard]] std::size_t squares() const {
    return static_cast<std::size_t>(rows_) * static_cast<std::size_t>(n_);
  }

  Orbit& orbit_of(int row, int column) {
    return table_[static_cast<std::size_t>(row) * static_cast<std::size_t>(n_) +
                  static_cast<std::size_t>(column)];
  }

  [[nodiscard]] Boards upper_rows(const Placement& placement) const {
    Boards board{};
    for (int row = 0; row < rows_; ++row) {
      board[static_cast<std::size_t>(row)] = static_cast<Word>(placement.free_in_row(n_, row));
    }
    return board;
  }

  [[nodiscard]] bool is_middle(int row) const { return 2 * row == n_ - 1; }

  void find_twins(const Boards& empty) {
    twins_ = true;
    for (int row = 0; row < n_ / 2; ++row) {
      for (LineSet left = empty[static_cast<std::size_t>(row)]; left != 0;
           left = without_lowest(left)) {
        const int column = lowest_line(left);
        twins_ = twins_ && orbit_of(row, column).leaves == orbit_of(row, n_ - 1 - column).leaves;
      }
    }
  }

  std::uint64_t completions(const Placement& placement) noexcept override {
    const LineSet open = all_lines(rows_) & ~placement.rows;
    const int orbit = problem().info().moves.orbit();
    // Only the middle square has a smaller orbit.
    if (open == 0 || (n_ - placement.queens()) % orbit > 1) {
      return open == 0 ? 1 : 0;
    }
    Boards board = upper_rows(placement);
    int doubled = 0;
    if (twins_) {
      for (int row = 0; row < n_ / 2; ++row) {
        board[static_cast<std::size_t>(row)] &= static_cast<Word>(all_lines(n_ / 2));
      }
      doubled = (n_ - placement.queens()) / orbit;
    }
    const int row = fewest_free(board, open);
    return row < 0 ? 0 : search(board, open, row) << doubled;
  }

  /// The first open row with the fewest free squares; -1 if a row has none.
  [[nodiscard]] static int fewest_free(const Boards& board, LineSet open) noexcept {
    int chosen = -1;
    int fewest = max_lines + 1;
    for (LineSet left = open; left != 0; left = without_lowest(left)) {
      const int row = lowest_line(left);
      const int free = std::popcount(board[static_cast<std::size_t>(row)]);
      if (free == 0) {
        return -1;
      }
      if (free < fewest) {
        fewest = free;
        chosen = row;
      }
    }
    return chosen;
  }

  /// Counts the solutions of a board. @param row  an open row. All open rows have a free square
  // NOLINTNEXTLINE(misc-no-recursion): the depth is at most n / 2
  std::uint64_t search(const Boards& board, LineSet open, int row) noexcept {
    if (!poll_.ask()) {
      return 0;
    }
    std::uint64_t solutions = 0;
    for (LineSet left = board[static_cast<std::size_t>(row)]; left != 0;
         left = without_lowest(left)) {
      ++nodes_;
      const Orbit& orbit = orbit_of(row, lowest_line(left));
      const LineSet child_open = open & orbit.open;
      if (without_lowest(child_open) == 0) {
        solutions += last_row(board, orbit, child_open);
        continue;
      }
      Boards child;
      for (std::size_t i = 0; i < Rows; ++i) {
        child[i] = board[i] & orbit.leaves[i];
      }
      if (const int next = fewest_free(child, child_open); next >= 0) {
        solutions += search(child, child_open, next);
      }
    }
    return solutions;
  }

  /// The ways to fill the last row, if there is one.
  std::uint64_t last_row(const Boards& board, const Orbit& orbit, LineSet open) noexcept {
    if (open == 0) {
      return 1;
    }
    const auto row = static_cast<std::size_t>(lowest_line(open));
    const auto ways = static_cast<std::uint64_t>(
        std::popcount(static_cast<Word>(board[row] & orbit.leaves[row])));
    nodes_ += ways;
    return ways;
  }

  int n_;
  int rows_;
  bool twins_ = false;
  std::vector<Orbit> table_;  ///< by square of the upper rows
};

}  // namespace

std::unique_ptr<Kernel> make_scalar_orbits_kernel(const Problem& problem) {
  if (problem.n <= 16) {
    return std::make_unique<OrbitKernel<std::uint32_t, 8>>(problem);
  }
  if (problem.n <= 24) {
    return std::make_unique<OrbitKernel<std::uint32_t, 12>>(problem);
  }
  if (problem.n <= 32) {
    return std::make_unique<OrbitKernel<std::uint32_t, 16>>(problem);
  }
  if (problem.n <= 48) {
    return std::make_unique<OrbitKernel<std::uint64_t, 24>>(problem);
  }
  return std::make_unique<OrbitKernel<std::uint64_t, 32>>(problem);
}

}  // namespace nqueens
