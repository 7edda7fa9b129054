// Every kernel that counts placements counts them right, row by row.

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <numeric>
#include <random>
#include <vector>

#include "core/known_counts.hpp"
#include "kernel/every_kernel.hpp"
#include "kernel/kernel.hpp"
#include "support/boards.hpp"

namespace nqueens {
namespace {

using test::count_all;

constexpr Problem placements(int n) {
  return {.n = n, .board = Board::square, .quantity = Quantity::placements};
}

class EveryKernelOnPlacements : public test::KernelTest {
 protected:
  [[nodiscard]] std::unique_ptr<Kernel> make(int n) const {
    return KernelTest::make(placements(n));
  }

  /// The counts below some prefixes by row, of the kernel and of the plain kernel.
  void expect_as_plain(int n, const std::vector<Prefix>& prefixes) const {
    const auto plain = choose_kernel("plain").make(placements(n));
    const auto values = static_cast<std::size_t>(n);
    EXPECT_EQ(count_all(*make(n), prefixes, values), count_all(*plain, prefixes, values))
        << "n=" << n;
  }

  [[nodiscard]] int largest_board() const {
#ifdef NDEBUG
    return test::is_frontier(GetParam()) ? 15 : 13;
#else
    return 11;
#endif
  }
};

TEST_P(EveryKernelOnPlacements, PlacesTheQueensOfThePlainSearchOnEachRow) {
  for (int n = 1; n <= 9; ++n) {
    EXPECT_EQ(count_all(*make(n), {Prefix{}}, static_cast<std::size_t>(n)), test::placed_by_row(n))
        << "n=" << n;
  }
}

/// The prefixes hold the queens of the first rows.
TEST_P(EveryKernelOnPlacements, PlacesAsManyAsPublishedBelowThePrefixesOfHalfTheBoard) {
  for (int n = 3; n <= largest_board(); ++n) {
    constexpr int depth = 3;
    Count sum;
    Prefix prefix;
    for (int queens = 1; queens <= depth; ++queens) {
      for (PrefixStream above({.n = n}, Symmetry::none, queens); above.next(prefix);) {
        sum += Count{1};
      }
    }
    const auto kernel = make(n);
    for (PrefixStream stream({.n = n}, Symmetry::mirror, depth); stream.next(prefix);) {
      for (const std::uint64_t placed : count_all(*kernel, {prefix}, static_cast<std::size_t>(n))) {
        sum += Count{placed} * prefix.weight;
      }
    }
    EXPECT_EQ(sum, *known_count(placements(n))) << "n=" << n;
  }
}

TEST_P(EveryKernelOnPlacements, AgreesWithThePlainKernelOnRandomFirstRows) {
  const std::uint64_t seed = test::test_seed();
  SCOPED_TRACE(seed);
  std::mt19937_64 random(seed);
  for (int n = 4; n <= max_board; ++n) {
    std::vector<Prefix> prefixes;
    for (int i = 0; i < 20; ++i) {
      const int max_left = static_cast<int>(random() % 11);
      prefixes.push_back(test::random_first_rows(n, std::max(n - max_left, 0), random));
    }
    expect_as_plain(n, prefixes);
  }
}

/// Long prefixes often leave a row without a free square; these have rows to fill.
TEST_P(EveryKernelOnPlacements, PlacesQueensOnTheLastRowsOfTheLargestBoard) {
  const std::uint64_t seed = test::test_seed();
  SCOPED_TRACE(seed);
  std::mt19937_64 random(seed);
  std::vector<Prefix> prefixes;
  while (prefixes.size() < 20) {
    const Prefix prefix = test::random_first_rows(max_board, max_board - 12, random);
    const int rows = prefix.placement.queens();
    if (rows == max_board - 12 && prefix.placement.free_in_row(max_board, rows) != 0) {
      prefixes.push_back(prefix);
    }
  }
  expect_as_plain(max_board, prefixes);
}

TEST_P(EveryKernelOnPlacements, PlacesNoneBelowAFullBoardAndADeadEnd) {
  Prefix full;
  for (const Square queen : {Square{0, 1}, Square{1, 3}, Square{2, 0}, Square{3, 2}}) {
    full.placement.toggle(4, queen);
  }
  Prefix dead;
  dead.placement.toggle(4, {0, 0});
  dead.placement.toggle(4, {1, 2});
  EXPECT_EQ(count_all(*make(4), {full, dead}, 4), std::vector<std::uint64_t>(8));
}

TEST_P(EveryKernelOnPlacements, HasAsManyNodesAsQueens) {
  const auto kernel = make(8);
  const auto placed = count_all(*kernel, {Prefix{}, Prefix{}}, 8);
  EXPECT_EQ(kernel->nodes(), std::accumulate(placed.begin(), placed.end(), std::uint64_t{0}));
}

TEST_P(EveryKernelOnPlacements, EndsWhenToldToAndCountsRightAfterwards) {
  const auto kernel = make(12);
  std::vector<Prefix> prefixes(2);
  prefixes[1].placement.toggle(12, {0, 3});
  test::stop_at_second_question(*kernel, prefixes, 12);
  EXPECT_EQ(count_all(*kernel, prefixes, 12), count_all(*make(12), prefixes, 12));
}

/// A whole board is one prefix, and takes minutes.
TEST_P(EveryKernelOnPlacements, EndsInTheMiddleOfAPrefix) {
  const auto kernel = make(19);
  test::stop_at_second_question(*kernel, {Prefix{}}, 19);
  std::vector<Prefix> prefixes(1);
  for (int row = 0; row < 8; ++row) {
    prefixes[0].placement.toggle(19, {row, 2 * row});
  }
  EXPECT_EQ(count_all(*kernel, prefixes, 19), count_all(*make(19), prefixes, 19));
}

INSTANTIATE_TEST_SUITE_P(Kernels, EveryKernelOnPlacements,
                         testing::ValuesIn(test::supported_kernels()), test::name_of_kernel);

}  // namespace
}  // namespace nqueens
