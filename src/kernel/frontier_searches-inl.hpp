// Searches of the frontier (frontier-inl.hpp): the solutions of a crown of queens or amazons, and
// the placements on the last rows of a board.

// Included for every target, used or not: each pass over the targets flips the include guards.
#include "kernel/frontier-inl.hpp"
#include "kernel/lanes-inl.hpp"
#include "kernel/placements-inl.hpp"
#include "kernel/solutions-inl.hpp"

#if NQUEENS_AVX512

#include <algorithm>
#include <array>
#include <cstdint>

#include "core/board.hpp"
#include "kernel/crown.hpp"
#include "kernel/kernel.hpp"

HWY_BEFORE_NAMESPACE();
namespace nqueens {
namespace HWY_NAMESPACE {

/// Two columns are left for two rows. There is no solution if they are so far apart that the queens
/// would attack each other, or if a column or row has no free square. Otherwise there are two if
/// all four squares are free, else one.
/// @param first, second  free squares of the two rows
/// @param attacked  distances of columns, 1 to 31, at which queens attack each other: for diagonals
/// the distance of the rows
/// @return the boards that have a solution
template <class... Distances>
HWY_INLINE Mask count_last_two(Words columns, Words first, Words second, std::uint64_t& count,
                               Distances... attacked) {
  Mask solved = and_common(have_common(first, first), second, second);
  solved = equal(solved, hn::Or(first, second), columns);
  const Words lower = hn::And(columns, hn::Sub(hn::Zero(Tag()), columns));
  ((solved = differ(solved, hn::Or(lower, shift_left(lower, attacked)), columns)), ...);
  count += static_cast<std::uint64_t>(count_true(solved));
  count += static_cast<std::uint64_t>(count_true(equal(solved, first, second)));
  return solved;
}

/// The solutions of a crown.
struct SolutionSearch : Solutions {
  static constexpr int min_rows = min_crown_rows;
  static constexpr int max_rows = max_crown_rows;
  static constexpr int alike_rows = covered_rows_of_large + 2;
  static constexpr int spread_rows = covered_rows + 2;
  static constexpr int stored_rows = 3;
  static constexpr bool keeps_free = false;

  using Setting = Crown;

  static RootBoard root(const Crown& crown) { return {.columns = crown.columns}; }

  /// The crown with renumbered rows, for a level with `rows` rows left that takes the steps of a
  /// level with `Rows`.
  template <int Rows>
  HWY_INLINE static Crown setting_at(const Crown& crown, int rows) {
    Crown seen = crown;
    std::copy_n(crown.available.begin() + (rows - Rows), Rows + 1, seen.available.begin());
    std::copy_n(crown.gap.begin() + (rows - Rows), Rows + 1, seen.gap.begin());
    return seen;
  }

  template <int Rows>
  HWY_INLINE static Words free_squares(const Crown& crown, Words columns, Words left, Words right) {
    return hn::And(columns, open_squares(crown.available[Rows], left, right));
  }

  template <int Rows>
  HWY_INLINE static void move_on(const Crown& crown, Words& left, Words& right) {
    left = shift_left(left, crown.gap[Rows]);
    right = shift_right(right, crown.gap[Rows]);
  }

  /// The children with a free square in each of the next two rows and, with few rows left, in every
  /// row and column. With two rows left, counts their solutions.
  template <int Rows>
  HWY_INLINE static Mask judge(const Crown& crown, Words columns, Words left, Words right,
                               Found& found) {
    constexpr int child_rows = Rows - 1;
    const Words first = open_squares(crown.available[child_rows], left, right);
    move_on<child_rows>(crown, left, right);
    const Words second = open_squares(crown.available[child_rows - 1], left, right);
    if constexpr (child_rows == 2) {
      return count_last_two(columns, hn::And(columns, first), hn::And(columns, second),
                            found.solutions, crown.gap[2]);
    } else {
      const Mask alive = and_common(have_common(first, columns), second, columns);
      if constexpr (child_rows > covered_rows_of_large) {
        return alive;
      } else {
        if (child_rows > covered_rows_of(crown.rows)) {
          return alive;
        }
        return judge_rest<child_rows - 2, true>(crown, alive, hn::AndNot(first, columns), second,
                                                columns, left, right);
      }
    }
  }

  /// Tests the last `Rows` rows for a free square, and all columns.
  /// @tparam Pair  `open` is not yet removed from `unseen`: two rows take one instruction
  /// @param unseen  columns without a free square in the rows before
  /// @param open  the open squares of the row before
  /// @param left, right  diagonals, shifted to that row
  template <int Rows, bool Pair>
  HWY_INLINE static Mask judge_rest(const Crown& crown, Mask alive, Words unseen, Words open,
                                    Words columns, Words left, Words right) {
    move_on<Rows + 1>(crown, left, right);
    const Words next = open_squares(crown.available[Rows], left, right);
    alive = and_common(alive, next, columns);
    if constexpr (Pair) {
      unseen = without(unseen, open, next);
    } else if constexpr (Rows == 1) {
      unseen = hn::AndNot(next, unseen);
    }
    if constexpr (Rows == 1) {
      return and_empty(alive, unseen);
    } else {
      return judge_rest<Rows - 1, !Pair>(crown, alive, unseen, next, columns, left, right);
    }
  }
};

/// All placements on the last rows of a board. Diagonals of the prefix need no masks.
struct PlacementSearch : Placements {
  static constexpr int min_rows = 1;
  static constexpr int max_rows = max_board;
  static constexpr int alike_rows = 4;
  static constexpr int spread_rows = 4;
  static constexpr int stored_rows = 3;
  static constexpr bool keeps_free = false;

  struct Setting {};

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
    const Mask alive = have_common(first, first);
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

/// @tparam Search  of the crown's boards
template <class Search, Shape shape>
class CrownFrontier {
 public:
  using Tally = typename Search::Tally;

  bool search(const Crown& next, Tally& tally, const KeepGoing& keep_going) {
    const typename Search::Setting crown(next);
    return frontier_.search(crown, crown.rows, Search::root(crown), tally, keep_going);
  }

 private:
  Frontier<Search, shape> frontier_;
};

template <Shape shape>
class PlacementFrontier {
 public:
  bool search(const LastRows& rows, Placements::Tally& tally, const KeepGoing& keep_going) {
    return frontier_.search({}, rows.count,
                            {.columns = rows.columns, .left = rows.left, .right = rows.right},
                            tally, keep_going);
  }

 private:
  Frontier<PlacementSearch, shape> frontier_;
};

// --- Amazons
//
// A knight reaches two rows. So a board keeps the free squares of its next two rows, besides
// columns and diagonals. A child takes its first row from its parent's second row, and only removes
// what its own amazon attacks: five adjacent squares if the rows are neighbours. From its second
// row it removes what columns, diagonals and its amazon attack. Beyond that an amazon is a queen,
// so further rows are tested as for queens.

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

  /// @param second  the parent's second row, which is the child's next row
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

  /// As for queens. @param child  `second`: attacked squares on entry, free ones on return
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
