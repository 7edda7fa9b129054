// Magic squares of solutions, and solutions in magic squares.

#include "boards/puzzles/magic.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "boards/puzzles/models.hpp"
#include "boards/solutions/one_solution.hpp"
#include "boards/solutions/search.hpp"

namespace nqueens {
namespace {

/// Whether the numbers 1 to n are on the queens.
bool has_first_numbers(const NumberSquare& square, Rows solution) {
  const std::size_t n = solution.size();
  for (std::size_t column = 0; column < n; ++column) {
    if (square.numbers[solution[column] * n + column] > square.n) {
      return false;
    }
  }
  return true;
}

/// Makes the square of a solution and checks it.
void expect_magic(Rows solution) {
  Search search;
  const auto square = magic_square_of(solution, search);
  ASSERT_TRUE(square) << solution.size() << " rows";
  EXPECT_EQ(find_magic_fault(*square), std::nullopt);
  EXPECT_TRUE(has_first_numbers(*square, solution));
  EXPECT_TRUE(!is_torus_solution(solution) || is_pandiagonal(*square));
  const auto hidden = solutions_in(*square);
  ASSERT_GE(hidden.size(), 2U) << "the solution and its mirror image";
  EXPECT_EQ(hidden.front().first, 1);
  EXPECT_TRUE(std::ranges::equal(hidden.front().rows, solution)) << "it does not come back";
}

TEST(MagicSquares, AreMadeOfEverySolutionOfASmallOddBoard) {
  for (const int n : {1, 5, 7, 9}) {
    search(n, [](Rows solution) {
      expect_magic(solution);
      return !testing::Test::HasFailure();
    });
  }
}

TEST(MagicSquares, AreMadeOfSolutionsOfLargerOddBoards) {
  for (std::uint64_t n = 11; n <= 99; n += 2) {
    expect_magic(constructed(n));
    expect_magic(repair(n, n));
  }
}

TEST(MagicSquares, OfTorusSolutionsArePandiagonalAndFullOfSolutions) {
  for (const int n : {5, 7, 11, 13}) {
    int torus = 0;
    search(n, [&](Rows solution) {
      if (is_torus_solution(solution)) {
        ++torus;
        Search search(1, [](std::uint64_t) { return false; });
        const auto square = magic_square_of(solution, search);
        EXPECT_TRUE(square && is_pandiagonal(*square)) << "without a search";
        EXPECT_EQ(solutions_in(*square).size(), 2 * solution.size());
      }
      return torus < 200;
    });
    // OEIS A051906, up to 200 of them.
    EXPECT_EQ(torus, n == 5 ? 10 : n == 7 ? 28 : n == 11 ? 88 : 200);
  }
}

TEST(MagicSquares, StopWithTheSearchForTheirNumbers) {
  Search search(1, [](std::uint64_t) { return false; });
  EXPECT_EQ(magic_square_of(repair(99, 1), search), std::nullopt);
  EXPECT_TRUE(search.stopped());
}

TEST(MagicSquares, OfTwelveRowsAreFilledBySolutions) {
  Search search;
  int squares = 0;
  visit_latin_squares(12, LatinSymmetry::reflections, search, [&](const NumberSquare& latin) {
    const NumberSquare square = magic_square_of_latin(latin);
    EXPECT_EQ(find_magic_fault(square), std::nullopt);
    const auto hidden = solutions_in(square);
    EXPECT_GE(std::ranges::count(hidden, 1, &HiddenSolution::step), 12);
    return ++squares < 50;
  });
  EXPECT_GE(squares, 1);
}

TEST(MagicSquares, MayHoldNoSolution) {
  const NumberSquare three{.n = 3, .numbers = {2, 7, 6, 9, 5, 1, 4, 3, 8}};
  EXPECT_EQ(find_magic_fault(three), std::nullopt);
  EXPECT_TRUE(solutions_in(three).empty());
}

TEST(MagicCheck, SaysWhatIsWrong) {
  const auto fault = [](int n, std::vector<int> numbers) {
    return find_magic_fault({.n = n, .numbers = std::move(numbers)}).value_or("none");
  };
  EXPECT_EQ(fault(1, {1}), "none");
  EXPECT_EQ(fault(3, {2, 7, 6, 9, 5, 1, 4, 3, 8}), "none");
  EXPECT_EQ(fault(3, {2, 7, 6, 9, 5, 1, 4, 3, 10}), "10 is not a number from 1 to 9");
  EXPECT_EQ(fault(3, {2, 7, 6, 9, 5, 1, 4, 3, 0}), "0 is not a number from 1 to 9");
  EXPECT_EQ(fault(3, {2, 7, 6, 9, 5, 1, 4, 3, 3}), "3 is there twice");
  EXPECT_EQ(fault(3, {7, 2, 6, 9, 5, 1, 4, 8, 3}), "column 1 adds up to 20, not 15");
  EXPECT_EQ(fault(3, {2, 7, 9, 6, 5, 1, 4, 3, 8}), "row 1 adds up to 18, not 15");
  // Rows and columns of a magic square in another order.
  EXPECT_EQ(fault(3, {9, 5, 1, 2, 7, 6, 4, 3, 8}),
            "the diagonal from the upper left adds up to 24, not 15");
  EXPECT_EQ(fault(3, {4, 8, 3, 9, 1, 5, 2, 6, 7}),
            "the diagonal from the upper left adds up to 12, not 15");
}

TEST(MagicCheck, TellsPandiagonalSquares) {
  EXPECT_FALSE(is_pandiagonal({.n = 3, .numbers = {2, 7, 6, 9, 5, 1, 4, 3, 8}}));
  EXPECT_TRUE(
      is_pandiagonal({.n = 4, .numbers = {1, 8, 13, 12, 14, 11, 2, 7, 4, 5, 16, 9, 15, 10, 3, 6}}));
}

TEST(LatinCheck, NamesTheQueens) {
  EXPECT_EQ(find_latin_fault({.n = 2, .numbers = {1, 2, 2, 1}}),
            "number 1: the queens at column 1, row 1 and column 2, row 2 are on the same diagonal");
  EXPECT_EQ(find_latin_fault({.n = 2, .numbers = {1, 3, 2, 1}}), "3 is not a number from 1 to 2");
  EXPECT_EQ(find_latin_fault({.n = 1, .numbers = {1}}), std::nullopt);
}

}  // namespace
}  // namespace nqueens
