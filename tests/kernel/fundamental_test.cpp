// Solutions up to rotation and reflection, by those that turns of the board leave as they are.

#include "kernel/fundamental.hpp"

#include <gtest/gtest.h>

#include "core/sequence.hpp"
#include "nqueens/error.hpp"
#include "support/boards.hpp"

namespace nqueens {
namespace {

TEST(Rotation, FixedCountsAreThePublishedOnes) {
  for (const Sequence sequence : test::every_sequence()) {
    for (int n = 1; n <= 36 && info_of(sequence).moves.turn != Turn::none; ++n) {
      const Problem problem{.n = n, .sequence = sequence};
      const auto known = known_count(problem);
      if (known && *known < 1'000'000U) {
        EXPECT_EQ(count_whole(problem), known) << to_string(problem);
      }
    }
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
  for (const int more : {1, 2, 4, 7}) {
    EXPECT_THROW(count_fundamental({.n = 8}, *known_count({.n = 8}) + more), Error) << more;
  }
}

TEST(Rotation, GivesUpWhenStopped) {
  EXPECT_EQ(count_fundamental({.n = 28}, Count{0}, [] { return false; }), std::nullopt);
}

}  // namespace
}  // namespace nqueens
