// How searches are counted and stopped.

#include "boards/puzzles/search.hpp"

#include <gtest/gtest.h>

namespace nqueens {
namespace {

TEST(Search, CountsItsNodesAndNeverGoesOnAfterANo) {
  int asked = 0;
  Search search(1, [&](std::uint64_t nodes) {
    ++asked;
    return nodes < 3;
  });
  EXPECT_TRUE(search.go_on());
  EXPECT_TRUE(search.go_on());
  EXPECT_FALSE(search.stopped());
  EXPECT_FALSE(search.go_on());
  EXPECT_FALSE(search.go_on());
  EXPECT_TRUE(search.stopped());
  EXPECT_EQ(search.nodes(), 4U);
  EXPECT_EQ(asked, 3);
}

TEST(Search, GoesOnWhereNobodyIsAsked) {
  Search search;
  EXPECT_TRUE(search.go_on());
  EXPECT_EQ(search.threads(), 1);
}

}  // namespace
}  // namespace nqueens
