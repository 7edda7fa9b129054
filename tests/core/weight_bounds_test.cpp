// What the weights of all prefixes have in common.

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "core/prefix_stream.hpp"
#include "support/boards.hpp"

namespace nqueens {
namespace {

/// Boards without a solution may have prefixes that a reflection leaves as they are.
bool has_solutions(const Problem& problem) {
  return problem.info().by_row || !test::all_solutions(problem).empty();
}

TEST(WeightBounds, HoldForAllPrefixesAndAreReached) {
  for (const Sequence sequence : test::every_sequence()) {
    for (int n = 1; n <= 9; ++n) {
      const Problem problem{.n = n, .sequence = sequence};
      const CutLimits limits = cut_limits(problem);
      for (const Symmetry symmetry : {Symmetry::none, Symmetry::mirror, Symmetry::full}) {
        if (!limits.allows(symmetry) || !has_solutions(problem)) {
          continue;
        }
        const WeightBounds bounds = weight_bounds(problem, symmetry);
        for (int depth = limits.min_depth; depth <= std::min(limits.max_depth, 4); ++depth) {
          SCOPED_TRACE(to_string(problem) + " " + std::string(to_string(symmetry)) + " depth " +
                       std::to_string(depth));
          PrefixStream prefixes(problem, symmetry, depth);
          std::uint64_t most = 0;
          for (Prefix prefix; prefixes.next(prefix);) {
            EXPECT_EQ(prefix.weight % bounds.divisor, 0U);
            most = std::max<std::uint64_t>(most, prefix.weight);
          }
          EXPECT_LE(most, bounds.most);
          if (n > 5 && problem.info().moves.board == Board::square) {
            EXPECT_EQ(most, bounds.most);
          }
        }
      }
    }
  }
}

TEST(WeightBounds, AreThoseOfTheSymmetry) {
  EXPECT_EQ(weight_bounds({.n = 8}, Symmetry::full).divisor, 2U);
  EXPECT_EQ(weight_bounds({.n = 8}, Symmetry::none).divisor, 1U);
  EXPECT_EQ(weight_bounds({.n = 1}, Symmetry::full).most, 1U);
  EXPECT_EQ(weight_bounds({.n = 7, .sequence = Sequence::torus}, Symmetry::full).divisor, 14U);
  EXPECT_EQ(weight_bounds({.n = 7, .sequence = Sequence::torus}, Symmetry::mirror).divisor, 2U);
}

}  // namespace
}  // namespace nqueens
