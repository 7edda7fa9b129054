// Solutions of the square board. The trunk is searched line by line; its crowns by grids
// (grids-inl.hpp) or the frontier (frontier_searches-inl.hpp), which search the same tree.
//
// A child is dropped if one of its next two rows has no free square or, with few rows left, any row
// or column. The last two rows have a closed form.

#if defined(NQUEENS_SOLUTIONS_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef NQUEENS_SOLUTIONS_INL_HPP
#undef NQUEENS_SOLUTIONS_INL_HPP
#else
#define NQUEENS_SOLUTIONS_INL_HPP
#endif

#include <cstdint>
#include <span>

#include "kernel/crown.hpp"
#include "kernel/kernel.hpp"
#include "kernel/trunk-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace nqueens {
namespace HWY_NAMESPACE {

/// Totals of a search for solutions.
struct Solutions {
  static constexpr bool every_node = false;  ///< whether children that fail tests count

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
};

/// Searches trunk and crowns. @tparam CrownSearch  has a Tally and search(crown, tally,
/// keep_going), which returns false if keep_going did
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
  /// Nodes of all prefixes; solutions of the current prefix's crowns.
  typename CrownSearch::Tally tally_;
  CrownSearch crowns_;
};

}  // namespace HWY_NAMESPACE
}  // namespace nqueens
HWY_AFTER_NAMESPACE();

#endif  // include guard, once for each target
