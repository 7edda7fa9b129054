// The n queens by constraint programming, against the search of the layer boards.

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "boards/puzzles/models.hpp"
#include "boards/solutions/search.hpp"
#include "boards/solutions/solution.hpp"

namespace nqueens {
namespace {

using Solutions = std::vector<std::vector<Row>>;

Solutions constrained(int n, int threads = 1) {
  Solutions solutions;
  Search search(threads);
  EXPECT_EQ(visit_queens(n, search,
                         [&](Rows rows) {
                           solutions.emplace_back(rows.begin(), rows.end());
                           return true;
                         }),
            SearchEnd::complete);
  return solutions;
}

TEST(ConstrainedQueens, AreAllSolutionsOnce) {
  for (int n = 1; n <= 9; ++n) {
    Solutions expected;
    search(n, [&](Rows rows) {
      expected.emplace_back(rows.begin(), rows.end());
      return true;
    });
    Solutions solutions = constrained(n);
    std::ranges::sort(solutions);
    EXPECT_EQ(solutions, expected) << n << " rows";
  }
}

TEST(ConstrainedQueens, ComeInTheSameOrderEachTime) {
  EXPECT_EQ(constrained(8), constrained(8));
  Solutions together = constrained(8, 2);
  Solutions alone = constrained(8);
  std::ranges::sort(together);
  std::ranges::sort(alone);
  EXPECT_EQ(together, alone) << "on two threads there are others";
}

/// Dead ends on every size would show that a tie is broken badly.
TEST(ConstrainedQueens, HaveASolutionSoonOnEveryBoard) {
  std::vector<int> sizes = {499, 500, 501, max_constrained_queens};
  for (int n = 4; n <= 130; ++n) {
    sizes.push_back(n);
  }
  for (const int n : sizes) {
    bool found = false;
    Search search(1, [](std::uint64_t nodes) { return nodes < 50'000; });
    EXPECT_EQ(visit_queens(n, search,
                           [&](Rows rows) {
                             found = true;
                             EXPECT_FALSE(find_fault(static_cast<std::uint64_t>(n), rows)) << n;
                             return false;
                           }),
              SearchEnd::enough)
        << n << " rows";
    EXPECT_TRUE(found) << n << " rows";
  }
}

}  // namespace
}  // namespace nqueens
