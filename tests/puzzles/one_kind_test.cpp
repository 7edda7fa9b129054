// The most chess pieces of one kind that do not attack one another, and the fewest that attack or
// occupy every square.
#include <gtest/gtest.h>

#include <array>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "answers.hpp"
#include "nqueens/error.hpp"

namespace nqueens {
namespace {

bool is_peaceful(const Arrangement& arrangement, int number) {
  return !find_attack(arrangement) && static_cast<int>(arrangement.pieces.size()) == number;
}

bool is_dominated(const Arrangement& arrangement, int number) {
  return !find_unguarded(arrangement) && static_cast<int>(arrangement.pieces.size()) == number;
}

/// The answer by an independent domination or any.
test::Best dominated(BoardSize size, ChessPiece piece, bool independent, int threads = 1) {
  return test::searched(
      domination(size, piece, independent),
      [=](const Arrangement& arrangement, int number) {
        return is_dominated(arrangement, number) &&
               (!independent || is_peaceful(arrangement, number));
      },
      threads);
}

TEST(OneKind, AgreesWithAllSetsOnSmallBoards) {
  for (const BoardSize size :
       {BoardSize{1, 1}, BoardSize{1, 5}, BoardSize{1, 6}, BoardSize{2, 3}, BoardSize{3, 3},
        BoardSize{5, 3}, BoardSize{4, 4}, BoardSize{3, 6}}) {
    for (const std::string_view name : names_of_attackers()) {
      SCOPED_TRACE(std::string(name) + "s on " + test::named(size));
      const ChessPiece piece = *chess_piece_from(name);
      const auto attacked = test::attacked_from_each(size, piece);
      test::Best most;
      std::array<test::Best, 2> fewest;  // by whether they are independent
      const test::Squares all = (test::Squares{1} << size.squares()) - 1;
      for (test::Squares set = 0; set <= all; ++set) {
        const test::Squares reached = test::attacked_by(set, attacked);
        const bool peaceful = (reached & set) == 0;
        if (peaceful) {
          most.add(std::popcount(set), true);
        }
        if ((reached | set) == all) {
          fewest[0].add(std::popcount(set), false);
          if (peaceful) {
            fewest[1].add(std::popcount(set), false);
          }
        }
      }
      EXPECT_EQ(test::searched(non_attacking(size, piece), is_peaceful), most);
      EXPECT_EQ(dominated(size, piece, false), fewest[0]);
      EXPECT_EQ(dominated(size, piece, true), fewest[1]) << "independent";
    }
  }
}

TEST(NonAttacking, GivesThePublishedNumbersOfTheChessBoard) {
  const std::map<ChessPiece, test::Best> published = {{ChessPiece::queen, {8, 92}},
                                                      {ChessPiece::rook, {8, 40320}},
                                                      {ChessPiece::bishop, {14, 256}},
                                                      {ChessPiece::knight, {32, 2}}};
  for (const auto& [piece, best] : published) {
    EXPECT_EQ(test::searched(non_attacking({8, 8}, piece), is_peaceful), best) << to_string(piece);
  }
}

TEST(NonAttacking, PlacesSixteenKingsInAllWaysOnTwoThreads) {
  const Puzzle puzzle = non_attacking({8, 8}, ChessPiece::king);
  Search search(2);
  std::uint64_t ways = 0;
  EXPECT_EQ(best_of(puzzle, search).number, 16);
  puzzle.visit(16, search, [&](const Arrangement&) {
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
      const Optimum optimum = best_of(non_attacking({n, n}, piece), search);
      EXPECT_TRUE(optimum.proved());
      EXPECT_EQ(optimum.number, number);
      EXPECT_FALSE(find_attack(*optimum.best));
      EXPECT_LT(search.nodes(), 2000U);
    }
  }
}

TEST(OneKind, RefusesLargerBoards) {
  EXPECT_THROW(non_attacking({20, 21}, ChessPiece::rook), Error);
  EXPECT_THROW(domination({20, 21}, ChessPiece::rook), Error);
}

TEST(OneKind, TellsWhichNumbersAreDecided) {
  using Told = std::vector<std::pair<int, bool>>;
  const auto told_of = [](const Puzzle& puzzle, int number) {
    Search search;
    Told told;
    const Optimum optimum = best_of(
        puzzle, search, [&](int tried, bool possible) { told.emplace_back(tried, possible); });
    EXPECT_TRUE(optimum.proved());
    EXPECT_EQ(optimum.number, number);
    return told;
  };
  EXPECT_EQ(told_of(non_attacking({8, 8}, ChessPiece::amazon), 6), (Told{{8, false}, {7, false}}));
  EXPECT_EQ(told_of(domination({8, 8}, ChessPiece::queen), 5), (Told{{3, false}, {4, false}}));
}

/// OEIS A075458 and A075324.
TEST(Domination, ProvesThePublishedNumbersOfQueens) {
  constexpr std::array<int, 13> any = {1, 1, 1, 2, 3, 3, 4, 5, 5, 5, 5, 6, 7};
  constexpr std::array<int, 13> independent = {1, 1, 1, 3, 3, 4, 4, 5, 5, 5, 5, 7, 7};
  for (int n = 1; n <= 13; ++n) {
    for (const bool peaceful : {false, true}) {
      Search search(2);
      const Optimum optimum = best_of(domination({n, n}, ChessPiece::queen, peaceful), search);
      EXPECT_TRUE(optimum.proved());
      EXPECT_EQ(optimum.number, (peaceful ? independent : any)[static_cast<std::size_t>(n - 1)])
          << "n=" << n << ", independent " << peaceful;
      EXPECT_TRUE(is_dominated(*optimum.best, optimum.number));
      EXPECT_FALSE(peaceful && find_attack(*optimum.best));
    }
  }
}

TEST(Domination, FindsAll4860WaysOfFiveQueens) {
  for (const int threads : {1, 2}) {
    EXPECT_EQ(dominated({8, 8}, ChessPiece::queen, false, threads),
              (test::Best{.number = 5, .ways = 4860}));
  }
}

TEST(Domination, GivesThePublishedNumbersOfOtherPieces) {
  const auto number = [](int n, ChessPiece piece) {
    Search search(2);
    return best_of(domination({n, n}, piece), search).number;
  };
  // OEIS A006075.
  constexpr std::array<int, 7> knights = {1, 4, 4, 4, 5, 8, 10};
  for (int n = 1; n <= 7; ++n) {
    EXPECT_EQ(number(n, ChessPiece::rook), n);
    EXPECT_EQ(number(n, ChessPiece::bishop), n);
    EXPECT_EQ(number(n, ChessPiece::knight), knights[static_cast<std::size_t>(n - 1)]) << n;
  }
  for (int n = 1; n <= 14; ++n) {
    EXPECT_EQ(number(n, ChessPiece::king), ((n + 2) / 3) * ((n + 2) / 3)) << n;
  }
}

TEST(OneKind, KeepsTheBestFoundWhereItIsStopped) {
  const auto stopped = [](const Puzzle& puzzle, int threads, std::uint64_t max_nodes) {
    Search search(threads, [max_nodes](std::uint64_t nodes) { return nodes < max_nodes; });
    const Optimum optimum = best_of(puzzle, search);
    EXPECT_TRUE(search.stopped());
    EXPECT_FALSE(optimum.proved());
    return optimum;
  };
  const Optimum most = stopped(non_attacking({8, 8}, ChessPiece::amazon), 1, 5);
  EXPECT_TRUE(is_peaceful(*most.best, most.number));
  EXPECT_GE(most.bound, 6);
  const Optimum fewest = stopped(domination({17, 17}, ChessPiece::queen), 2, 2000);
  EXPECT_TRUE(is_dominated(*fewest.best, fewest.number));
  EXPECT_LE(fewest.bound, 9);  // the published number
}

}  // namespace
}  // namespace nqueens
