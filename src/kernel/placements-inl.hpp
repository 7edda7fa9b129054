// The queens that the plain search places, by row: the frontier without any pruning.
//
// Every node of the tree counts, so a child is only tested for a free square in its next row;
// without one it has no children and is not stored. A row counts its children, which for a full
// burst is turns times lanes. The last two rows have a closed form.

#if defined(NQUEENS_PLACEMENTS_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef NQUEENS_PLACEMENTS_INL_HPP
#undef NQUEENS_PLACEMENTS_INL_HPP
#else
#define NQUEENS_PLACEMENTS_INL_HPP
#endif

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <numeric>
#include <span>

#include "core/board.hpp"
#include "kernel/frontier-inl.hpp"
#include "kernel/kernel.hpp"
#include "kernel/lanes-inl.hpp"
#include "kernel/last_two-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace nqueens {
namespace HWY_NAMESPACE {

/// All placements on the last rows of a board. The prefix fills the first rows, so its diagonals
/// move on with those of the search and need no masks.
struct PlacementSearch {
  static constexpr int min_rows = 1;
  static constexpr int max_rows = max_board;
  static constexpr int alike_rows = 4;
  static constexpr int spread_rows = 4;
  static constexpr int stored_rows = 3;
  static constexpr bool keeps_free = false;
  static constexpr bool every_node = true;

  struct Setting {};

  /// Queens on the last rows below children that are not stored.
  struct Found {
    std::uint64_t last = 0;
    std::uint64_t last_but_one = 0;
  };

  struct Tally {
    std::array<std::uint64_t, max_board + 1> placed{};  ///< by rows left, this row included

    void add(int rows, std::uint64_t children, const Found& found) {
      placed[static_cast<std::size_t>(rows)] += children;
      placed[1] += found.last;
      placed[2] += found.last_but_one;
    }
  };

  template <int /*Rows*/>
  static Setting setting_at(const Setting& /*setting*/, int /*rows*/) {
    return {};
  }

  template <int Rows>
  HWY_INLINE static Words free_squares(const Setting& /*setting*/, Words columns, Words left,
                                       Words right) {
    return without(columns, left, right);
  }

  template <int /*Rows*/>
  HWY_INLINE static void move_on(const Setting& /*setting*/, Words& left, Words& right) {
    left = shift_left(left, 1);
    right = shift_right(right, 1);
  }

  template <int Rows>
  HWY_INLINE static Mask judge(const Setting& /*setting*/, Words columns, Words left, Words right,
                               Found& found) {
    const Words first = without(columns, left, right);
    const Mask alive = passed(have_common(first, first));
    if constexpr (Rows == 2) {
      found.last += static_cast<std::uint64_t>(count_true(alive));
    } else if constexpr (Rows == 3) {
      found.last_but_one += static_cast<std::uint64_t>(count_true(alive));
      found.last_but_one += static_cast<std::uint64_t>(count_true(equal(alive, first, columns)));
      const Words second = without(columns, shift_left(left, 1), shift_right(right, 1));
      count_last_two(columns, first, second, found.last, 1U);
    }
    return alive;
  }
};

/// @tparam RowsSearch  has search(setting, rows, board, tally, keep_going), false if keep_going was
template <class RowsSearch>
class PlacementsKernel final : public Kernel {
 public:
  explicit PlacementsKernel(const Problem& problem) : Kernel(problem), n_(problem.n) {}

  [[nodiscard]] std::uint64_t nodes() const noexcept override { return nodes_; }

 private:
  bool complete(const Placement& placement, std::span<std::uint64_t> counts,
                const KeepGoing& keep_going) noexcept override {
    const int filled = placement.queens();
    assert(placement.rows == all_lines(filled));
    PlacementSearch::Tally tally;
    bool complete = true;
    const RootBoard root{
        .columns = all_lines(n_) & ~placement.columns,
        .left = static_cast<LineSet>(placement.antidiagonals >> std::max(n_ - 1 - filled, 0)),
        .right = static_cast<LineSet>(placement.diagonals >> filled)};
    const bool has_free_square = (root.columns & ~(root.left | root.right)) != 0;
    if (filled < n_ && has_free_square) {
      complete = rows_.search({}, n_ - filled, root, tally, keep_going);
    }
    // From the last row up to the first.
    std::reverse_copy(tally.placed.begin() + 1, tally.placed.begin() + 1 + n_, counts.begin());
    nodes_ += std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
    return complete;
  }

  int n_;
  std::uint64_t nodes_ = 0;
  RowsSearch rows_;
};

template <Shape shape>
std::unique_ptr<Kernel> make_placements_kernel(const Problem& problem) {
  return std::make_unique<PlacementsKernel<Frontier<PlacementSearch, shape>>>(problem);
}

}  // namespace HWY_NAMESPACE
}  // namespace nqueens
HWY_AFTER_NAMESPACE();

#endif  // include guard, once for each target
