// Which totals no count can have, and what is a second count.
#include "judge/total.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/sequence.hpp"
#include "nqueens/error.hpp"
#include "support/counted.hpp"

namespace nqueens {
namespace {

std::string fault(int n, Sequence sequence, Count total) {
  return fault_of_total({.job = {.problem = {.n = n, .sequence = sequence}}, .count = total});
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

Total placements(std::vector<Count> by_row) {
  Total total{
      .job = {.problem = {.n = 24, .sequence = Sequence::placements}, .symmetry = Symmetry::mirror},
      .by_row = std::move(by_row)};
  for (const Count placed : total.by_row) {
    total.count += placed;
  }
  return total;
}

TEST(FaultOfTotal, ComparesTheSecondCountRowByRow) {
  const Total first = placements({5, 7, 2});
  EXPECT_EQ(fault_of_total(first, placements({5, 7, 2})), "");
  EXPECT_EQ(fault_of_total(first, placements({5, 7, 3})),
            "adds up to 14, but its second count is 15");
  EXPECT_EQ(fault_of_total(first, placements({7, 5, 2})),
            "adds up to 14, but its second count is 14 with other numbers by row");
  EXPECT_EQ(fault_of_total(first, Total{.job = first.job, .count = 14}), "")
      << "only the sum is known";
}

TEST(FaultOfTotal, NamesAllThatContradictsIt) {
  const Total first{.job = {.problem = {.n = 8}}, .count = 100};
  EXPECT_EQ(fault_of_total(first, Total{.job = first.job, .count = 92}),
            "adds up to 100, but the published count is 92 (OEIS A000170), and its second count is "
            "92");
}

TEST(FaultOfTotal, OfAnOpenedTaskIsNotThatOfTheBoard) {
  Job task{.problem = {.n = 8}, .depth = 3};
  task.of_depth = 2;
  task.of_prefixes_per_task = 1;
  EXPECT_EQ(fault_of_total({.job = task, .count = 5}), "");
  EXPECT_EQ(is_published(task, 5), std::nullopt);
}

TEST(FaultOfFundamental, NamesThePublishedNumber) {
  EXPECT_EQ(fault_of_fundamental({.n = 8}, 12), "");
  EXPECT_EQ(fault_of_fundamental({.n = 8}, 13),
            "has 13 fundamental solutions, but the published count is 12 (OEIS A002562)");
}

std::string fault_of_second(const Job& first, const Job& second) {
  try {
    require_other_decomposition(first, second, {});
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::checkpoint);
    return error.what();
  }
  return "";
}

TEST(SecondCount, NumbersOtherPrefixesOfTheSameBoard) {
  const Job first{.problem = {.n = 14}};
  Job second = first;
  second.depth = 4;
  EXPECT_EQ(fault_of_second(first, second), "");
  second.depth = 3;
  EXPECT_EQ(
      fault_of_second(first, second),
      "it numbers the same prefixes (symmetry full, depth 3), so it would confirm a copy of a "
      "wrong number");
  second.problem.n = 15;
  EXPECT_EQ(fault_of_second(first, second), "it counts n=15");
}

TEST(SecondCount, IsOfWholeBoards) {
  const Job first{.problem = {.n = 14}};
  Job task{.problem = {.n = 14}, .depth = 4};
  task.of_prefixes_per_task = 1;
  EXPECT_EQ(fault_of_second(first, task), "one task has no second count");
  EXPECT_EQ(fault_of_second(task, first), "one task has no second count");
}

TEST(TotalOfACheckpoint, HasWhatIsAboveItsTasksOnEachRow) {
  const Job job{.problem = {.n = 6, .sequence = Sequence::placements},
                .symmetry = Symmetry::mirror,
                .depth = 2};
  const Checkpoint checkpoint = test::counted(job);
  const Total total = total_of(checkpoint);
  EXPECT_EQ(total.job, job);
  EXPECT_EQ(total.count, *known_count(job.problem));
  ASSERT_EQ(total.by_row.size(), 6U);
  EXPECT_EQ(total.by_row[0], Count(6)) << "a queen on each square of the first row";
  EXPECT_EQ(total.by_row[1], Count(20)) << "two queens of six columns, three apart or more: 5 * 4";
  EXPECT_EQ(total.by_row[5], Count(4)) << "all full boards";
  EXPECT_TRUE(total_of(test::counted(test::eight())).by_row.empty());
  const Total certified = total_of(make_certificate(checkpoint));
  EXPECT_EQ(certified.job, job);
  EXPECT_EQ(certified.count, total.count);
  EXPECT_TRUE(certified.by_row.empty()) << "it has the sum alone";
}

TEST(SameTotals, HaveTheSameNumberOnEachRowThatBothKnow) {
  const Total first = placements({5, 7, 2});
  const Total sum{.job = first.job, .count = 14};
  EXPECT_TRUE(same_total(first, placements({5, 7, 2})));
  EXPECT_FALSE(same_total(first, placements({7, 5, 2})));
  EXPECT_TRUE(same_total(first, sum));
  EXPECT_TRUE(same_total(sum, first));
  EXPECT_FALSE(same_total(sum, {.job = first.job, .count = 15}));
}

TEST(IsPublished, SaysWhetherANumberIsThePublishedOne) {
  EXPECT_EQ(is_published({.problem = {.n = 8}}, 92), true);
  EXPECT_EQ(is_published({.problem = {.n = 8}}, 100), false);
  EXPECT_EQ(is_published({.problem = {.n = 28}}, 80), std::nullopt);
}

TEST(FaultOfFundamental, IsSilentIfNothingIsPublished) {
  EXPECT_EQ(fault_of_fundamental({.n = 28}, 13), "");
}

}  // namespace
}  // namespace nqueens
