// Solutions by each method: all of them, each once, in order; or one of any board.
#include "boards/solutions/methods.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <set>
#include <vector>

#include "boards/solutions/solution.hpp"
#include "core/sequence.hpp"
#include "core/symmetry.hpp"
#include "solutions.hpp"

namespace nqueens {
namespace {

using Solutions = std::vector<std::vector<Row>>;

using test::searched;

TEST(Search, GivesThePublishedNumberOfSolutions) {
  for (int n = 1; n <= 12; ++n) {
    const Solutions solutions = searched(n);
    EXPECT_TRUE(std::ranges::all_of(solutions, test::is_solution_by_pairs));
    EXPECT_EQ(Count(solutions.size()), *known_count({.n = n})) << "n=" << n;
  }
}

TEST(Search, GivesTheSolutionsOfThePlainSearchInLexicographicOrder) {
  for (int n = 1; n <= 9; ++n) {
    Solutions expected;
    for (const test::Solution& solution : test::all_solutions({.n = n})) {
      expected.emplace_back(solution.begin(), solution.end());
    }
    EXPECT_EQ(searched(n), expected) << "n=" << n;
    EXPECT_TRUE(std::is_sorted(expected.begin(), expected.end()));
  }
}

TEST(Search, GivesThePublishedNumberOfEachSequence) {
  for (const SequenceInfo& info : sequences) {
    const auto sequence = static_cast<Sequence>(&info - sequences.data());
    for (int n = 1; !info.by_row && n <= 12; ++n) {
      Solutions found;
      search(
          n,
          [&](Rows rows) {
            EXPECT_FALSE(find_fault(rows.size(), rows) || find_fault(rows, info.moves));
            found.emplace_back(rows.begin(), rows.end());
            return true;
          },
          info.moves);
      EXPECT_TRUE(std::is_sorted(found.begin(), found.end()));
      EXPECT_EQ(Count(found.size()), *known_count({n, sequence})) << info.name << " " << n;
    }
  }
}

TEST(Repeats, AreFoundAmongAsManyAsAreKept) {
  const std::vector<Row> first = {1, 3, 0, 2};
  const std::vector<Row> second = {2, 0, 3, 1};
  const std::vector<Row> third = {0};
  Repeats repeats(5);
  std::uint64_t line = 0;
  for (const auto& rows : {second, first, third, first, second}) {
    repeats.add(rows, ++line);
  }
  const auto answer = repeats.find();
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->different, 3);
  EXPECT_EQ(answer->line, 4);
  EXPECT_EQ(answer->first_line, 2);
  repeats.add(third, ++line);
  EXPECT_FALSE(repeats.find());
}

TEST(Search, EndsWhereTheVisitorHasEnough) {
  int seen = 0;
  const auto three = [&](Rows) { return ++seen < 3; };
  search(8, three);
  EXPECT_EQ(seen, 3);
  seen = 0;
  permute(8, three);
  EXPECT_EQ(seen, 3);
}

TEST(Search, FindsTheFirstSolutionOfLargerBoards) {
  for (const int n : {21, 25, 27}) {
    int seen = 0;
    search(n, [&](Rows rows) {
      EXPECT_TRUE(test::is_solution_by_pairs(rows)) << "n=" << n;
      return ++seen < 2;
    });
    EXPECT_EQ(seen, 2) << "n=" << n;
  }
}

TEST(Permute, GivesTheSameSolutionsAsTheSearch) {
  for (int n = 1; n <= 10; ++n) {
    Solutions permuted;
    permute(n, [&](Rows rows) {
      permuted.emplace_back(rows.begin(), rows.end());
      return true;
    });
    std::sort(permuted.begin(), permuted.end());
    EXPECT_EQ(permuted, searched(n)) << "n=" << n;
  }
}

/// The textbook's form: compares each prefix of each permutation pair by pair until two queens
/// attack.
std::uint64_t textbook_comparisons(std::vector<int>& rows, std::size_t column) {
  std::uint64_t comparisons = 0;
  for (std::size_t other = column; other < rows.size(); ++other) {
    std::swap(rows[column], rows[other]);
    bool free = true;
    for (std::size_t left = 0; left < column && free; ++left) {
      ++comparisons;
      free = std::abs(rows[left] - rows[column]) != static_cast<int>(column - left);
    }
    if (free) {
      comparisons += textbook_comparisons(rows, column + 1);
    }
    std::swap(rows[column], rows[other]);
  }
  return comparisons;
}

TEST(Permute, CountsItsComparisons) {
  for (int n = 1; n <= 8; ++n) {
    std::vector<int> rows(static_cast<std::size_t>(n));
    std::iota(rows.begin(), rows.end(), 0);
    EXPECT_EQ(permute(n, [](Rows) { return true; }), textbook_comparisons(rows, 0)) << "n=" << n;
  }
}

TEST(Orbit, HasOneSmallestSolution) {
  for (int n = 1; n <= 8; ++n) {
    std::set<std::vector<Row>> representatives;
    for (const std::vector<Row>& solution : searched(n)) {
      std::set<std::vector<Row>> orbit;
      for (int index = 0; index < 8; ++index) {
        std::vector<Row> image(solution.size());
        for (int column = 0; column < n; ++column) {
          const int row = static_cast<int>(solution[static_cast<std::size_t>(column)]);
          const Square square = Isometry(index)(n, {row, column});
          image[static_cast<std::size_t>(square.column)] = static_cast<Row>(square.row);
        }
        orbit.insert(image);
      }
      representatives.insert(*orbit.begin());
      EXPECT_EQ(is_smallest_of_orbit(solution), solution == *orbit.begin());
    }
    EXPECT_EQ(Count(representatives.size()), *known_fundamental_solutions({.n = n})) << "n=" << n;
  }
}

TEST(Orbit, RepresentativesAreThePublishedNumber) {
  for (int n = 1; n <= 11; ++n) {
    const auto fundamental = std::ranges::count_if(searched(n), is_smallest_of_orbit);
    EXPECT_EQ(Count(static_cast<std::uint64_t>(fundamental)),
              *known_fundamental_solutions({.n = n}))
        << "n=" << n;
  }
}

TEST(Construction, SolvesEveryBoardUpTo2000) {
  EXPECT_EQ(constructed(1), std::vector<Row>{0});
  for (std::uint64_t n = 4; n <= 2000; ++n) {
    const std::vector<Row> rows = constructed(n);
    ASSERT_TRUE(test::is_solution(rows)) << "n=" << n;
    ASSERT_FALSE(find_fault(n, Rows(rows))) << "n=" << n;
  }
}

TEST(Construction, SolvesRandomBoardsUpToAMillion) {
  test::SeededRandom random;
  for (int board = 0; board < 50; ++board) {
    const std::uint64_t n = 4 + random() % 999'997;
    ASSERT_TRUE(test::is_solution(constructed(n))) << "n=" << n;
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
  test::SeededRandom random;
  for (int board = 0; board < 20; ++board) {
    const std::uint64_t n = 201 + random() % 50'000;
    for (const std::uint64_t seed : {random(), random(), random()}) {
      const std::vector<Row> rows = repair(n, seed);
      ASSERT_TRUE(test::is_solution(rows)) << "n=" << n;
      ASSERT_FALSE(find_fault(n, Rows(rows))) << "n=" << n;
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
