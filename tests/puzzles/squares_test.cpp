// Boards filled by solutions, against an exact cover by hand. Magic squares of solutions, and
// solutions in magic squares.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "boards/puzzles/magic.hpp"
#include "boards/puzzles/models.hpp"
#include "boards/solutions.hpp"
#include "boards/solutions/methods.hpp"

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
void fill(const std::vector<std::vector<Row>>& solutions, NumberSquare& square, int number,
          Squares& squares) {
  if (number > square.n) {
    squares.insert(square.numbers);
    return;
  }
  for (const auto& solution : solutions) {
    const auto put = [&](int on_squares) {
      for (int column = 0; column < square.n; ++column) {
        square.at(static_cast<int>(solution[static_cast<std::size_t>(column)]), column) =
            on_squares;
      }
    };
    bool free = solution[static_cast<std::size_t>(number - 1)] == 0;
    for (int column = 0; column < square.n; ++column) {
      const auto row = static_cast<int>(solution[static_cast<std::size_t>(column)]);
      free = free && square.at(row, column) == 0;
    }
    if (free) {
      put(number);
      fill(solutions, square, number + 1, squares);
      put(0);
    }
  }
}

TEST(LatinSquares, AreThoseOfASearchByHand) {
  for (int n = 1; n <= 9; ++n) {
    Squares squares;
    NumberSquare square = empty_square(n);
    fill(test::searched(n), square, 1, squares);
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
    for (const auto& solution : test::searched(n)) {
      ASSERT_NO_FATAL_FAILURE(expect_magic(solution));
    }
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
