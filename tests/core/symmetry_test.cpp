#include "nqueens/core/symmetry.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <set>
#include <utility>

namespace nqueens {
namespace {

TEST(Isometry, EightDifferentMapsPreserveAttacks) {
  const int n = 5;
  std::set<std::vector<std::pair<int, int>>> maps;
  for (int index = 0; index < 8; ++index) {
    const Isometry isometry(index);
    std::vector<std::pair<int, int>> images;
    for (int i = 0; i < n * n; ++i) {
      const Square image = isometry(n, {i / n, i % n});
      images.emplace_back(image.row, image.column);
    }
    EXPECT_EQ(std::set(images.begin(), images.end()).size(), images.size()) << "not a bijection: " << index;
    maps.insert(images);
  }
  EXPECT_EQ(maps.size(), 8U);
}

TEST(Symmetry, NamesGoBothWays) {
  for (const Symmetry symmetry : {Symmetry::none, Symmetry::mirror, Symmetry::full}) {
    EXPECT_EQ(symmetry_from(to_string(symmetry)), symmetry);
  }
  EXPECT_EQ(symmetry_from("half"), std::nullopt);
}

/// Lines of a stage, mapped by every element of the group, are the same lines.
TEST(Symmetry, StagesAreClosedUnderTheirGroupAndCoverTheBoard) {
  for (const Symmetry symmetry : {Symmetry::mirror, Symmetry::full}) {
    for (int n = 1; n <= max_board; ++n) {
      LineSet rows = 0;
      for (int stage = 0;; ++stage) {
        const Lines lines = stage_lines(symmetry, n, stage);
        if (lines.rows == 0) {
          break;
        }
        EXPECT_EQ(rows & lines.rows, 0U) << "a row is in two stages, n=" << n;
        rows |= lines.rows;
        for (int row = 0; row < n; ++row) {
          for (int column = 0; column < n; ++column) {
            const bool inside = (lines.rows >> row & 1U) != 0 || (lines.columns >> column & 1U) != 0;
            for (int index = 0; index < 8; ++index) {
              if ((symmetry_group(symmetry) >> index & 1) != 0) {
                const Square image = Isometry(index)(n, {row, column});
                EXPECT_EQ((lines.rows >> image.row & 1U) != 0 || (lines.columns >> image.column & 1U) != 0,
                          inside);
              }
            }
          }
        }
      }
      EXPECT_EQ(rows, all_lines(n)) << "n=" << n;
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
    EXPECT_EQ(std::popcount(position.stabiliser), 1);
    smallest += position.smallest ? 1 : 0;
  }
  EXPECT_EQ(smallest, 1);
}

}  // namespace
}  // namespace nqueens
