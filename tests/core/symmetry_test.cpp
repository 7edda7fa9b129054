// Symmetries of solutions and prefixes.

#include "core/symmetry.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <set>
#include <utility>
#include <vector>

namespace nqueens {
namespace {

/// Rows and columns apart, on a torus the shorter way round.
int apart(int n, Board board, int one, int other) {
  const int distance = std::abs(one - other);
  return board == Board::torus ? std::min(distance, n - distance) : distance;
}

bool attack(int n, Board board, Square one, Square other) {
  const int rows = apart(n, board, one.row, other.row);
  const int columns = apart(n, board, one.column, other.column);
  return rows == 0 || columns == 0 || rows == columns;
}

TEST(Isometry, EightDifferentMapsPreserveAttacks) {
  for (const Board board : {Board::square, Board::torus}) {
    for (const int n : {5, 6}) {
      std::set<std::vector<std::pair<int, int>>> maps;
      for (int index = 0; index < 8; ++index) {
        const Isometry isometry(index);
        std::vector<std::pair<int, int>> images;
        for (int i = 0; i < n * n; ++i) {
          const Square square{i / n, i % n};
          const Square image = isometry(n, square, board);
          images.emplace_back(image.row, image.column);
          for (int j = 0; j < i; ++j) {
            const Square other{j / n, j % n};
            EXPECT_EQ(attack(n, board, square, other),
                      attack(n, board, image, isometry(n, other, board)));
          }
        }
        EXPECT_EQ(std::set(images.begin(), images.end()).size(), images.size())
            << "not a bijection: " << index;
        maps.insert(images);
      }
      EXPECT_EQ(maps.size(), 8U);
    }
  }
}

TEST(Isometry, OfATorusLeavesTheMiddleSquareInItsPlace) {
  for (int n = 1; n <= max_board; ++n) {
    const Square middle{middle_line(n), middle_line(n)};
    for (int index = 0; index < 8; ++index) {
      EXPECT_EQ(Isometry(index)(n, middle, Board::torus), middle) << "n=" << n;
    }
  }
}

TEST(Symmetry, NamesGoBothWays) {
  for (const Symmetry symmetry : {Symmetry::none, Symmetry::mirror, Symmetry::full}) {
    EXPECT_EQ(value_named<Symmetry>(to_string(symmetry)), symmetry);
  }
  EXPECT_EQ(value_named<Symmetry>("half"), std::nullopt);
}

/// Every element of the group maps the lines of a stage to themselves.
TEST(Symmetry, StagesAreClosedUnderTheirGroupAndCoverTheBoard) {
  for (const Board board : {Board::square, Board::torus}) {
    for (const Symmetry symmetry : {Symmetry::mirror, Symmetry::full}) {
      for (int n = 1; n <= max_board; ++n) {
        LineSet rows = 0;
        for (int stage = 0;; ++stage) {
          const StageLines lines = stage_lines(symmetry, n, stage, board);
          if (lines.rows == 0) {
            break;
          }
          EXPECT_EQ(rows & lines.rows, 0U) << "a row is in two stages, n=" << n;
          rows |= lines.rows;
          for (int i = 0; i < n * n; ++i) {
            const auto inside = [&lines](Square square) {
              return (lines.rows >> square.row & 1U) != 0 ||
                     (lines.columns >> square.column & 1U) != 0;
            };
            const Square square{i / n, i % n};
            for (int index = 0; index < 8; ++index) {
              if ((symmetry_group(symmetry) >> index & 1) != 0) {
                EXPECT_EQ(inside(Isometry(index)(n, square, board)), inside(square));
              }
            }
          }
        }
        EXPECT_EQ(rows, all_lines(n)) << "n=" << n;
      }
    }
  }
}

TEST(OrbitPosition, TheCentreQueenIsFixedByAllSymmetries) {
  Placement placement;
  placement.toggle(5, {2, 2});
  const OrbitPosition position = orbit_position(5, placement, symmetry_group(Symmetry::full));
  EXPECT_TRUE(position.smallest);
  EXPECT_EQ(std::popcount(position.stabiliser), 8);
}

TEST(OrbitPosition, ExactlyOneImageOfAnAsymmetricPlacementIsSmallest) {
  const int n = 7;
  int smallest = 0;
  for (int index = 0; index < 8; ++index) {
    Placement image;
    for (const Square queen : {Square{3, 1}, Square{6, 3}}) {
      image.toggle(n, Isometry(index)(n, queen));
    }
    const OrbitPosition position = orbit_position(n, image, symmetry_group(Symmetry::full));
    if (position.smallest) {
      EXPECT_EQ(std::popcount(position.stabiliser), 1);
    }
    smallest += position.smallest ? 1 : 0;
  }
  EXPECT_EQ(smallest, 1);
}

TEST(StageLines, AreNoneWithoutSymmetry) {
  for (const Board board : {Board::square, Board::torus}) {
    EXPECT_EQ(stage_lines(Symmetry::none, 8, 0, board).rows, 0U);
    EXPECT_EQ(stage_lines(Symmetry::none, 8, 0, board).columns, 0U);
  }
}

}  // namespace
}  // namespace nqueens
