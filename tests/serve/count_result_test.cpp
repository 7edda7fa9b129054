// Which totals no count can have.
#include "run/count_result.hpp"

#include <gtest/gtest.h>

#include "core/sequence.hpp"

namespace nqueens {
namespace {

std::string fault(int n, Sequence sequence, Count total) {
  return fault_of_total({.problem = {.n = n, .sequence = sequence}}, total);
}

TEST(FaultOfTotal, NamesThePublishedCount) {
  EXPECT_EQ(fault(8, Sequence::queens, 92), "");
  EXPECT_EQ(fault(8, Sequence::queens, 100),
            "adds up to 100, but the published count is 92 (OEIS A000170)");
}

/// Nobody has published a count of 28 queens, but how many a half turn and a quarter turn leave as
/// they are: 1250901440 and 32896, whose sum 8 divides.
TEST(FaultOfTotal, KnowsWhatSymmetryForbidsOfAnUnpublishedCount) {
  EXPECT_EQ(fault(28, Sequence::queens, 80), "");
  EXPECT_EQ(fault(28, Sequence::queens, 84),
            "adds up to 84, but 8 does not divide its sum with the published solutions that turns "
            "leave as they are (OEIS A032522 and twice OEIS A033148)");
}

TEST(FaultOfTotal, KnowsThatFourDivides) {
  EXPECT_EQ(fault(27, Sequence::amazons, 8), "");
  EXPECT_EQ(fault(27, Sequence::amazons, 6), "adds up to 6, but by symmetry four divides it");
  EXPECT_EQ(fault(28, Sequence::amazons, 6), "");
}

TEST(FaultOfTotal, IsSilentWhereSymmetryForbidsNothing) {
  EXPECT_EQ(fault(1, Sequence::queens, 1), "");
  EXPECT_EQ(fault(30, Sequence::placements, 3), "");
  EXPECT_EQ(fault(48, Sequence::quarter_turn_amazons, 2), "");
}

}  // namespace
}  // namespace nqueens
