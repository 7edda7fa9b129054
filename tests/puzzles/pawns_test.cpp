// The fewest pawns that part queens.

#include "boards/puzzles/pawns.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "boards/solutions/arrangement.hpp"
#include "by_hand.hpp"

namespace nqueens {
namespace {

int number_of(const Arrangement& arrangement, ChessPiece piece) {
  return static_cast<int>(std::ranges::count(arrangement.pieces, piece, &PlacedPiece::piece));
}

/// The answer of the program; each arrangement is checked, and that it comes once.
test::Best searched(BoardSize size, int queens, int threads = 1) {
  Search search(threads);
  const Optimum optimum = fewest_pawns(size, queens, search);
  EXPECT_TRUE(optimum.proved());
  const auto expect_right = [&](const Arrangement& arrangement) {
    EXPECT_FALSE(find_attack(arrangement));
    EXPECT_EQ(number_of(arrangement, ChessPiece::queen), queens);
    EXPECT_EQ(number_of(arrangement, ChessPiece::pawn), optimum.number);
  };
  expect_right(*optimum.best);
  std::set<std::string> seen;
  const SearchEnd end = visit_parted_queens(
      size, queens, optimum.number, search, [&](const Arrangement& arrangement) {
        expect_right(arrangement);
        EXPECT_TRUE(seen.insert(line_text(arrangement)).second) << "comes twice";
        return true;
      });
  EXPECT_EQ(end, SearchEnd::complete);
  return {.number = optimum.number, .ways = seen.size()};
}

/// Tries all boards of queens, pawns and empty squares.
test::Best tried(BoardSize size, int queens) {
  test::Best best;
  std::vector<int> squares(static_cast<std::size_t>(size.squares()));
  for (bool over = false; !over;) {
    Arrangement arrangement{.rows = size.rows, .columns = size.columns, .pieces = {}};
    for (int number = 0; number < size.squares(); ++number) {
      if (const int content = squares[static_cast<std::size_t>(number)]; content != 0) {
        arrangement.pieces.push_back({content == 1 ? ChessPiece::queen : ChessPiece::pawn,
                                      {number / size.columns, number % size.columns}});
      }
    }
    if (number_of(arrangement, ChessPiece::queen) == queens && !find_attack(arrangement)) {
      best.add(number_of(arrangement, ChessPiece::pawn), false);
    }
    over = true;
    for (int& content : squares) {
      content = (content + 1) % 3;
      if (content != 0) {
        over = false;
        break;
      }
    }
  }
  return best;
}

TEST(Pawns, AgreeWithAllBoardsOfFewSquares) {
  for (const BoardSize size :
       {BoardSize{1, 5}, BoardSize{2, 4}, BoardSize{3, 3}, BoardSize{5, 2}}) {
    for (int queens = 1; queens <= max_parted_queens(size); ++queens) {
      EXPECT_EQ(searched(size, queens), tried(size, queens))
          << queens << " queens on " << size.rows << " x " << size.columns;
    }
    EXPECT_EQ(tried(size, max_parted_queens(size) + 1), test::Best{});
  }
}

/// R. D. Chatham, The N+k Queens Problem Page: so many arrangements of 8 + k queens and k pawns.
TEST(Pawns, ArePublishedForTheChessBoard) {
  EXPECT_EQ(searched({8, 8}, 9), (test::Best{.number = 1, .ways = 128}));
  EXPECT_EQ(searched({8, 8}, 10), (test::Best{.number = 2, .ways = 44}));
  EXPECT_EQ(searched({8, 8}, 11, 2), (test::Best{.number = 3, .ways = 8}));
}

TEST(Pawns, LetMoreQueensStandOnLargeBoards) {
  Search search(2);
  const Optimum optimum = fewest_pawns({16, 16}, 17, search);
  EXPECT_TRUE(optimum.proved());
  EXPECT_EQ(optimum.number, 1);
}

TEST(Pawns, KeepTheBestFoundWhereTheSearchIsStopped) {
  Search search(1, [](std::uint64_t nodes) { return nodes < 100; });
  const Optimum optimum = fewest_pawns({8, 8}, 12, search);
  EXPECT_FALSE(optimum.proved());
  EXPECT_FALSE(find_attack(*optimum.best));
  EXPECT_EQ(number_of(*optimum.best, ChessPiece::queen), 12);
  EXPECT_EQ(number_of(*optimum.best, ChessPiece::pawn), optimum.number);
}

}  // namespace
}  // namespace nqueens
