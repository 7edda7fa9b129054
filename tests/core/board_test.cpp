// Queens on a board and the squares that they leave free, for every sequence.

#include "core/board.hpp"

#include <gtest/gtest.h>

#include <string>

#include "support/boards.hpp"

namespace nqueens {
namespace {

class PlacementOf : public testing::TestWithParam<SequenceInfo> {};

TEST_P(PlacementOf, FreeSquaresAreThoseThatNoQueenAttacks) {
  test::SeededRandom random;
  for (const int n : {1, 2, 5, 8, 31, 32, 61, 64}) {
    const Problem problem{.n = n, .sequence = *sequence_of(GetParam().words)};
    if (n > GetParam().largest_n) {
      break;
    }
    for (int queens = 0; queens <= 6; ++queens) {
      const Placement placement = test::random_prefix(problem, queens, random).placement;
      for (int row = 0; row < n; ++row) {
        for (int column = 0; column < n; ++column) {
          bool attacked = test::attacks_its_images(problem, {row, column});
          for (LineSet rows = placement.rows; rows != 0; rows = without_lowest(rows)) {
            const int queen_row = lowest_line(rows);
            const int queen = placement.queen_column[static_cast<std::size_t>(queen_row)];
            attacked = attacked || queen_row == row ||
                       test::attack(problem, std::abs(queen_row - row), queen, column);
          }
          ASSERT_EQ(placement.free_in_row(n, row) >> column & 1U, attacked ? 0U : 1U);
          ASSERT_EQ(placement.free_in_column(n, column) >> row & 1U, attacked ? 0U : 1U);
          ASSERT_EQ(placement.is_free(n, {row, column}), !attacked);
        }
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Sequences, PlacementOf, testing::ValuesIn(sequences),
                         [](const auto& row) { return std::string(row.param.name); });

TEST(Placement, ToggleTwiceLeavesTheBoardAsItWas) {
  Placement placement;
  placement.toggle(32, {31, 0});
  placement.toggle(32, {0, 30});
  placement.toggle(32, {31, 0});
  Placement other;
  other.toggle(32, {0, 30});
  EXPECT_EQ(placement.rows, other.rows);
  EXPECT_EQ(placement.columns, other.columns);
  EXPECT_EQ(placement.diagonals, other.diagonals);
  EXPECT_EQ(placement.antidiagonals, other.antidiagonals);
}

TEST(Board, AllLinesOfTheLargestBoardFillTheWord) {
  EXPECT_EQ(all_lines(max_lines), ~LineSet{0});
  EXPECT_EQ(all_lines(32), 0xffff'ffffU);
  EXPECT_EQ(all_lines(1), 1U);
  EXPECT_EQ(all_lines(0), 0U);
}

}  // namespace
}  // namespace nqueens
