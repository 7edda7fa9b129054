// The methods that give one solution of any board: the rule and the repair.

#include "boards/solutions/one_solution.hpp"

#include <gtest/gtest.h>

#include <random>
#include <set>
#include <vector>

#include "boards/solutions/solution.hpp"
#include "queens.hpp"
#include "support/boards.hpp"

namespace nqueens {
namespace {

TEST(Construction, SolvesEveryBoardUpTo2000) {
  EXPECT_EQ(constructed(1), std::vector<Row>{0});
  for (std::uint64_t n = 4; n <= 2000; ++n) {
    const std::vector<Row> rows = constructed(n);
    ASSERT_TRUE(test::is_solution(rows)) << "n=" << n;
    ASSERT_FALSE(find_fault(n, Rows(rows))) << "n=" << n;
  }
}

TEST(Construction, SolvesRandomBoardsUpToAMillion) {
  const std::uint64_t seed = test::test_seed();
  std::mt19937_64 random(seed);
  for (int board = 0; board < 50; ++board) {
    const std::uint64_t n = 4 + random() % 999'997;
    ASSERT_TRUE(test::is_solution(constructed(n))) << "n=" << n << " seed " << seed;
  }
}

TEST(Construction, StaysOnTheLargestBoard) {
  EXPECT_EQ(constructed_row(max_construct, 0), 1U);
  EXPECT_EQ(constructed_row(max_construct, max_construct - 1), max_construct - 2);
}

TEST(Random, IsThePublishedGenerator) {
  Random random(1234567);
  EXPECT_EQ(random.next(), 6457827717110365317U);
  EXPECT_EQ(random.next(), 3203168211198807973U);
  EXPECT_EQ(random.next(), 9817491932198370423U);
}

TEST(Random, StaysBelowItsBound) {
  Random random(1);
  std::set<std::uint64_t> seen;
  for (int draw = 0; draw < 1000; ++draw) {
    const std::uint64_t number = random.below(7);
    ASSERT_LT(number, 7U);
    seen.insert(number);
  }
  EXPECT_EQ(seen.size(), 7U);
}

TEST(Repair, SolvesEverySmallBoardWithEverySeed) {
  EXPECT_EQ(repair(1, 5), std::vector<Row>{0});
  for (std::uint64_t n = 4; n <= 200; ++n) {
    for (const std::uint64_t seed : {1U, 2U, 3U}) {
      const std::vector<Row> rows = repair(n, seed);
      ASSERT_TRUE(test::is_solution_by_pairs(rows)) << "n=" << n << " seed " << seed;
      ASSERT_FALSE(find_fault(n, Rows(rows))) << "n=" << n << " seed " << seed;
    }
  }
}

TEST(Repair, SolvesRandomBoards) {
  const std::uint64_t test_seed = test::test_seed();
  std::mt19937_64 random(test_seed);
  for (int board = 0; board < 20; ++board) {
    const std::uint64_t n = 201 + random() % 50'000;
    for (const std::uint64_t seed : {random(), random(), random()}) {
      const std::vector<Row> rows = repair(n, seed);
      ASSERT_TRUE(test::is_solution(rows)) << "n=" << n << " test seed " << test_seed;
      ASSERT_FALSE(find_fault(n, Rows(rows))) << "n=" << n << " test seed " << test_seed;
    }
  }
}

TEST(Repair, IsReplayedByItsSeed) {
  for (const std::uint64_t n : {20U, 500U, 10'000U}) {
    std::set<std::vector<Row>> solutions;
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
      const std::vector<Row> solution = repair(n, seed);
      EXPECT_EQ(repair(n, seed), solution);
      solutions.insert(solution);
    }
    EXPECT_EQ(solutions.size(), 10U) << "n=" << n;
  }
  // The same on every platform.
  EXPECT_EQ(repair(8, 1), (std::vector<Row>{2, 6, 1, 7, 4, 0, 3, 5}));
}

TEST(Repair, ReachesEverySolutionOfASmallBoard) {
  std::set<std::vector<Row>> solutions;
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    solutions.insert(repair(8, seed));
  }
  EXPECT_EQ(solutions.size(), 92U);
}

}  // namespace
}  // namespace nqueens
