// The scalar kernel for placements: the plain search with three words instead of lists of lines.
//
// The queens of a board's next row are counted at once: they are its free squares. So the last row
// is never searched. No child is dropped, since every child is a queen placed.

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstdint>
#include <memory>
#include <span>

#include "kernel/kernels.hpp"

namespace nqueens {
namespace {

class ScalarPlacementsKernel final : public Kernel {
 public:
  explicit ScalarPlacementsKernel(const Problem& problem) : Kernel(problem), n_(problem.n) {}

  [[nodiscard]] std::uint64_t nodes() const noexcept override { return nodes_; }

 private:
  bool complete(const Placement& placement, std::span<std::uint64_t> counts,
                const KeepGoing& keep_going) noexcept override {
    poll_.begin(keep_going);
    const int first = placement.queens();
    assert(placement.rows == all_lines(first));
    std::fill(counts.begin(), counts.end(), 0);
    if (first < n_) {
      placed_ = counts;
      place(first, all_lines(n_) & ~placement.columns,
            static_cast<LineSet>(placement.antidiagonals >> (n_ - 1 - first)),
            static_cast<LineSet>(placement.diagonals >> first));
    }
    for (const std::uint64_t placed : counts) {
      nodes_ += placed;
    }
    return poll_.goes_on();
  }

  /// Adds up the queens on this row and below. @param left, right  diagonals, shifted to this row
  void place(int row, LineSet columns, LineSet left, LineSet right) noexcept {
    LineSet free = columns & ~(left | right);
    placed_[static_cast<std::size_t>(row)] += static_cast<std::uint64_t>(std::popcount(free));
    if (row + 1 == n_ || (row + asked_rows <= n_ && !poll_.ask())) {
      return;
    }
    for (; free != 0; free = without_lowest(free)) {
      const LineSet queen = free & (0 - free);
      place(row + 1, columns ^ queen, (left | queen) << 1, (right | queen) >> 1);
    }
  }

  CancelPoll<16> poll_;
  int n_;
  std::uint64_t nodes_ = 0;
  std::span<std::uint64_t> placed_;  ///< by row, for the current prefix
};

}  // namespace

std::unique_ptr<Kernel> make_scalar_placements_kernel(const Problem& problem) {
  return std::make_unique<ScalarPlacementsKernel>(problem);
}

}  // namespace nqueens
