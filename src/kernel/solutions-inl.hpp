// The solutions of the square board: a trunk by the most constrained line, and the crowns by the frontier.
//
// The tests of a child are those of the scalar kernel: a free square in each of the next two rows, every
// column free in some row when few rows are left, and a closed form for the last two rows.

#if defined(NQUEENS_SOLUTIONS_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef NQUEENS_SOLUTIONS_INL_HPP
#undef NQUEENS_SOLUTIONS_INL_HPP
#else
#define NQUEENS_SOLUTIONS_INL_HPP
#endif

#include <cstdint>
#include <memory>
#include <span>

#include "crown.hpp"
#include "frontier-inl.hpp"
#include "lanes-inl.hpp"
#include "nqueens/kernel/kernel.hpp"
#include "trunk-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace nqueens {
namespace HWY_NAMESPACE {

/// With this many rows left or fewer a child is tested for columns without a free square (measured).
inline constexpr int covered_rows = 5;

/// The solutions of a crown.
struct SolutionSearch {
  static constexpr int least_rows = least_crown_rows;
  static constexpr int most_rows = crown_rows;
  static constexpr int alike_rows = crown_rows;

  using Setting = Crown;

  struct Found {
    std::uint64_t solutions = 0;
  };

  struct Tally {
    std::uint64_t nodes = 0;
    std::uint64_t solutions = 0;

    void add(int /*rows*/, std::uint64_t children, const Found& found) {
      nodes += children;
      solutions += found.solutions;
    }
  };

  template <int Rows>
  HWY_INLINE static Words free_squares(const Crown& crown, Words columns, Words left, Words right) {
    return hn::And(without(columns, left, right), all(crown.available[Rows]));
  }

  /// @param left, right  diagonals as they meet the row of the queen just placed, its own included
  template <int Rows>
  HWY_INLINE static void meet_children(const Crown& crown, Mask alive, Words columns, Words left, Words right,
                                       Cursor& cursor, Found& found) {
    constexpr int child_rows = Rows - 1;
    left = shift_left(left, crown.gap[Rows]);
    right = shift_right(right, crown.gap[Rows]);
    Words far_left = shift_left(left, crown.gap[child_rows]);
    Words far_right = shift_right(right, crown.gap[child_rows]);
    Words first = without(columns, left, right);
    Words second = without(columns, far_left, far_right);

    if constexpr (child_rows == 2) {
      first = hn::And(first, all(crown.available[2]));
      second = hn::And(second, all(crown.available[1]));
      count_last_two(alive, columns, first, second, crown.gap[2], found.solutions);
    } else {
      if constexpr (child_rows > covered_rows) {
        alive = meets(alive, first, all(crown.available[child_rows]));
        alive = meets(alive, second, all(crown.available[child_rows - 1]));
      } else {
        first = hn::And(first, all(crown.available[child_rows]));
        second = hn::And(second, all(crown.available[child_rows - 1]));
        alive = meets(alive, first, first);
        alive = meets(alive, second, second);
        const Words seen = seen_columns<child_rows - 2>(crown, far_left, far_right, hn::Or(first, second));
        alive = equal(alive, hn::And(columns, seen), columns);
      }
      cursor.append_boards(alive, columns, left, right);
    }
  }

  /// Adds to `seen` the squares of the last `Rows` rows that the diagonals leave free; those of taken columns
  /// as well. `left` and `right` are the diagonals as they meet the row above.
  template <int Rows>
  HWY_INLINE static Words seen_columns(const Crown& crown, Words left, Words right, Words seen) {
    if constexpr (Rows == 0) {
      return seen;
    } else {
      left = shift_left(left, crown.gap[Rows + 1]);
      right = shift_right(right, crown.gap[Rows + 1]);
      seen = hn::Or(seen, without(all(crown.available[Rows]), left, right));
      return seen_columns<Rows - 1>(crown, left, right, seen);
    }
  }
};

class SolutionsKernel final : public Kernel {
 public:
  explicit SolutionsKernel(const Problem& problem) : Kernel(problem), n_(problem.n) {}

  [[nodiscard]] std::uint64_t nodes() const noexcept override { return tally_.nodes; }

 private:
  bool complete(const Placement& placement, std::span<std::uint64_t> counts,
                const KeepGoing& keep_going) noexcept override {
    const TrunkNode root(n_, placement);
    tally_.solutions = 0;
    bool complete = true;
    if (root.rows_left() < least_crown_rows) {
      grow(n_, root, 0, tally_.nodes, [this](const TrunkNode&) {
        ++tally_.solutions;
        return true;
      });
    } else {
      complete = grow(n_, root, crown_rows, tally_.nodes, [this, &keep_going](const TrunkNode& node) {
        const auto crown = best_crown(node);
        return (!crown ||
                frontier_.search(*crown, crown->rows, {.columns = crown->columns}, tally_, keep_going)) &&
               keep_going();
      });
    }
    counts.front() = tally_.solutions;
    return complete;
  }

  int n_;
  SolutionSearch::Tally tally_;  ///< nodes of all prefixes, solutions of the one at hand
  Frontier<SolutionSearch> frontier_;
};

inline std::unique_ptr<Kernel> make_solutions_kernel(const Problem& problem) {
  return std::make_unique<SolutionsKernel>(problem);
}

}  // namespace HWY_NAMESPACE
}  // namespace nqueens
HWY_AFTER_NAMESPACE();

#endif  // include guard, once for each target
