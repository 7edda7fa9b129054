// The plain kernel: the textbook bitset search, written to be read rather than to be fast.
//
// Row by row from the top, it tries each free square: it places a queen, recurses, and removes the
// queen. The queens of an orbit are placed one after the other, each on a free square. It counts
// every sequence and shares no search code with any other kernel, so it is the final reference.

#include <algorithm>
#include <bitset>
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
    rows_ = columns_ = 0;
    diagonals_.reset();
    antidiagonals_.reset();
    for (int row = 0; row < n_; ++row) {
      if ((placement.rows >> row & 1U) != 0) {
        toggle({row, placement.queen_column[static_cast<std::size_t>(row)]});
      }
    }
    placed_.fill(0);
    const std::uint64_t solutions = solve(0);
    if (problem().info().by_row) {
      std::copy_n(placed_.begin(), counts.size(), counts.begin());
    } else {
      counts.front() = solutions;
    }
    return poll_.goes_on();
  }

  /// On a torus, two diagonals of the square are one, with the lower index.
  [[nodiscard]] std::size_t diagonal(Square square) const {
    return index(square.row + square.column);
  }
  [[nodiscard]] std::size_t antidiagonal(Square square) const {
    return index(square.column - square.row + n_ - 1);
  }
  [[nodiscard]] std::size_t index(int line) const {
    return static_cast<std::size_t>(moves_.board == Board::torus ? line % n_ : line);
  }

  [[nodiscard]] bool is_free(Square square) const {
    return (rows_ >> square.row & 1U) == 0 && (columns_ >> square.column & 1U) == 0 &&
           !diagonals_[diagonal(square)] && !antidiagonals_[antidiagonal(square)] &&
           !(moves_.knights && is_knights_move_away(square));
  }

  [[nodiscard]] bool is_knights_move_away(Square square) const {
    for (int row = std::max(square.row - 2, 0); row <= std::min(square.row + 2, n_ - 1); ++row) {
      const int aside = std::abs(queen_column_[static_cast<std::size_t>(row)] - square.column);
      if ((rows_ >> row & 1U) != 0 && aside * std::abs(row - square.row) == 2) {
        return true;
      }
    }
    return false;
  }

  void toggle(Square square) {
    queen_column_[static_cast<std::size_t>(square.row)] = static_cast<std::int8_t>(square.column);
    rows_ ^= LineSet{1} << square.row;
    columns_ ^= LineSet{1} << square.column;
    diagonals_.flip(diagonal(square));
    antidiagonals_.flip(antidiagonal(square));
  }

  /// Counts the solutions from this row on.
  // NOLINTNEXTLINE(misc-no-recursion): the depth is at most n
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
      solutions += solve_with({row, column}, {row, column});
    }
    return solutions;
  }

  /// The same with a queen on this square, if it is free, and the rest of its orbit.
  // NOLINTNEXTLINE(misc-no-recursion)
  std::uint64_t solve_with(Square first, Square square) noexcept {
    if (!is_free(square)) {
      return 0;
    }
    toggle(square);
    std::uint64_t solutions = 0;
    if (const Square next = turned(n_, square, moves_.turn); next != first) {
      solutions = solve_with(first, next);
    } else {
      ++nodes_;
      ++placed_[static_cast<std::size_t>(first.row)];
      solutions = solve(first.row + 1);
    }
    toggle(square);
    return solutions;
  }

  CancelPoll<1U << 14> poll_;  ///< about every millisecond
  int n_;
  LineSet rows_ = 0;  ///< that hold a queen
  LineSet columns_ = 0;
  std::bitset<2 * max_lines> diagonals_;
  std::bitset<2 * max_lines> antidiagonals_;
  std::uint64_t nodes_ = 0;
  std::array<std::int8_t, max_lines> queen_column_{};  ///< by row
  std::array<std::uint64_t, max_lines> placed_{};      ///< by row, for the current prefix
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
