// Every kernel counts the torus right.

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
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

constexpr Problem torus(int n) {
  return {.n = n, .board = Board::torus, .quantity = Quantity::solutions};
}

class EveryKernelOnTheTorus : public test::KernelTest {
 protected:
  [[nodiscard]] std::unique_ptr<Kernel> make(int n) const { return KernelTest::make(torus(n)); }

  void expect_as_plain(int n, const std::vector<Prefix>& prefixes) const {
    EXPECT_EQ(count_all(*make(n), prefixes),
              count_all(*choose_kernel("plain").make(torus(n)), prefixes))
        << "n=" << n;
  }

  [[nodiscard]] int largest_board() const {
#ifdef NDEBUG
    return GetParam().name == "plain" ? 13 : 17;
#else
    return GetParam().name == "plain" ? 11 : 14;
#endif
  }
};

/// A solution with queens a knight's move apart, without some of its queens. A torus has one unless
/// 2 or 3 divides its size.
Prefix part_of_a_solution(int n, int queens, std::mt19937_64& random) {
  Prefix prefix;
  const int first = static_cast<int>(random() % static_cast<unsigned>(n));
  std::vector<int> rows(static_cast<std::size_t>(n));
  std::iota(rows.begin(), rows.end(), 0);
  std::shuffle(rows.begin(), rows.end(), random);
  rows.resize(static_cast<std::size_t>(queens));
  for (const int row : rows) {
    prefix.placement.toggle(n, {row, (first + 2 * row) % n}, Board::torus);
  }
  return prefix;
}

TEST_P(EveryKernelOnTheTorus, CountsEveryBoardRightFromItsPrefixes) {
  for (int n = 1; n <= largest_board(); ++n) {
    EXPECT_EQ(test::count_board(*make(n), torus(n), Symmetry::full, 0), *known_count(torus(n)))
        << "n=" << n;
  }
}

TEST_P(EveryKernelOnTheTorus, CountsTheSameInEveryModeAndDepth) {
  for (const Symmetry symmetry : {Symmetry::full, Symmetry::mirror, Symmetry::none}) {
    for (const int depth : {0, 1, 5, 11}) {
      EXPECT_EQ(test::count_board(*make(11), torus(11), symmetry, depth), *known_count(torus(11)))
          << to_string(symmetry) << " depth " << depth;
    }
  }
}

TEST_P(EveryKernelOnTheTorus, AgreesWithThePlainKernelOnRandomPrefixes) {
  const std::uint64_t seed = test::test_seed();
  SCOPED_TRACE(seed);
  std::mt19937_64 random(seed);
  for (int n = 1; n <= max_board; ++n) {
    std::vector<Prefix> prefixes;
    for (int i = 0; i < 40; ++i) {
      const int max_left = static_cast<int>(random() % 13);
      prefixes.push_back(test::random_prefix(torus(n), std::max(n - max_left, 0), random));
    }
    expect_as_plain(n, prefixes);
  }
}

TEST_P(EveryKernelOnTheTorus, FindsTheSolutionsThatARemainderHas) {
  const std::uint64_t seed = test::test_seed();
  SCOPED_TRACE(seed);
  std::mt19937_64 random(seed);
  for (const int n : {5, 7, 11, 13, 17, 19, 23, 25, 29, 31}) {
    std::vector<Prefix> prefixes;
    for (int i = 0; i < 20; ++i) {
      prefixes.push_back(
          part_of_a_solution(n, std::max(n - static_cast<int>(random() % 16), 0), random));
    }
    for (const std::uint64_t completions : count_all(*make(n), prefixes)) {
      EXPECT_GE(completions, 1U) << "n=" << n;
    }
    expect_as_plain(n, prefixes);
  }
}

TEST_P(EveryKernelOnTheTorus, CountsAFullBoardAsOneAndADeadOneAsNone) {
  std::mt19937_64 random(1);
  const Prefix full = part_of_a_solution(5, 5, random);
  const Prefix one_short = part_of_a_solution(5, 4, random);
  EXPECT_EQ(count_all(*make(5), {full, one_short}), (std::vector<std::uint64_t>{1, 1}));
  Prefix dead;
  dead.placement.toggle(4, {0, 0}, Board::torus);
  dead.placement.toggle(4, {1, 2}, Board::torus);
  EXPECT_EQ(count_all(*make(4), {dead}), (std::vector<std::uint64_t>{0}));
}

TEST_P(EveryKernelOnTheTorus, EndsWhenToldToAndCountsRightAfterwards) {
  const auto kernel = make(13);
  std::vector<Prefix> prefixes(2);
  prefixes[0].placement.toggle(13, {0, 0}, Board::torus);
  prefixes[1].placement.toggle(13, {0, 3}, Board::torus);
  test::stop_at_second_question(*kernel, prefixes);
  EXPECT_EQ(count_all(*kernel, prefixes), count_all(*make(13), prefixes));
}

/// A whole board is one prefix, and takes seconds.
TEST_P(EveryKernelOnTheTorus, EndsInTheMiddleOfAPrefix) {
  const auto kernel = make(17);
  test::stop_at_second_question(*kernel, {Prefix{}});
  std::mt19937_64 random(1);
  const std::vector<Prefix> prefixes = {part_of_a_solution(17, 3, random)};
  EXPECT_EQ(count_all(*kernel, prefixes), count_all(*make(17), prefixes));
}

INSTANTIATE_TEST_SUITE_P(Kernels, EveryKernelOnTheTorus,
                         testing::ValuesIn(test::supported_kernels()), test::name_of_kernel);

/// The search does not depend on the number of lanes; tests/arm/check.sh expects the same number.
TEST(FrontierKernelsOnTheTorus, HaveTheFingerprintOfTheirSearch) {
  for (const KernelEntry& entry : test::supported_kernels()) {
    if (test::is_frontier(entry)) {
      std::uint64_t nodes = 0;
      for (int n = 1; n <= 16; ++n) {
        const auto kernel = entry.make(torus(n));
        test::count_board(*kernel, torus(n), Symmetry::full, 0);
        nodes += kernel->nodes();
      }
      EXPECT_EQ(nodes, 23'290U) << entry.name;
    }
  }
}

}  // namespace
}  // namespace nqueens
