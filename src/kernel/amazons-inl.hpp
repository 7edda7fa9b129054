// The frontier of amazons, which attack like queens and like knights.
//
// A knight reaches two rows far. So a board keeps the free squares of its next two rows, besides
// columns and diagonals: a child takes those of the first from its parent's second row and only
// removes what its own amazon attacks, five squares side by side if the rows are neighbours. In
// the row after that it removes what columns, diagonals and its amazon attack. Beyond it an amazon
// is a queen, so the tests of the rows below are the same (frontier_searches-inl.hpp).

#if defined(NQUEENS_AMAZONS_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef NQUEENS_AMAZONS_INL_HPP
#undef NQUEENS_AMAZONS_INL_HPP
#else
#define NQUEENS_AMAZONS_INL_HPP
#endif

// For every target, used or not: each pass over the targets flips their guards.
#include "kernel/frontier_searches-inl.hpp"
#include "kernel/lanes-inl.hpp"

#if NQUEENS_AVX512

#include <algorithm>
#include <array>
#include <cstdint>

#include "core/board.hpp"
#include "kernel/crown.hpp"

HWY_BEFORE_NAMESPACE();
namespace nqueens {
namespace HWY_NAMESPACE {

/// A crown and a knight's moves on it.
struct AmazonCrown : Crown {
  AmazonCrown() = default;
  explicit AmazonCrown(const Crown& crown) : Crown(crown) {
    for (std::size_t level = 2; level <= static_cast<std::size_t>(rows); ++level) {
      near_aside[level] = aside(gap[level]);
      far_aside[level] = level > 2 ? aside(gap[level] + gap[level - 1]) : 0;
    }
  }

  /// knights_aside() in the next row and in the one after it; indexed as `gap`
  std::array<std::uint32_t, max_crown_rows + 1> near_aside{};
  std::array<std::uint32_t, max_crown_rows + 1> far_aside{};

 private:
  static std::uint32_t aside(std::uint32_t away) {
    return static_cast<std::uint32_t>(knights_aside(static_cast<int>(away)));
  }
};

/// The solutions of a crown of amazons.
struct AmazonSearch : SolutionSearch {
  static constexpr bool keeps_free = true;

  using Setting = AmazonCrown;

  static RootBoard root(const AmazonCrown& crown) {
    const auto rows = static_cast<std::size_t>(crown.rows);
    return {.columns = crown.columns,
            .free = crown.available[rows],
            .second = crown.available[rows - 1]};
  }

  template <int Rows>
  HWY_INLINE static AmazonCrown setting_at(const AmazonCrown& crown, int rows) {
    AmazonCrown seen = crown;
    static_cast<Crown&>(seen) = SolutionSearch::setting_at<Rows>(crown, rows);
    std::copy_n(crown.near_aside.begin() + (rows - Rows), Rows + 1, seen.near_aside.begin());
    std::copy_n(crown.far_aside.begin() + (rows - Rows), Rows + 1, seen.far_aside.begin());
    return seen;
  }

  /// @param second  of the parent, the free squares of the child's next row
  template <int Rows>
  HWY_INLINE static void attack(const AmazonCrown& crown, Words amazon, Words second,
                                const Children& child) {
    const std::uint32_t near = crown.near_aside[Rows];
    const std::uint32_t far = crown.far_aside[Rows];
    const Words by_queen =
        without(second, shift_left(amazon, crown.gap[Rows]), shift_right(amazon, crown.gap[Rows]));
    child.free = hn::And(child.columns,
                         without(by_queen, shift_left(amazon, near), shift_right(amazon, near)));
    child.second = hn::Or(shift_left(amazon, far), shift_right(amazon, far));
  }

  /// As for queens. @param child  `second` is attacked squares when it comes, free ones when it
  /// goes
  template <int Rows>
  HWY_INLINE static Mask judge(const AmazonCrown& crown, const Children& child, Found& found) {
    constexpr int child_rows = Rows - 1;
    Words left = child.left;
    Words right = child.right;
    move_on<child_rows>(crown, left, right);
    child.second = hn::And(
        child.columns,
        hn::AndNot(child.second, open_squares(crown.available[child_rows - 1], left, right)));
    if constexpr (child_rows == 2) {
      return count_last_two(child.columns, child.free, child.second, found.solutions, crown.gap[2],
                            crown.near_aside[2]);
    } else {
      const Mask alive =
          and_common(have_common(child.free, child.free), child.second, child.second);
      if constexpr (child_rows > covered_rows_of_large) {
        return alive;
      } else {
        if (child_rows > covered_rows_of(crown.rows)) {
          return alive;
        }
        return judge_rest<child_rows - 2, true>(crown, alive, hn::AndNot(child.free, child.columns),
                                                child.second, child.columns, left, right);
      }
    }
  }
};

}  // namespace HWY_NAMESPACE
}  // namespace nqueens
HWY_AFTER_NAMESPACE();

#endif  // NQUEENS_AVX512

#endif  // include guard, once for each target
