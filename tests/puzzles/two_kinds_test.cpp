// The fewest pawns that part queens, and queens and knights of which no piece attacks another.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "answers.hpp"

namespace nqueens {
namespace {

int number_of(const Arrangement& arrangement, ChessPiece piece) {
  return static_cast<int>(std::ranges::count(arrangement.pieces, piece, &PlacedPiece::piece));
}

bool are_parted(const Arrangement& arrangement, int queens, int pawns) {
  return !find_attack(arrangement) && number_of(arrangement, ChessPiece::queen) == queens &&
         number_of(arrangement, ChessPiece::pawn) == pawns;
}

test::Best parted(BoardSize size, int queens, int threads = 1) {
  return test::searched(
      parted_queens(size, queens),
      [queens](const Arrangement& arrangement, int pawns) {
        return are_parted(arrangement, queens, pawns);
      },
      threads);
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
    auto content = squares.begin();
    while (content != squares.end() && (*content = (*content + 1) % 3) == 0) {
      ++content;
    }
    over = content == squares.end();
  }
  return best;
}

TEST(Pawns, AgreeWithAllBoardsOfFewSquares) {
  for (const BoardSize size :
       {BoardSize{1, 5}, BoardSize{2, 4}, BoardSize{3, 3}, BoardSize{5, 2}}) {
    for (int queens = 1; queens <= max_parted_queens(size); ++queens) {
      EXPECT_EQ(parted(size, queens), tried(size, queens))
          << queens << " queens on " << test::named(size);
    }
    EXPECT_EQ(tried(size, max_parted_queens(size) + 1), test::Best{});
  }
}

/// R. D. Chatham, The N+k Queens Problem Page: so many arrangements of 8 + k queens and k pawns.
TEST(Pawns, ArePublishedForTheChessBoard) {
  EXPECT_EQ(parted({8, 8}, 9), (test::Best{.number = 1, .ways = 128}));
  EXPECT_EQ(parted({8, 8}, 10), (test::Best{.number = 2, .ways = 44}));
  EXPECT_EQ(parted({8, 8}, 11, 2), (test::Best{.number = 3, .ways = 8}));
}

TEST(Pawns, LetMoreQueensStandOnLargeBoards) {
  Search search(2);
  const Optimum optimum = best_of(parted_queens({16, 16}, 17), search);
  EXPECT_TRUE(optimum.proved());
  EXPECT_EQ(optimum.number, 1);
}

TEST(Pawns, KeepTheBestFoundWhereTheSearchIsStopped) {
  Search search(1, [](std::uint64_t nodes) { return nodes < 100; });
  const Optimum optimum = best_of(parted_queens({8, 8}, 12), search);
  EXPECT_FALSE(optimum.proved());
  EXPECT_TRUE(are_parted(*optimum.best, 12, optimum.number));
}

/// How many arrangements of so many queens and knights the program finds.
std::uint64_t searched(BoardSize size, int queens, int knights, int threads = 1) {
  Search search(threads);
  return test::ways_of(queens_and_knights(size, queens, knights), queens + knights, search,
                       [queens](const Arrangement& arrangement, int number) {
                         return !find_attack(arrangement) &&
                                number_of(arrangement, ChessPiece::queen) == queens &&
                                static_cast<int>(arrangement.pieces.size()) == number;
                       });
}

/// How many arrangements there are, by their numbers of queens and knights.
using Ways = std::array<std::array<std::uint64_t, 26>, 26>;

/// From all sets of squares for each.
Ways ways_of_all_sets(BoardSize size) {
  const auto queen_moves = test::attacked_from_each(size, ChessPiece::queen);
  const auto knight_moves = test::attacked_from_each(size, ChessPiece::knight);
  const test::Squares end = test::Squares{1} << size.squares();
  std::vector<test::Squares> peaceful_knights;
  for (test::Squares set = 0; set < end; ++set) {
    if ((test::attacked_by(set, knight_moves) & set) == 0) {
      peaceful_knights.push_back(set);
    }
  }
  Ways ways{};
  for (test::Squares queens = 0; queens < end; ++queens) {
    const test::Squares reached = test::attacked_by(queens, queen_moves);
    if ((reached & queens) == 0) {
      const test::Squares forbidden = queens | reached | test::attacked_by(queens, knight_moves);
      for (const test::Squares knights : peaceful_knights) {
        if ((knights & forbidden) == 0) {
          ++ways[static_cast<std::size_t>(std::popcount(queens))]
                [static_cast<std::size_t>(std::popcount(knights))];
        }
      }
    }
  }
  return ways;
}

TEST(QueensAndKnights, AgreeWithAllSetsOnSmallBoards) {
  for (const BoardSize size :
       {BoardSize{1, 1}, BoardSize{2, 3}, BoardSize{3, 3}, BoardSize{3, 5}, BoardSize{4, 4}}) {
    const Ways all = ways_of_all_sets(size);
    const auto ways = [&all](int queens, int knights) {
      return all[static_cast<std::size_t>(queens)][static_cast<std::size_t>(knights)];
    };
    int most = 0;
    for (int queens = 1; queens <= std::min(size.rows, size.columns); ++queens) {
      most = ways(queens, queens) > 0 ? queens : most;
      for (int knights = 1; knights <= 6 && queens + knights <= size.squares(); ++knights) {
        const std::uint64_t expected = ways(queens, knights);
        EXPECT_EQ(searched(size, queens, knights), expected)
            << queens << " queens and " << knights << " knights on " << test::named(size);
        Search search;
        const Optimum any = best_of(queens_and_knights(size, queens, knights), search);
        EXPECT_EQ(any.best.has_value(), expected > 0);
        EXPECT_EQ(any.bound, expected > 0 ? queens + knights : 0);
      }
    }
    Search search;
    const Optimum optimum = best_of(queens_and_knights(size), search);
    EXPECT_EQ(optimum.number, most);
    EXPECT_EQ(optimum.bound, most);
    EXPECT_EQ(optimum.best.has_value(), most > 0);
  }
}

TEST(QueensAndKnights, AreFiveOfEachOnTheChessBoard) {
  Search search(2);
  std::vector<std::pair<int, bool>> told;
  const Optimum optimum =
      best_of(queens_and_knights({8, 8}), search,
              [&](int number, bool possible) { told.emplace_back(number, possible); });
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
  const Optimum optimum = best_of(queens_and_knights({12, 12}), search);
  EXPECT_TRUE(search.stopped());
  EXPECT_FALSE(optimum.proved());
  EXPECT_EQ(optimum.bound, 12);
  ASSERT_TRUE(optimum.best);
  EXPECT_FALSE(find_attack(*optimum.best));
}

}  // namespace
}  // namespace nqueens
