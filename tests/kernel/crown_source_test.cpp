// The stream of crowns: with the trunk it is all that a vector kernel searches.

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>

#include "kernel/crown.hpp"
#include "kernel/kernel.hpp"

namespace nqueens {
namespace {

using std::uint64_t;

/// Completions of a crown, row by row.
uint64_t complete(const Crown& crown, int rows, LineSet columns, LineSet left, LineSet right) {
  if (rows == 0) {
    return 1;
  }
  const auto row = static_cast<std::size_t>(rows);
  uint64_t found = 0;
  for (LineSet free = columns & crown.available[row] & ~(left | right); free != 0;
       free = without_lowest(free)) {
    const LineSet queen = free & -free;
    const std::uint32_t gap = rows > 1 ? crown.gap[row] : 0;
    found +=
        complete(crown, rows - 1, columns ^ queen, (left | queen) << gap, (right | queen) >> gap);
  }
  return found;
}

uint64_t complete(CrownSource& source, const Placement& placement) {
  source.begin(placement);
  uint64_t found = 0;
  for (Crown crown; source.next(crown);) {
    EXPECT_EQ(std::popcount(crown.columns), crown.rows);
    EXPECT_GE(crown.rows, min_crown_rows);
    EXPECT_LE(crown.rows, max_crown_rows);
    found += complete(crown, crown.rows, crown.columns, 0, 0);
  }
  return found + source.solutions();
}

class CrownSourceTest : public testing::TestWithParam<int> {
 protected:
  void SetUp() override {
    if (make_crown_source({.n = 8}) == nullptr) {
      GTEST_SKIP() << "this processor has no vector kernel";
    }
  }
};

TEST_P(CrownSourceTest, HasEveryCompletionOfAPrefixOnce) {
  const Problem problem{.n = GetParam()};
  const auto source = make_crown_source(problem);
  const auto kernel = choose_kernel("plain").make(problem);
  PrefixStream stream(problem, Symmetry::full, 0);
  for (Prefix prefix; stream.next(prefix);) {
    uint64_t expected = 0;
    kernel->count({&prefix, 1}, {&expected, 1});
    EXPECT_EQ(complete(*source, prefix.placement), expected) << "prefix " << stream.ordinal();
  }
}

INSTANTIATE_TEST_SUITE_P(Boards, CrownSourceTest, testing::Values(1, 4, 5, 6, 8, 10, 11));

TEST_F(CrownSourceTest, StartsAnewInTheMiddleOfAPlacement) {
  const auto source = make_crown_source({.n = 18});
  const Placement nothing{};
  Crown first;
  source->begin(nothing);
  ASSERT_TRUE(source->next(first));
  const uint64_t nodes = source->nodes();
  Crown again;
  source->begin(nothing);
  EXPECT_EQ(source->nodes(), 0U);
  ASSERT_TRUE(source->next(again));
  EXPECT_EQ(source->nodes(), nodes);
  EXPECT_EQ(again.available, first.available);
  EXPECT_EQ(again.gap, first.gap);
}

}  // namespace
}  // namespace nqueens
