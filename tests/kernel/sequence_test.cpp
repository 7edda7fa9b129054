// Every kernel counts every sequence right.

#include "core/sequence.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <memory>
#include <numeric>
#include <random>
#include <string>
#include <tuple>
#include <vector>

#include "kernel/every_kernel.hpp"
#include "kernel/kernel.hpp"
#include "support/boards.hpp"
#include "support/count_board.hpp"

namespace nqueens {
namespace {

using test::count_all;
using test::count_board;
using test::empty_board;

constexpr Symmetry modes[] = {Symmetry::none, Symmetry::mirror, Symmetry::full};

class EveryKernelAndSequence : public testing::TestWithParam<std::tuple<KernelEntry, Sequence>> {
 protected:
  [[nodiscard]] const KernelEntry& entry() const { return std::get<0>(GetParam()); }
  [[nodiscard]] Problem problem(int n) const {
    return {.n = n, .sequence = std::get<1>(GetParam())};
  }
  [[nodiscard]] int small() const { return problem(0).info().small_board.n; }

  /// The kernel for a board, or another one by its name.
  [[nodiscard]] std::unique_ptr<Kernel> make(int n, const std::string& other = "") const {
    const KernelEntry& chosen = other.empty() ? entry() : choose_kernel(other);
    return chosen.make(problem(n));
  }

  [[nodiscard]] std::vector<std::uint64_t> counted(int n, const std::vector<Prefix>& prefixes,
                                                   const std::string& other = "") const {
    return count_all(*make(n, other), prefixes, problem(n).values());
  }

  /// As another kernel counts them. All kernels get the same prefixes, so that it counts them once.
  [[nodiscard]] const std::vector<std::uint64_t>& counted_once(int n,
                                                               const std::vector<Prefix>& prefixes,
                                                               const std::string& other) const {
    std::string columns;  // of the queens, by row
    for (const Prefix& prefix : prefixes) {
      for (int row = 0; row < n; ++row) {
        const auto place = static_cast<std::size_t>(row);
        const bool is_placed = (prefix.placement.rows >> row & 1) != 0;
        columns += static_cast<char>(is_placed ? prefix.placement.queen_column[place] : -1);
      }
    }
    static std::map<std::tuple<std::string, Sequence, int, std::string>, std::vector<std::uint64_t>>
        known;
    const auto [found, is_new] = known.try_emplace({other, problem(n).sequence, n, columns});
    if (is_new) {
      found->second = counted(n, prefixes, other);
    }
    return found->second;
  }

  /// Whether the kernel counts a board within seconds in this build; larger ones in the nightly
  /// tests.
  [[nodiscard]] bool counts_soon(int n) const {
    struct Limits {
      int rows;  ///< above the small board
      double count;
    };
#ifdef NDEBUG
    Limits limits = test::is_frontier(entry()) ? Limits{6, 2e8}
                    : entry().name == "scalar" ? Limits{6, 2e7}
                                               : Limits{3, 5e6};
#else
    Limits limits = test::is_frontier(entry()) ? Limits{3, 5e5}
                    : entry().name == "scalar" ? Limits{2, 1e5}
                                               : Limits{0, 1e5};
#endif
    if (std::getenv("NQUEENS_NIGHTLY") != nullptr) {
      limits = {limits.rows + 1, 10 * limits.count};
    }
    const auto known = known_count(problem(n));
    return known && n <= small() + limits.rows && known->approximate() <= limits.count;
  }
};

TEST_P(EveryKernelAndSequence, CountsEveryBoardRightFromItsPrefixes) {
  for (int n = 1; counts_soon(n); ++n) {
    const CutLimits limits = cut_limits(problem(n));
    EXPECT_EQ(count_board(*make(n), problem(n), limits.symmetry, limits.min_depth),
              *known_count(problem(n)))
        << "n=" << n;
  }
}

TEST_P(EveryKernelAndSequence, CountsTheSameInEveryModeAndDepth) {
  for (const int n : {small() - 2, small()}) {
    for (const Symmetry symmetry : modes) {
      for (const int depth : {0, 1, 3, 4, 9}) {
        const CutLimits limits = cut_limits(problem(n));
        if (limits.allows(symmetry) && limits.allows(depth)) {
          EXPECT_EQ(count_board(*make(n), problem(n), symmetry, depth), *known_count(problem(n)))
              << "n=" << n << " " << to_string(symmetry) << " depth " << depth;
        }
      }
    }
  }
}

TEST_P(EveryKernelAndSequence, FindsOnAnEmptyBoardWhatCodeWithoutACommonLineFinds) {
  for (int n = 1; n <= std::min(small(), 11); ++n) {
    const std::vector<std::uint64_t> right =
        problem(n).info().by_row ? test::placed_by_row(problem(n))
                                 : std::vector{test::all_solutions(problem(n)).size()};
    EXPECT_EQ(counted(n, {empty_board(problem(n))}), right) << "n=" << n;
  }
}

/// The prefixes leave gaps of one, two and more rows between those that are left, and have queens
/// on both sides of them.
TEST_P(EveryKernelAndSequence, AgreesWithThePlainKernelOnRandomPrefixes) {
  test::SeededRandom random;
  for (int n = 1; n <= problem(1).info().largest_n; ++n) {
    std::vector<Prefix> prefixes;
    for (int i = 0; i < 40; ++i) {
      // As few rows are left as the plain kernel counts within milliseconds.
      const int max_left = static_cast<int>(random() % static_cast<unsigned>(small() + 1));
      prefixes.push_back(test::random_prefix(problem(n), std::max(n - max_left, 0), random));
    }
    EXPECT_EQ(counted(n, prefixes), counted_once(n, prefixes, "plain")) << "n=" << n;
  }
}

/// Enough rows are left for trunks and full lanes.
TEST_P(EveryKernelAndSequence, AgreesWithTheScalarKernelOnLargeBoards) {
  if (entry().name == "plain" || entry().name == "scalar") {
    return;  // plain would take minutes; it is compared with scalar on smaller prefixes
  }
  test::SeededRandom random;
  for (int n = small() + 5; n <= max_board; n += 3) {
    std::vector<Prefix> prefixes;
    for (const int more : {1, 2, 3, 4}) {
      const int left = small() + more;
      const Prefix prefix = test::random_prefix(problem(n), n - left, random);
      if (n - prefix.placement.queens() == left) {
        prefixes.push_back(prefix);
      }
    }
    EXPECT_EQ(counted(n, prefixes), counted_once(n, prefixes, "scalar")) << "n=" << n;
  }
}

/// A whole board is one prefix, and takes minutes.
TEST_P(EveryKernelAndSequence, EndsInTheMiddleOfAPrefixAndCountsRightAfterwards) {
  const int n = small() + 8;
  const auto kernel = make(n);
  const std::size_t values = problem(n).values();
  test::stop_at_second_question(*kernel, {empty_board(problem(n))}, values);
  std::mt19937_64 random(1);  // any seed will do
  const std::vector<Prefix> prefixes = {test::random_prefix(problem(n), 9, random)};
  EXPECT_EQ(count_all(*kernel, prefixes, values), counted(n, prefixes, "plain"));
}

TEST_P(EveryKernelAndSequence, EndsBetweenTwoPrefixesAndCountsRightAfterwards) {
  const int n = small();
  const auto kernel = make(n);
  std::vector<Prefix> prefixes(2, empty_board(problem(n)));
  prefixes[1].placement.toggle(n, {0, 3});
  const std::size_t values = problem(n).values();
  test::stop_at_second_question(*kernel, prefixes, values);
  EXPECT_EQ(count_all(*kernel, prefixes, values), counted(n, prefixes, "plain"));
}

std::vector<std::tuple<KernelEntry, Sequence>> kernels_and_sequences() {
  std::vector<std::tuple<KernelEntry, Sequence>> all;
  for (const KernelEntry& entry : test::supported_kernels()) {
    for (const Sequence sequence : test::every_sequence()) {
      if (entry.counts(sequence)) {
        all.emplace_back(entry, sequence);
      }
    }
  }
  return all;
}

std::string name_of_pair(const testing::TestParamInfo<std::tuple<KernelEntry, Sequence>>& pair) {
  return test::name_of(std::get<0>(pair.param)) + "_" +
         std::string(info_of(std::get<1>(pair.param)).name);
}

INSTANTIATE_TEST_SUITE_P(Kernels, EveryKernelAndSequence,
                         testing::ValuesIn(kernels_and_sequences()), name_of_pair);

/// The two kernels that everything else is compared with.
TEST(EverySequence, IsCountedByThePlainAndTheScalarKernel) {
  for (const Sequence sequence : test::every_sequence()) {
    EXPECT_EQ(choose_kernel("plain", sequence).name, "plain");
    EXPECT_EQ(choose_kernel("scalar", sequence).name, "scalar");
  }
}

/// The search does not depend on the number of lanes; tests/arm/check.sh expects the same numbers.
TEST(FrontierKernels, HaveTheFingerprintOfTheirSearch) {
  for (const auto& [sequence, largest, fingerprint] :
       {std::tuple{Sequence::queens, 13, 384'473U}, std::tuple{Sequence::torus, 16, 23'290U},
        std::tuple{Sequence::amazons, 14, 115'483U}}) {
    for (const KernelEntry& entry : test::supported_kernels()) {
      std::uint64_t nodes = 0;
      for (int n = 1; n <= largest && test::is_frontier(entry); ++n) {
        const auto kernel = entry.make({.n = n, .sequence = sequence});
        count_board(*kernel, {.n = n, .sequence = sequence}, Symmetry::full, 0);
        nodes += kernel->nodes();
      }
      EXPECT_EQ(nodes, test::is_frontier(entry) ? fingerprint : 0) << entry.name;
    }
  }
}

/// What one of the sequences has besides.
class EveryKernelOf : public test::KernelTest {
 protected:
  void expect_as_plain(const Problem& problem, const std::vector<Prefix>& prefixes,
                       std::uint64_t least = 0) const {
    const std::vector<std::uint64_t> counts = count_all(*make(problem), prefixes, problem.values());
    EXPECT_GE(*std::ranges::min_element(counts), least) << to_string(problem);
    EXPECT_EQ(counts, count_all(*choose_kernel("plain").make(problem), prefixes, problem.values()))
        << to_string(problem);
  }
};

INSTANTIATE_TEST_SUITE_P(Kernels, EveryKernelOf, testing::ValuesIn(test::supported_kernels()),
                         test::name_of_kernel);

/// The construction of Pauls (1874) for boards whose size leaves the remainder 2 when divided by 6:
/// the even columns counted from 1, then 3, 1, the odd ones from 7 on, and 5.
test::Solution queens_of_pauls(int n) {
  test::Solution columns;
  for (int column = 1; column < n; column += 2) {
    columns.push_back(column);
  }
  columns.insert(columns.end(), {2, 0});
  for (int column = 6; column < n; column += 2) {
    columns.push_back(column);
  }
  columns.push_back(4);
  return columns;
}

/// A solution of the largest board without some of its rows has at least one completion, and uses
/// every bit of a word. Random amazons would leave hardly any.
TEST_P(EveryKernelOf, EachPieceFindsTheSolutionsOfTheLargestBoardNearOne) {
  const test::Solution amazons = {10, 2,  7,  15, 24, 12, 21, 16, 29, 25, 5,  14, 20, 30, 27, 6,
                                  22, 31, 11, 17, 4,  9,  0,  3,  23, 19, 28, 13, 18, 26, 1,  8};
  for (const auto& [sequence, columns, left] :
       {std::tuple{Sequence::queens, queens_of_pauls(max_board), 10},
        std::tuple{Sequence::amazons, amazons, 12}}) {
    const Problem problem{.n = max_board, .sequence = sequence};
    std::vector<Prefix> prefixes;
    for (int first = 0; first + left <= max_board; ++first) {
      Prefix prefix = empty_board(problem);
      for (int row = 0; row < max_board; ++row) {
        const Square square{row, columns[static_cast<std::size_t>(row)]};
        ASSERT_TRUE(prefix.placement.is_free(max_board, square));
        if (row < first || row >= first + left) {
          prefix.placement.toggle(max_board, square);
        }
      }
      prefixes.push_back(prefix);
    }
    expect_as_plain(problem, prefixes, 1);
  }
}

/// A solution with queens a knight's move apart, without some of its queens. A torus has one unless
/// 2 or 3 divides its size.
Prefix part_of_a_torus(int n, int queens, std::mt19937_64& random) {
  Prefix prefix = empty_board({.n = n, .sequence = Sequence::torus});
  const int first = static_cast<int>(random() % static_cast<unsigned>(n));
  std::vector<int> rows(static_cast<std::size_t>(n));
  std::iota(rows.begin(), rows.end(), 0);
  std::shuffle(rows.begin(), rows.end(), random);
  rows.resize(static_cast<std::size_t>(queens));
  for (const int row : rows) {
    prefix.placement.toggle(n, {row, (first + 2 * row) % n});
  }
  return prefix;
}

TEST_P(EveryKernelOf, ATorusFindsTheSolutionsThatARemainderHas) {
  test::SeededRandom random;
  for (const int n : {5, 7, 11, 13, 17, 19, 23, 25, 29, 31}) {
    std::vector<Prefix> prefixes;
    for (int i = 0; i < 20; ++i) {
      prefixes.push_back(
          part_of_a_torus(n, std::max(n - static_cast<int>(random() % 16), 0), random));
    }
    expect_as_plain({.n = n, .sequence = Sequence::torus}, prefixes, 1);
  }
}

TEST_P(EveryKernelOf, ATorusCountsAFullBoardAsOneAndADeadOneAsNone) {
  std::mt19937_64 random(1);
  const Problem torus{.n = 5, .sequence = Sequence::torus};
  const Prefix full = part_of_a_torus(5, 5, random);
  const Prefix one_short = part_of_a_torus(5, 4, random);
  EXPECT_EQ(count_all(*make(torus), {full, one_short}), (std::vector<std::uint64_t>{1, 1}));
  const Problem small_torus{.n = 4, .sequence = Sequence::torus};
  Prefix dead = empty_board(small_torus);
  dead.placement.toggle(4, {0, 0});
  dead.placement.toggle(4, {1, 2});
  EXPECT_EQ(count_all(*make(small_torus), {dead}), (std::vector<std::uint64_t>{0}));
}

/// Long prefixes often leave a row without a free square; these have rows to fill.
TEST_P(EveryKernelOf, PlacementsFillsTheLastRowsOfTheLargestBoard) {
  test::SeededRandom random;
  const Problem placements{.n = max_board, .sequence = Sequence::placements};
  std::vector<Prefix> prefixes;
  while (prefixes.size() < 20) {
    const Prefix prefix = test::random_prefix(placements, max_board - 12, random);
    const int rows = prefix.placement.queens();
    if (rows == max_board - 12 && prefix.placement.free_in_row(max_board, rows) != 0) {
      prefixes.push_back(prefix);
    }
  }
  expect_as_plain(placements, prefixes);
}

TEST_P(EveryKernelOf, PlacementsPlacesNoneBelowAFullBoardAndADeadEnd) {
  Prefix full;
  for (const Square queen : {Square{0, 1}, Square{1, 3}, Square{2, 0}, Square{3, 2}}) {
    full.placement.toggle(4, queen);
  }
  Prefix dead;
  dead.placement.toggle(4, {0, 0});
  dead.placement.toggle(4, {1, 2});
  EXPECT_EQ(count_all(*make({.n = 4, .sequence = Sequence::placements}), {full, dead}, 4),
            std::vector<std::uint64_t>(8));
}

TEST_P(EveryKernelOf, PlacementsHasAsManyNodesAsQueens) {
  const auto kernel = make({.n = 8, .sequence = Sequence::placements});
  const auto placed = count_all(*kernel, {Prefix{}, Prefix{}}, 8);
  EXPECT_EQ(kernel->nodes(), std::accumulate(placed.begin(), placed.end(), std::uint64_t{0}));
}

}  // namespace
}  // namespace nqueens
