// Queens and knights of which no piece attacks another.

#include "boards/puzzles/queens_and_knights.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <vector>

#include "boards/solutions/arrangement.hpp"
#include "by_hand.hpp"

namespace nqueens {
namespace {

/// How many arrangements the program finds; each is checked, and that it comes once.
std::uint64_t searched(BoardSize size, int queens, int knights, int threads = 1) {
  Search search(threads);
  std::set<std::string> seen;
  const SearchEnd end =
      visit_queens_and_knights(size, queens, knights, search, [&](const Arrangement& arrangement) {
        EXPECT_FALSE(find_attack(arrangement));
        EXPECT_EQ(std::ranges::count(arrangement.pieces, ChessPiece::queen, &PlacedPiece::piece),
                  queens);
        EXPECT_EQ(static_cast<int>(arrangement.pieces.size()), queens + knights);
        EXPECT_TRUE(seen.insert(line_text(arrangement)).second) << "comes twice";
        return true;
      });
  EXPECT_EQ(end, SearchEnd::complete);
  return seen.size();
}

/// The arrangements by their numbers of queens and knights, from all sets of squares for each.
class AllSets {
 public:
  explicit AllSets(BoardSize size)
      : queen_moves_(test::attacked_from_each(size, ChessPiece::queen)),
        knight_moves_(test::attacked_from_each(size, ChessPiece::knight)) {
    const test::Squares end = test::Squares{1} << size.squares();
    std::vector<test::Squares> peaceful_knights;
    for (test::Squares set = 0; set < end; ++set) {
      if (test::is_peaceful(set, knight_moves_)) {
        peaceful_knights.push_back(set);
      }
    }
    for (test::Squares queens = 0; queens < end; ++queens) {
      if (!test::is_peaceful(queens, queen_moves_)) {
        continue;
      }
      test::Squares forbidden = queens;
      for (test::Squares rest = queens; rest != 0; rest &= rest - 1) {
        const auto square = static_cast<std::size_t>(std::countr_zero(rest));
        forbidden |= queen_moves_[square] | knight_moves_[square];
      }
      for (const test::Squares knights : peaceful_knights) {
        if ((knights & forbidden) == 0) {
          ++ways_[static_cast<std::size_t>(std::popcount(queens))]
                 [static_cast<std::size_t>(std::popcount(knights))];
        }
      }
    }
  }

  [[nodiscard]] std::uint64_t ways(int queens, int knights) const {
    return ways_[static_cast<std::size_t>(queens)][static_cast<std::size_t>(knights)];
  }

 private:
  std::vector<test::Squares> queen_moves_;
  std::vector<test::Squares> knight_moves_;
  std::array<std::array<std::uint64_t, 26>, 26> ways_{};
};

TEST(QueensAndKnights, AgreeWithAllSetsOnSmallBoards) {
  for (const BoardSize size :
       {BoardSize{1, 1}, BoardSize{2, 3}, BoardSize{3, 3}, BoardSize{3, 5}, BoardSize{4, 4}}) {
    const AllSets sets(size);
    int most = 0;
    for (int queens = 1; queens <= std::min(size.rows, size.columns); ++queens) {
      most = sets.ways(queens, queens) > 0 ? queens : most;
      for (int knights = 1; knights <= 6 && queens + knights <= size.squares(); ++knights) {
        EXPECT_EQ(searched(size, queens, knights), sets.ways(queens, knights))
            << queens << " queens and " << knights << " knights on " << size.rows << " x "
            << size.columns;
      }
    }
    Search search;
    const Optimum optimum = max_queens_and_knights(size, search);
    EXPECT_EQ(optimum.number, most);
    EXPECT_EQ(optimum.bound, most);
    EXPECT_EQ(optimum.best.has_value(), most > 0);
  }
}

TEST(QueensAndKnights, AreFiveOfEachOnTheChessBoard) {
  Search search(2);
  std::vector<std::pair<int, bool>> told;
  const Optimum optimum = max_queens_and_knights(
      {8, 8}, search, [&](int number, bool possible) { told.emplace_back(number, possible); });
  EXPECT_TRUE(optimum.proved());
  EXPECT_EQ(optimum.number, 5);
  EXPECT_FALSE(find_attack(*optimum.best));
  EXPECT_EQ(told.back(), std::pair(6, false));
  EXPECT_EQ(told.size(), 6U);
}

/// Each arrangement has images by the eight symmetries.
TEST(QueensAndKnights, ComeInOrbits) {
  EXPECT_EQ(searched({5, 5}, 3, 1) % 4, 0U);
  EXPECT_EQ(searched({6, 6}, 3, 3, 2) % 4, 0U);
}

TEST(QueensAndKnights, StopWithTheBestFound) {
  Search search(1, [](std::uint64_t nodes) { return nodes < 200; });
  const Optimum optimum = max_queens_and_knights({12, 12}, search);
  EXPECT_TRUE(search.stopped());
  EXPECT_FALSE(optimum.proved());
  EXPECT_EQ(optimum.bound, 12);
  ASSERT_TRUE(optimum.best);
  EXPECT_FALSE(find_attack(*optimum.best));
}

}  // namespace
}  // namespace nqueens
