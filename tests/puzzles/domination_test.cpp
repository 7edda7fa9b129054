// The fewest chess pieces that attack or occupy every square.

#include "boards/puzzles/domination.hpp"

#include <gtest/gtest.h>

#include <array>
#include <set>
#include <string>
#include <vector>

#include "boards/solutions/arrangement.hpp"
#include "by_hand.hpp"

namespace nqueens {
namespace {

void expect_answer(const Domination& puzzle, const Arrangement& arrangement, int number) {
  EXPECT_EQ(static_cast<int>(arrangement.pieces.size()), number);
  EXPECT_FALSE(find_unguarded(arrangement));
  EXPECT_FALSE(puzzle.independent && find_attack(arrangement));
}

/// The answer of the program; each arrangement is checked, and that it comes once.
test::Best searched(const Domination& puzzle, int threads = 1) {
  Search search(threads);
  const Optimum optimum = fewest_dominators(puzzle, search);
  EXPECT_TRUE(optimum.proved());
  expect_answer(puzzle, *optimum.best, optimum.number);
  std::set<std::string> seen;
  const SearchEnd end =
      visit_dominators(puzzle, optimum.number, search, [&](const Arrangement& arrangement) {
        expect_answer(puzzle, arrangement, optimum.number);
        EXPECT_TRUE(seen.insert(line_text(arrangement)).second) << "comes twice";
        return true;
      });
  EXPECT_EQ(end, SearchEnd::complete);
  return {.number = optimum.number, .ways = seen.size()};
}

TEST(Domination, AgreesWithAllSetsOnSmallBoards) {
  for (const BoardSize size : {BoardSize{1, 1}, BoardSize{1, 6}, BoardSize{2, 3}, BoardSize{3, 3},
                               BoardSize{5, 3}, BoardSize{4, 4}, BoardSize{3, 6}}) {
    for (const std::string_view name : names_of_attackers()) {
      const ChessPiece piece = *chess_piece_from(name);
      const auto attacked = test::attacked_from_each(size, piece);
      std::array<test::Best, 2> best;  // by whether they are independent
      for (test::Squares set = 1; set < test::Squares{1} << size.squares(); ++set) {
        if (test::dominates(set, size, attacked)) {
          best[0].add(std::popcount(set), false);
          if (test::is_peaceful(set, attacked)) {
            best[1].add(std::popcount(set), false);
          }
        }
      }
      for (const bool independent : {false, true}) {
        EXPECT_EQ(searched({.size = size, .piece = piece, .independent = independent}),
                  best[independent ? 1 : 0])
            << name << "s on " << size.rows << " x " << size.columns << ", independent "
            << independent;
      }
    }
  }
}

/// OEIS A075458 and A075324.
TEST(Domination, ProvesThePublishedNumbersOfQueens) {
  constexpr std::array<int, 13> any = {1, 1, 1, 2, 3, 3, 4, 5, 5, 5, 5, 6, 7};
  constexpr std::array<int, 13> independent = {1, 1, 1, 3, 3, 4, 4, 5, 5, 5, 5, 7, 7};
  for (int n = 1; n <= 13; ++n) {
    for (const bool peaceful : {false, true}) {
      const Domination puzzle{.size = {n, n}, .independent = peaceful};
      Search search(2);
      const Optimum optimum = fewest_dominators(puzzle, search);
      EXPECT_TRUE(optimum.proved());
      EXPECT_EQ(optimum.number, (peaceful ? independent : any)[static_cast<std::size_t>(n - 1)])
          << "n=" << n << ", independent " << peaceful;
      expect_answer(puzzle, *optimum.best, optimum.number);
    }
  }
}

TEST(Domination, FindsAll4860WaysOfFiveQueens) {
  for (const int threads : {1, 2}) {
    EXPECT_EQ(searched({.size = {8, 8}}, threads), (test::Best{.number = 5, .ways = 4860}));
  }
}

TEST(Domination, GivesThePublishedNumbersOfOtherPieces) {
  const auto number = [](int n, ChessPiece piece) {
    Search search(2);
    return fewest_dominators({.size = {n, n}, .piece = piece}, search).number;
  };
  for (int n = 1; n <= 7; ++n) {
    EXPECT_EQ(number(n, ChessPiece::rook), n);
    EXPECT_EQ(number(n, ChessPiece::bishop), n);
  }
  for (int n = 1; n <= 14; ++n) {
    EXPECT_EQ(number(n, ChessPiece::king), ((n + 2) / 3) * ((n + 2) / 3)) << n;
  }
  // OEIS A006075.
  constexpr std::array<int, 7> knights = {1, 4, 4, 4, 5, 8, 10};
  for (std::size_t n = 1; n <= knights.size(); ++n) {
    EXPECT_EQ(number(static_cast<int>(n), ChessPiece::knight), knights[n - 1]) << n;
  }
}

TEST(Domination, TellsWhichNumbersAreNotEnough) {
  Search search;
  std::vector<std::pair<int, bool>> told;
  const Optimum optimum =
      fewest_dominators({.size = {8, 8}}, search,
                        [&](int number, bool possible) { told.emplace_back(number, possible); });
  EXPECT_EQ(optimum.number, 5);
  EXPECT_EQ(told, (std::vector<std::pair<int, bool>>{{3, false}, {4, false}}));
}

TEST(Domination, KeepsTheBestFoundWhereItIsStopped) {
  const Domination puzzle{.size = {17, 17}};
  Search search(2, [](std::uint64_t nodes) { return nodes < 2000; });
  const Optimum optimum = fewest_dominators(puzzle, search);
  EXPECT_TRUE(search.stopped());
  EXPECT_FALSE(optimum.proved());
  expect_answer(puzzle, *optimum.best, optimum.number);
  EXPECT_LE(optimum.bound, 9);  // the published number
}

}  // namespace
}  // namespace nqueens
