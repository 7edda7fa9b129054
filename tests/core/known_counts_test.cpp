// The published counts.

#include "core/known_counts.hpp"

#include <gtest/gtest.h>

#include "core/board.hpp"

namespace nqueens {
namespace {

constexpr Problem torus(int n) {
  return {.n = n, .board = Board::torus};
}
constexpr Problem placements(int n) {
  return {.n = n, .quantity = Quantity::placements};
}

constexpr Problem amazons(int n) {
  return {.n = n, .chess_piece = ChessPiece::amazon};
}

TEST(KnownCounts, EndWhereThePublishedTablesEnd) {
  EXPECT_EQ(known_count({.n = 0}), std::nullopt);
  EXPECT_EQ(known_count({.n = 27}), Count{234'907'967'154'122'528});
  EXPECT_EQ(known_count({.n = 28}), std::nullopt);
  EXPECT_EQ(known_count(placements(19)), Count{461'939'618'823});
  EXPECT_EQ(known_count(placements(20)), std::nullopt);
  EXPECT_EQ(known_count(torus(31)), Count{13'404'947'681'712});
  EXPECT_EQ(known_count(torus(32)), Count{0});
  EXPECT_EQ(known_count(torus(33)), std::nullopt);
  EXPECT_EQ(known_count(amazons(26)), Count{286'022'102'245'804});
  EXPECT_EQ(known_count(amazons(27)), std::nullopt);
}

TEST(KnownCounts, OfATorusAreNoMoreThanOfTheSquareAndDivisibleByItsSize) {
  for (int n = 1; n <= 27; ++n) {
    EXPECT_LE(*known_count(torus(n)), *known_count({.n = n}));
    EXPECT_EQ(*known_count(torus(n)) % static_cast<std::uint64_t>(n), 0U);
  }
}

TEST(KnownCounts, HaveASourceOfTheirOwn) {
  EXPECT_EQ(source_of_known_counts({.n = 8}), "OEIS A000170");
  EXPECT_EQ(source_of_known_counts(torus(8)), "OEIS A051906");
  EXPECT_EQ(source_of_known_counts(placements(8)), "OEIS A319283");
  EXPECT_EQ(source_of_known_counts(amazons(8)), "OEIS A051223");
  EXPECT_EQ(source_of_known_fundamental({.n = 8}), "OEIS A002562");
  EXPECT_EQ(source_of_known_fundamental(amazons(8)), "OEIS A051224");
}

}  // namespace
}  // namespace nqueens
