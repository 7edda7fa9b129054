// The plain kernel: the textbook bitset search, written to be read rather than to be fast.
//
// Row by row from the top, it asks of each column whether the square is free, places a queen, recurses and
// takes the queen away. It shares no search code with any other kernel, which is what makes it the reference
// that ends every argument.

#include <optional>

#include "kernels.hpp"

namespace nqueens {
namespace {

class PlainKernel final : public Kernel {
 public:
  explicit PlainKernel(int n) : n_(n) {}

  [[nodiscard]] std::uint64_t nodes() const noexcept override { return nodes_; }

 private:
  std::optional<std::uint64_t> complete(const Placement& placement,
                                        const KeepGoing& /*keep_going*/) noexcept override {
    rows_ = placement.rows;
    columns_ = placement.columns;
    diagonals_ = placement.diagonals;
    antidiagonals_ = placement.antidiagonals;
    return solve(0);
  }

  [[nodiscard]] std::uint64_t diagonal(int row, int column) const {
    return std::uint64_t{1} << (row + column);
  }
  [[nodiscard]] std::uint64_t antidiagonal(int row, int column) const {
    return std::uint64_t{1} << (column - row + n_ - 1);
  }

  [[nodiscard]] bool is_free(int row, int column) const {
    return (columns_ >> column & 1U) == 0 && (diagonals_ & diagonal(row, column)) == 0 &&
           (antidiagonals_ & antidiagonal(row, column)) == 0;
  }

  void toggle(int row, int column) {
    columns_ ^= LineSet{1} << column;
    diagonals_ ^= diagonal(row, column);
    antidiagonals_ ^= antidiagonal(row, column);
  }

  /// Solutions that complete the board from this row on.
  std::uint64_t solve(int row) noexcept {
    if (row == n_) {
      return 1;
    }
    if ((rows_ >> row & 1U) != 0) {
      return solve(row + 1);
    }
    std::uint64_t solutions = 0;
    for (int column = 0; column < n_; ++column) {
      if (is_free(row, column)) {
        ++nodes_;
        toggle(row, column);
        solutions += solve(row + 1);
        toggle(row, column);
      }
    }
    return solutions;
  }

  int n_;
  LineSet rows_ = 0;
  LineSet columns_ = 0;
  std::uint64_t diagonals_ = 0;
  std::uint64_t antidiagonals_ = 0;
  std::uint64_t nodes_ = 0;
};

}  // namespace

KernelEntry plain_kernel() {
  return {.name = "plain",
          .instruction_set = "any",
          .summary = "the textbook search: is the square free, place, recurse",
          .processor_can = [] { return true; },
          .make = [](int n) -> std::unique_ptr<Kernel> { return std::make_unique<PlainKernel>(n); }};
}

}  // namespace nqueens
