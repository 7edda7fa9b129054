// The most chess pieces that do not attack one another.

#include "boards/puzzles/non_attacking.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <vector>

#include "boards/solutions/arrangement.hpp"
#include "by_hand.hpp"
#include "core/error.hpp"

namespace nqueens {
namespace {

/// The answer of the program; each arrangement is checked, and that it comes once.
test::Best searched(BoardSize size, ChessPiece piece, int threads = 1) {
  Search search(threads);
  const Optimum optimum = max_non_attacking(size, piece, search);
  EXPECT_TRUE(optimum.proved());
  EXPECT_FALSE(find_attack(*optimum.best));
  EXPECT_EQ(static_cast<int>(optimum.best->pieces.size()), optimum.number);
  std::set<std::string> seen;
  const SearchEnd end =
      visit_non_attacking(size, piece, optimum.number, search, [&](const Arrangement& arrangement) {
        EXPECT_FALSE(find_attack(arrangement));
        EXPECT_EQ(static_cast<int>(arrangement.pieces.size()), optimum.number);
        EXPECT_TRUE(seen.insert(line_text(arrangement)).second) << "comes twice";
        return true;
      });
  EXPECT_EQ(end, SearchEnd::complete);
  return {.number = optimum.number, .ways = seen.size()};
}

TEST(NonAttacking, AgreesWithAllSetsOnSmallBoards) {
  for (const BoardSize size : {BoardSize{1, 1}, BoardSize{1, 5}, BoardSize{2, 3}, BoardSize{3, 3},
                               BoardSize{5, 3}, BoardSize{4, 4}, BoardSize{3, 6}}) {
    for (const std::string_view name : names_of_attackers()) {
      SCOPED_TRACE(std::string(name) + "s on " + std::to_string(size.rows) + " x " +
                   std::to_string(size.columns));
      const ChessPiece piece = *chess_piece_from(name);
      const auto attacked = test::attacked_from_each(size, piece);
      test::Best best;
      for (test::Squares set = 0; set < test::Squares{1} << size.squares(); ++set) {
        if (test::is_peaceful(set, attacked)) {
          best.add(std::popcount(set), true);
        }
      }
      EXPECT_EQ(searched(size, piece), best);
    }
  }
}

TEST(NonAttacking, GivesThePublishedNumbersOfTheChessBoard) {
  const std::map<ChessPiece, test::Best> published = {{ChessPiece::queen, {8, 92}},
                                                      {ChessPiece::rook, {8, 40320}},
                                                      {ChessPiece::bishop, {14, 256}},
                                                      {ChessPiece::knight, {32, 2}}};
  for (const auto& [piece, best] : published) {
    EXPECT_EQ(searched({8, 8}, piece), best) << to_string(piece);
  }
}

TEST(NonAttacking, PlacesSixteenKingsInAllWaysOnTwoThreads) {
  Search search(2);
  std::uint64_t ways = 0;
  EXPECT_EQ(max_non_attacking({8, 8}, ChessPiece::king, search).number, 16);
  visit_non_attacking({8, 8}, ChessPiece::king, 16, search, [&](const Arrangement&) {
    ++ways;
    return true;
  });
  EXPECT_EQ(ways, 281'571U);
}

/// The cliques are the lines, blocks and pairs, so the first number that is tried is the answer.
TEST(NonAttacking, NeedsNoSearchForTheProofOnLargeBoards) {
  for (const int n : {9, 16, 20}) {
    const std::map<ChessPiece, int> numbers = {{ChessPiece::queen, n},
                                               {ChessPiece::rook, n},
                                               {ChessPiece::bishop, 2 * n - 2},
                                               {ChessPiece::king, ((n + 1) / 2) * ((n + 1) / 2)},
                                               {ChessPiece::knight, (n * n + 1) / 2}};
    for (const auto& [piece, number] : numbers) {
      SCOPED_TRACE(std::string(to_string(piece)) + " on " + std::to_string(n));
      Search search;
      const Optimum optimum = max_non_attacking({n, n}, piece, search);
      EXPECT_TRUE(optimum.proved());
      EXPECT_EQ(optimum.number, number);
      EXPECT_FALSE(find_attack(*optimum.best));
      EXPECT_LT(search.nodes(), 2000U);
    }
  }
}

TEST(NonAttacking, TellsWhichNumbersAreImpossible) {
  Search search;
  std::vector<std::pair<int, bool>> told;
  const Optimum optimum =
      max_non_attacking({8, 8}, ChessPiece::amazon, search,
                        [&](int number, bool possible) { told.emplace_back(number, possible); });
  EXPECT_EQ(optimum.number, 6);
  EXPECT_TRUE(optimum.proved());
  EXPECT_EQ(told, (std::vector<std::pair<int, bool>>{{8, false}, {7, false}}));
}

TEST(NonAttacking, KeepsTheBestFoundWhereItIsStopped) {
  Search search(1, [](std::uint64_t nodes) { return nodes < 5; });
  const Optimum optimum = max_non_attacking({8, 8}, ChessPiece::amazon, search);
  EXPECT_TRUE(search.stopped());
  ASSERT_TRUE(optimum.best);
  EXPECT_FALSE(find_attack(*optimum.best));
  EXPECT_FALSE(optimum.proved());
  EXPECT_GE(optimum.bound, 6);
}

TEST(NonAttacking, RefusesLargerBoards) {
  Search search;
  EXPECT_THROW(max_non_attacking({20, 21}, ChessPiece::rook, search), Error);
}

}  // namespace
}  // namespace nqueens
