// Solutions that a turn of the board leaves as they are: the published numbers.

#include "kernel/fundamental.hpp"

#include <gtest/gtest.h>

#include "core/sequence.hpp"
#include "support/boards.hpp"

namespace nqueens {
namespace {

// OEIS A032522 and A033148 for n = 1, 2, ...
constexpr std::uint64_t half_turn[] = {1,  0,  0,   2,   2,    4,    8,    4,     16,    12,
                                       48, 80, 136, 420, 1240, 3000, 8152, 18104, 44184, 144620};
constexpr std::uint64_t quarter_turn[] = {1, 0, 0, 2, 2, 0,  0,   0, 0, 0,
                                          0, 8, 8, 0, 0, 64, 128, 0, 0, 480};

TEST(Rotation, FixedCountsAreThePublishedOnes) {
  for (int n = 1; n <= 20; ++n) {
    EXPECT_EQ(count_fixed_by_half_turn({.n = n}), Count{half_turn[n - 1]}) << "n=" << n;
    EXPECT_EQ(count_fixed_by_quarter_turn({.n = n}), Count{quarter_turn[n - 1]}) << "n=" << n;
  }
}

TEST(Rotation, FundamentalSolutionsFollowFromTheThreeCounts) {
  for (const Sequence sequence : test::every_sequence()) {
    for (int n = 1; n <= 20; ++n) {
      const Problem problem{.n = n, .sequence = sequence};
      if (problem.has_fundamental()) {
        EXPECT_EQ(count_fundamental(problem, *known_count(problem)),
                  known_fundamental_solutions(problem))
            << to_string(problem);
      }
    }
  }
}

TEST(Rotation, AContradictionIsNoticed) {
  EXPECT_THROW(count_fundamental({.n = 8}, *known_count({.n = 8}) + Count{1}), std::logic_error);
}

TEST(Rotation, GivesUpWhenInterrupted) {
  EXPECT_EQ(count_fundamental({.n = 28}, Count{0}, [] { return true; }), std::nullopt);
}

}  // namespace
}  // namespace nqueens
