// The plain kernel: the textbook bitset search, written to be read rather than to be fast.
//
// Row by row from the top, it tries each free square: it places a queen, recurses, and takes the
// queen away. It counts every sequence and shares no search code with any other kernel, so it is
// the final reference.

#include <algorithm>
#include <cstdlib>
#include <span>

#include "kernel/kernels.hpp"

namespace nqueens {
namespace {

class PlainKernel final : public Kernel {
 public:
  explicit PlainKernel(const Problem& problem)
      : Kernel(problem), n_(problem.n), moves_(problem.info().moves) {}

  [[nodiscard]] std::uint64_t nodes() const noexcept override { return nodes_; }

 private:
  bool complete(const Placement& placement, std::span<std::uint64_t> counts,
                const KeepGoing& keep_going) noexcept override {
    poll_.begin(keep_going);
    rows_ = placement.rows;
    columns_ = placement.columns;
    diagonals_ = placement.diagonals;
    antidiagonals_ = placement.antidiagonals;
    queen_column_ = placement.queen_column;
    placed_.fill(0);
    const std::uint64_t solutions = solve(0);
    if (problem().info().by_row) {
      std::copy_n(placed_.begin(), counts.size(), counts.begin());
    } else {
      counts.front() = solutions;
    }
    return poll_.goes_on();
  }

  [[nodiscard]] std::uint64_t diagonal(int row, int column) const { return bit(row + column); }
  [[nodiscard]] std::uint64_t antidiagonal(int row, int column) const {
    return bit(column - row + n_ - 1);
  }

  /// The index of a diagonal. On a torus two diagonals are one, with the lower index.
  [[nodiscard]] std::uint64_t bit(int index) const {
    return std::uint64_t{1} << (moves_.board == Board::torus ? index % n_ : index);
  }

  [[nodiscard]] bool is_free(int row, int column) const {
    return (columns_ >> column & 1U) == 0 && (diagonals_ & diagonal(row, column)) == 0 &&
           (antidiagonals_ & antidiagonal(row, column)) == 0 &&
           !(moves_.knights && is_knights_move_away(row, column));
  }

  /// Whether a queen stands a knight's move away: the rows above are all filled, of those below the
  /// prefix has some.
  [[nodiscard]] bool is_knights_move_away(int row, int column) const {
    for (int other = std::max(row - 2, 0); other <= std::min(row + 2, n_ - 1); ++other) {
      const bool filled = other < row || (rows_ >> other & 1U) != 0;
      const int aside = std::abs(queen_column_[static_cast<std::size_t>(other)] - column);
      if (filled && aside * std::abs(other - row) == 2) {
        return true;
      }
    }
    return false;
  }

  void toggle(int row, int column) {
    queen_column_[static_cast<std::size_t>(row)] = static_cast<std::int8_t>(column);
    columns_ ^= LineSet{1} << column;
    diagonals_ ^= diagonal(row, column);
    antidiagonals_ ^= antidiagonal(row, column);
  }

  /// Counts the solutions from this row on.
  std::uint64_t solve(int row) noexcept {
    if (row == n_) {
      return 1;
    }
    if (!poll_.ask()) {
      return 0;
    }
    if ((rows_ >> row & 1U) != 0) {
      return solve(row + 1);
    }
    std::uint64_t solutions = 0;
    for (int column = 0; column < n_; ++column) {
      if (is_free(row, column)) {
        ++nodes_;
        ++placed_[static_cast<std::size_t>(row)];
        toggle(row, column);
        solutions += solve(row + 1);
        toggle(row, column);
      }
    }
    return solutions;
  }

  CancelPoll<1U << 14> poll_;  ///< every millisecond, about
  int n_;
  LineSet rows_ = 0;  ///< that the prefix fills
  LineSet columns_ = 0;
  std::uint64_t diagonals_ = 0;
  std::uint64_t antidiagonals_ = 0;
  std::uint64_t nodes_ = 0;
  std::array<std::int8_t, max_board> queen_column_{};  ///< by row
  std::array<std::uint64_t, max_board> placed_{};      ///< by row, for the prefix at hand
  Moves moves_;
};

}  // namespace

KernelEntry plain_kernel() {
  Makers makers;
  makers.fill([](const Problem& problem) -> std::unique_ptr<Kernel> {
    return std::make_unique<PlainKernel>(problem);
  });
  return {.name = "plain",
          .search = "plain",
          .instruction_set = "any",
          .summary = "the textbook search: is the square free, place, recurse",
          .processor_can = [] { return true; },
          .makers = makers,
          .make = make_by(makers)};
}

}  // namespace nqueens
