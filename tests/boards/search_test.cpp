// Solutions found one after the other: all of them, each once, in order.

#include "boards/solutions/search.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <set>
#include <vector>

#include "core/problem.hpp"
#include "core/symmetry.hpp"
#include "queens.hpp"
#include "support/boards.hpp"

namespace nqueens {
namespace {

using Solutions = std::vector<std::vector<Row>>;

Solutions searched(int n) {
  Solutions solutions;
  search(n, [&](Rows rows) {
    solutions.emplace_back(rows.begin(), rows.end());
    return true;
  });
  return solutions;
}

TEST(Search, GivesThePublishedNumberOfSolutions) {
  for (int n = 1; n <= 12; ++n) {
    std::uint64_t solutions = 0;
    search(n, [&](Rows rows) {
      solutions += test::is_solution_by_pairs(rows) ? 1U : 0U;
      return true;
    });
    EXPECT_EQ(Count(solutions), *known_count({.n = n})) << "n=" << n;
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
    std::uint64_t fundamental = 0;
    search(n, [&](Rows rows) {
      fundamental += is_smallest_of_orbit(rows) ? 1U : 0U;
      return true;
    });
    EXPECT_EQ(Count(fundamental), *known_fundamental_solutions({.n = n})) << "n=" << n;
  }
}

}  // namespace
}  // namespace nqueens
