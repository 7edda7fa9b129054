// The queens that the plain search places, by row: a search without any pruning, by grids
// (grid_placements.cpp) or the frontier (frontier_searches-inl.hpp).
//
// Every node counts, so a child is only tested for a free square in its next row. Without one it
// has no children and is not stored. The number of children of a row is added up, which for a full
// burst is turns times lanes. The last two rows have a closed form.

#include <hwy/highway.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>

#include "core/board.hpp"
#include "kernel/kernel.hpp"

HWY_BEFORE_NAMESPACE();
namespace nqueens {
namespace HWY_NAMESPACE {

/// Totals of a search for placements.
struct Placements {
  static constexpr bool every_node = true;  ///< as in Solutions

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
};

struct LastRows {
  int count = 0;
  ShortLineSet columns = 0;  ///< without a queen
  ShortLineSet left = 0;     ///< diagonals, shifted to the first of the rows
  ShortLineSet right = 0;

  /// Squares of the first row that no queen attacks.
  [[nodiscard]] ShortLineSet free_squares() const { return columns & ~(left | right); }

  /// The rows below, with a queen on the first row.
  [[nodiscard]] LastRows below(ShortLineSet queen) const {
    return {count - 1, columns ^ queen, (left | queen) << 1, (right | queen) >> 1};
  }
};

/// @tparam RowsSearch  has search(rows, tally, keep_going), which returns false if keep_going did.
/// There is at least one row, and the first has a free square.
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
    // The prefix fills the first rows, so its diagonals shift with those of the search.
    const LastRows rows{
        .count = n_ - filled,
        .columns = static_cast<ShortLineSet>(all_lines(n_) & ~placement.columns),
        .left = static_cast<ShortLineSet>(placement.antidiagonals >> std::max(n_ - 1 - filled, 0)),
        .right = static_cast<ShortLineSet>(placement.diagonals >> filled)};
    Placements::Tally tally;
    const bool complete =
        rows.count == 0 || rows.free_squares() == 0 || rows_search_.search(rows, tally, keep_going);
    // From the last row up to the first.
    std::reverse_copy(tally.placed.begin() + 1, tally.placed.begin() + 1 + n_, counts.begin());
    nodes_ += std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
    return complete;
  }

  int n_;
  std::uint64_t nodes_ = 0;
  RowsSearch rows_search_;
};

}  // namespace HWY_NAMESPACE
}  // namespace nqueens
HWY_AFTER_NAMESPACE();
