// Boards filled by solutions, against an exact cover by hand.

#include <gtest/gtest.h>

#include <set>
#include <utility>
#include <vector>

#include "boards/puzzles/magic.hpp"
#include "boards/puzzles/models.hpp"
#include "boards/solutions/search.hpp"

namespace nqueens {
namespace {

using Squares = std::set<std::vector<int>>;

Squares searched(int n, LatinSymmetry symmetry = LatinSymmetry::none, int threads = 1) {
  Squares squares;
  Search search(threads);
  EXPECT_EQ(visit_latin_squares(n, symmetry, search,
                                [&](const NumberSquare& square) {
                                  EXPECT_EQ(square.n, n);
                                  EXPECT_EQ(find_latin_fault(square), std::nullopt);
                                  EXPECT_TRUE(squares.insert(square.numbers).second)
                                      << "a square comes twice";
                                  return true;
                                }),
            SearchEnd::complete);
  return squares;
}

/// Gives each column of the first row a solution that begins there, one after the other.
void fill(int n, const std::vector<std::vector<Row>>& solutions, std::vector<int>& numbers,
          int number, Squares& squares) {
  if (number > n) {
    squares.insert(numbers);
    return;
  }
  const auto size = static_cast<std::size_t>(n);
  for (const auto& solution : solutions) {
    const auto at = [&](std::size_t column) -> int& {
      return numbers[solution[column] * size + column];
    };
    bool free = solution[static_cast<std::size_t>(number - 1)] == 0;
    for (std::size_t column = 0; column < size; ++column) {
      free = free && at(column) == 0;
    }
    if (free) {
      for (std::size_t column = 0; column < size; ++column) {
        at(column) = number;
      }
      fill(n, solutions, numbers, number + 1, squares);
      for (std::size_t column = 0; column < size; ++column) {
        at(column) = 0;
      }
    }
  }
}

TEST(LatinSquares, AreThoseOfASearchByHand) {
  for (int n = 1; n <= 9; ++n) {
    std::vector<std::vector<Row>> solutions;
    search(n, [&](Rows rows) {
      solutions.emplace_back(rows.begin(), rows.end());
      return true;
    });
    Squares squares;
    std::vector<int> numbers(static_cast<std::size_t>(n * n));
    fill(n, solutions, numbers, 1, squares);
    EXPECT_EQ(searched(n), squares) << n << " rows";
    EXPECT_EQ(squares.empty(), n != 1 && n != 5 && n != 7) << n << " rows";
  }
}

/// M. Vasquez (2006): the queens of 10 x 10 need 11 colours.
TEST(LatinSquares, OfTenRowsThereAreNone) {
  EXPECT_TRUE(searched(10).empty());
  EXPECT_TRUE(searched(10, LatinSymmetry::none, 2).empty());
}

TEST(LatinSquares, OfElevenRowsAreFoundByTheWholeSearch) {
  Search search;
  bool found = false;
  EXPECT_EQ(visit_latin_squares(11, LatinSymmetry::none, search,
                                [&](const NumberSquare& square) {
                                  found = true;
                                  EXPECT_EQ(find_latin_fault(square), std::nullopt);
                                  return false;
                                }),
            SearchEnd::enough);
  EXPECT_TRUE(found);
}

TEST(LatinSquares, OfTwelveRowsAreFoundByTheirReflections) {
  const Squares squares = searched(12, LatinSymmetry::reflections);
  ASSERT_FALSE(squares.empty());
  for (const auto& numbers : squares) {
    std::set<std::pair<int, int>> left_to_right;
    for (std::size_t index = 0; index < numbers.size(); ++index) {
      const std::size_t mirrored = index / 12 * 12 + 11 - index % 12;
      left_to_right.emplace(numbers[index], numbers[mirrored]);
    }
    EXPECT_EQ(left_to_right.size(), 12U) << "a reflection does not exchange the solutions";
  }
  for (const int n : {4, 8}) {
    EXPECT_TRUE(searched(n, LatinSymmetry::reflections).empty()) << n << " rows";
  }
}

TEST(LatinSquares, AreTranslationsOnTheTorus) {
  for (const int n : {1, 5, 7, 11, 13, 25, 35, 49, 121}) {
    ASSERT_TRUE(has_torus_solution(static_cast<std::uint64_t>(n)));
    const NumberSquare square = translated_latin_square(n);
    EXPECT_EQ(square.n, n);
    EXPECT_EQ(find_latin_fault(square), std::nullopt) << n << " rows";
  }
  EXPECT_NE(find_latin_fault(translated_latin_square(9)), std::nullopt);
}

TEST(LatinSquares, StopWhenToldTo) {
  Search search(1, [](std::uint64_t nodes) { return nodes < 100; });
  EXPECT_EQ(visit_latin_squares(12, LatinSymmetry::none, search,
                                [](const NumberSquare&) { return true; }),
            SearchEnd::stopped);
}

}  // namespace
}  // namespace nqueens
