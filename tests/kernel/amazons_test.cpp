// Every kernel counts amazons right.

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "core/known_counts.hpp"
#include "kernel/every_kernel.hpp"
#include "kernel/kernel.hpp"
#include "support/boards.hpp"
#include "support/count_board.hpp"

namespace nqueens {
namespace {

using test::count_all;
using test::count_board;

constexpr Problem amazons(int n) {
  return {.n = n, .chess_piece = ChessPiece::amazon};
}

class EveryKernelOfAmazons : public test::KernelTest {
 protected:
  [[nodiscard]] std::unique_ptr<Kernel> make(int n) const { return KernelTest::make(amazons(n)); }

  [[nodiscard]] std::vector<std::uint64_t> counted_by(const std::string& kernel, int n,
                                                      const std::vector<Prefix>& prefixes) const {
    return count_all(*choose_kernel(kernel).make(amazons(n)), prefixes);
  }

  [[nodiscard]] int largest_board() const {
#ifdef NDEBUG
    return test::is_frontier(GetParam()) ? 18 : GetParam().name == "scalar" ? 16 : 14;
#else
    return test::is_frontier(GetParam()) ? 15 : 13;
#endif
  }
};

TEST_P(EveryKernelOfAmazons, CountsEveryBoardRightFromItsPrefixes) {
  for (int n = 1; n <= largest_board(); ++n) {
    EXPECT_EQ(count_board(*make(n), amazons(n), Symmetry::full, 0), *known_count(amazons(n)))
        << "n=" << n;
  }
}

TEST_P(EveryKernelOfAmazons, CountsTheSameInEveryModeAndDepth) {
  for (const Symmetry symmetry : {Symmetry::full, Symmetry::mirror, Symmetry::none}) {
    for (const int depth : {0, 1, 4, 9, 11}) {
      EXPECT_EQ(count_board(*make(11), amazons(11), symmetry, depth), *known_count(amazons(11)))
          << to_string(symmetry) << " depth " << depth;
    }
  }
}

TEST_P(EveryKernelOfAmazons, FindsTheSolutionsOfABoardWithoutACommonLineOfCode) {
  const Prefix nothing{.placement = {.chess_piece = ChessPiece::amazon}};
  for (int n = 1; n <= 11; ++n) {
    EXPECT_EQ(count_all(*make(n), {nothing}).front(), test::all_solutions(amazons(n)).size())
        << "n=" << n;
  }
}

/// The prefixes leave gaps of one, two and more rows between those that are left, and have queens
/// on both sides of them.
TEST_P(EveryKernelOfAmazons, AgreesWithThePlainKernelOnRandomPrefixes) {
  const std::uint64_t seed = test::test_seed();
  std::mt19937_64 random(seed);
  for (int n = 5; n <= max_board; ++n) {
    std::vector<Prefix> prefixes;
    for (int i = 0; i < 40; ++i) {
      // At most twelve rows are left, so the plain kernel takes milliseconds.
      const int max_left = static_cast<int>(random() % 13);
      prefixes.push_back(test::random_prefix(amazons(n), std::max(n - max_left, 0), random));
    }
    std::erase_if(prefixes,
                  [n](const Prefix& prefix) { return n - prefix.placement.queens() > 14; });
    EXPECT_EQ(count_all(*make(n), prefixes), counted_by("plain", n, prefixes))
        << "n=" << n << " seed " << seed;
  }
}

/// A solution of the largest board without some of its rows has at least one completion, and uses
/// every bit of a word. Random amazons would leave hardly any.
TEST_P(EveryKernelOfAmazons, FindsTheSolutionsOfTheLargestBoardNearOne) {
  const test::Solution columns = {10, 2,  7,  15, 24, 12, 21, 16, 29, 25, 5,  14, 20, 30, 27, 6,
                                  22, 31, 11, 17, 4,  9,  0,  3,  23, 19, 28, 13, 18, 26, 1,  8};
  std::vector<Prefix> prefixes;
  for (int first = 0; first + 12 <= max_board; ++first) {
    Prefix prefix{.placement = {.chess_piece = ChessPiece::amazon}};
    for (int row = 0; row < max_board; ++row) {
      const Square square{row, columns[static_cast<std::size_t>(row)]};
      ASSERT_TRUE(prefix.placement.is_free(max_board, square));
      if (row < first || row >= first + 12) {
        prefix.placement.toggle(max_board, square);
      }
    }
    prefixes.push_back(prefix);
  }
  const std::vector<std::uint64_t> found = count_all(*make(max_board), prefixes);
  EXPECT_GE(*std::ranges::min_element(found), 1U);
  EXPECT_EQ(found, counted_by("plain", max_board, prefixes));
}

/// Enough rows are left for trunks and full lanes.
TEST_P(EveryKernelOfAmazons, AgreesWithTheScalarKernelOnLargeBoards) {
  if (GetParam().name == "plain") {
    return;  // it would take minutes; it is compared with the scalar kernel on smaller prefixes
  }
  const std::uint64_t seed = test::test_seed();
  std::mt19937_64 random(seed);
  for (const int n : {17, 20, 24, 29, max_board}) {
    std::vector<Prefix> prefixes;
    for (const int left : {13, 14, 15, 16}) {
      prefixes.push_back(test::random_prefix(amazons(n), n - left, random));
    }
    std::erase_if(prefixes,
                  [n](const Prefix& prefix) { return n - prefix.placement.queens() > 16; });
    EXPECT_EQ(count_all(*make(n), prefixes), counted_by("scalar", n, prefixes))
        << "n=" << n << " seed " << seed;
  }
}

TEST_P(EveryKernelOfAmazons, EndsInTheMiddleOfAPrefixAndCountsRightAfterwards) {
  const auto kernel = make(22);
  const Prefix nothing{.placement = {.chess_piece = ChessPiece::amazon}};
  test::stop_at_second_question(*kernel, {nothing});
  std::mt19937_64 random(1);  // any seed will do
  const std::vector<Prefix> prefixes = {test::random_prefix(amazons(22), 11, random)};
  EXPECT_EQ(count_all(*kernel, prefixes), counted_by("plain", 22, prefixes));
}

INSTANTIATE_TEST_SUITE_P(Kernels, EveryKernelOfAmazons,
                         testing::ValuesIn(test::supported_kernels()), test::name_of_kernel);

/// The search does not depend on the number of lanes; tests/arm/check.sh expects the same number.
TEST(FrontierKernels, HaveTheFingerprintOfTheirSearchForAmazons) {
  for (const KernelEntry& entry : test::supported_kernels()) {
    if (test::is_frontier(entry)) {
      std::uint64_t nodes = 0;
      for (int n = 1; n <= 14; ++n) {
        const auto kernel = entry.make(amazons(n));
        count_board(*kernel, amazons(n), Symmetry::full, 0);
        nodes += kernel->nodes();
      }
      EXPECT_EQ(nodes, 115'483U) << entry.name;
    }
  }
}

TEST(Problem, CountsAmazonsOnTheSquareOnly) {
  EXPECT_TRUE(is_countable(amazons(8)));
  EXPECT_FALSE(is_countable({.n = 8, .board = Board::torus, .chess_piece = ChessPiece::amazon}));
  EXPECT_FALSE(
      is_countable({.n = 8, .quantity = Quantity::placements, .chess_piece = ChessPiece::amazon}));
  EXPECT_FALSE(is_countable({.n = 8, .chess_piece = ChessPiece::rook}));
}

}  // namespace
}  // namespace nqueens
