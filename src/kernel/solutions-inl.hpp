// The solutions of the square board: a trunk line by line, and the crowns by the frontier. For
// queens; amazons-inl.hpp has the frontier of amazons.
//
// A child is dropped if one of its next two rows has no free square or, with few rows left, any row
// or column. The last two rows have a closed form.

#if defined(NQUEENS_SOLUTIONS_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef NQUEENS_SOLUTIONS_INL_HPP
#undef NQUEENS_SOLUTIONS_INL_HPP
#else
#define NQUEENS_SOLUTIONS_INL_HPP
#endif

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>

#include "kernel/crown.hpp"
#include "kernel/frontier-inl.hpp"
#include "kernel/kernel.hpp"
#include "kernel/lanes-inl.hpp"
#include "kernel/last_two-inl.hpp"
#include "kernel/trunk-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace nqueens {
namespace HWY_NAMESPACE {

/// The solutions of a crown.
struct SolutionSearch {
  static constexpr int min_rows = min_crown_rows;
  static constexpr int max_rows = max_crown_rows;
  static constexpr int alike_rows = covered_rows_of_large + 2;
  static constexpr int spread_rows = covered_rows + 2;
  static constexpr int stored_rows = 3;
  static constexpr bool keeps_free = false;
  static constexpr bool every_node = false;

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

  static RootBoard root(const Crown& crown) { return {.columns = crown.columns}; }

  /// The crown for a level with `rows` rows left that takes the steps of a level with `Rows`, with
  /// its rows renumbered accordingly.
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
  /// row and column. Those of the last two rows are counted.
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
      const Verdict verdict = and_common(have_common(first, columns), second, columns);
      if constexpr (child_rows > covered_rows_of_large) {
        return passed(verdict);
      } else {
        if (child_rows > covered_rows_of(crown.rows)) {
          return passed(verdict);
        }
        return judge_rest<child_rows - 2, true>(crown, verdict, hn::AndNot(first, columns), second,
                                                columns, left, right);
      }
    }
  }

  /// Tests the last `Rows` rows for a free square, and all columns.
  /// @tparam Pair  the last but one of the rows before is not yet taken from `unseen`: two at a
  /// time take one instruction
  /// @param unseen  columns without a free square in the rows before
  /// @param open  the open squares of the row before
  /// @param left, right  diagonals as they meet it
  template <int Rows, bool Pair>
  HWY_INLINE static Mask judge_rest(const Crown& crown, Verdict verdict, Words unseen, Words open,
                                    Words columns, Words left, Words right) {
    move_on<Rows + 1>(crown, left, right);
    const Words next = open_squares(crown.available[Rows], left, right);
    verdict = and_common(verdict, next, columns);
    if constexpr (Pair) {
      unseen = without(unseen, open, next);
    } else if constexpr (Rows == 1) {
      unseen = hn::AndNot(next, unseen);
    }
    if constexpr (Rows == 1) {
      return passed_and_empty(verdict, unseen);
    } else {
      return judge_rest<Rows - 1, !Pair>(crown, verdict, unseen, next, columns, left, right);
    }
  }
};

/// Trunk and crowns. @tparam CrownSearch  has search(crown, tally, keep_going), false if keep_going
/// was, and a Tally
template <class CrownSearch>
class SolutionsKernel final : public Kernel {
 public:
  explicit SolutionsKernel(const Problem& problem, auto... of_crown_search)
      : Kernel(problem), trunk_(problem.n), crowns_(of_crown_search...) {}

  [[nodiscard]] std::uint64_t nodes() const noexcept override { return tally_.nodes; }

 private:
  bool complete(const Placement& placement, std::span<std::uint64_t> counts,
                const KeepGoing& keep_going) noexcept override {
    tally_.solutions = 0;
    trunk_.begin(placement);
    bool complete = true;
    for (Crown next; complete && trunk_.next(next);) {
      complete = crowns_.search(next, tally_, keep_going) && keep_going();
    }
    tally_.nodes += trunk_.nodes();
    counts.front() = tally_.solutions + trunk_.solutions();
    return complete;
  }

  Trunk trunk_;
  /// Nodes of all prefixes; of the one at hand, solutions of its crowns.
  typename CrownSearch::Tally tally_;
  CrownSearch crowns_;
};

/// The frontier of a crown. @tparam Search  of its boards
template <class Search, Shape shape>
class CrownFrontier {
 public:
  using Tally = typename Search::Tally;

  bool search(const Crown& next, Tally& tally, const Kernel::KeepGoing& keep_going) {
    const typename Search::Setting crown(next);
    return frontier_.search(crown, crown.rows, Search::root(crown), tally, keep_going);
  }

 private:
  Frontier<Search, shape> frontier_;
};

template <Shape shape>
std::unique_ptr<Kernel> make_solutions_kernel(const Problem& problem) {
  return std::make_unique<SolutionsKernel<CrownFrontier<SolutionSearch, shape>>>(problem);
}

}  // namespace HWY_NAMESPACE
}  // namespace nqueens
HWY_AFTER_NAMESPACE();

#endif  // include guard, once for each target
