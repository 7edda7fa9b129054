// Every kernel counts every small board right, from any prefixes, and as scalar does.

#include "kernel/kernel.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"
#include "core/known_counts.hpp"
#include "kernel/every_kernel.hpp"
#include "support/boards.hpp"
#include "support/count_board.hpp"

namespace nqueens {
namespace {

using test::count_all;
using test::count_board;
using test::is_frontier;
using test::supported_kernels;

class EveryKernel : public test::KernelTest {};

/// The largest board that a kernel counts within seconds in this build; one larger in the nightly
/// tests.
int largest_board(const KernelEntry& entry) {
#ifdef NDEBUG
  constexpr int fast = 17;
#else
  constexpr int fast = 14;
#endif
  const int nightly = std::getenv("NQUEENS_NIGHTLY") != nullptr ? 1 : 0;
  if (is_frontier(entry)) {
    return fast + nightly;
  }
  return (entry.name == "scalar" ? 16 : 14) + (fast - 17) + nightly;
}

TEST_P(EveryKernel, CountsEveryBoardRightFromItsPrefixes) {
  for (int n = 1; n <= largest_board(GetParam()); ++n) {
    EXPECT_EQ(count_board(*make({.n = n}), {.n = n}, Symmetry::full, 0), *known_count({.n = n}))
        << "n=" << n;
  }
}

TEST_P(EveryKernel, CountsTheSameInEveryModeAndDepth) {
  for (const Symmetry symmetry : {Symmetry::full, Symmetry::mirror, Symmetry::none}) {
    for (const int depth : {1, 4, 9}) {
      EXPECT_EQ(count_board(*make({.n = 10}), {.n = 10}, symmetry, depth), *known_count({.n = 10}))
          << to_string(symmetry) << " depth " << depth;
    }
  }
}

/// Enough rows are left for trunks and full lanes. The scalar kernel is compared with the plain one
/// below.
TEST_P(EveryKernel, AgreesWithTheScalarKernelOnLargeBoards) {
  if (GetParam().name == "plain") {
    return;  // it would take minutes; it is compared with the scalar kernel on smaller prefixes
  }
  const std::uint64_t seed = test::test_seed();
  std::mt19937_64 random(seed);
  for (int n = 19; n <= max_board; ++n) {
    std::vector<Prefix> prefixes;
    for (const int left : {13, 14, 15, 16}) {
      prefixes.push_back(test::random_prefix({.n = n}, n - left, random));
    }
    std::erase_if(prefixes,
                  [n](const Prefix& prefix) { return n - prefix.placement.queens() > 16; });
    EXPECT_EQ(count_all(*make({.n = n}), prefixes),
              count_all(*choose_kernel("scalar").make({.n = n}), prefixes))
        << "n=" << n << " seed " << seed;
  }
}

TEST_P(EveryKernel, CountsAPrefixTheSameWhateverElseIsInItsBatch) {
  const auto kernel = make({.n = 13});
  PrefixStream stream({.n = 13}, Symmetry::none, 2);
  std::vector<Prefix> prefixes;
  std::vector<std::uint64_t> alone;
  for (Prefix prefix; prefixes.size() < 17 && stream.next(prefix);) {
    prefixes.push_back(prefix);
    alone.push_back(count_all(*make({.n = 13}), {prefix}).front());
  }
  for (const std::size_t size :
       {std::size_t{1}, std::size_t{15}, std::size_t{16}, std::size_t{17}}) {
    const std::vector<Prefix> batch(prefixes.begin(),
                                    prefixes.begin() + static_cast<std::ptrdiff_t>(size));
    const std::vector<std::uint64_t> expected(alone.begin(),
                                              alone.begin() + static_cast<std::ptrdiff_t>(size));
    EXPECT_EQ(count_all(*kernel, batch), expected) << size << " prefixes";
  }
}

TEST_P(EveryKernel, EndsWhenToldToAndCountsRightAfterwards) {
  const auto kernel = make({.n = 14});
  std::vector<Prefix> prefixes(3);
  for (std::size_t i = 0; i < prefixes.size(); ++i) {
    prefixes[i].placement.toggle(14, {0, static_cast<int>(i)});
  }
  std::vector<std::uint64_t> completions(prefixes.size());
  int asked = 0;
  EXPECT_FALSE(kernel->count(prefixes, completions, [&asked] { return ++asked < 2; }));
  EXPECT_EQ(asked, 2);
  EXPECT_EQ(count_all(*kernel, prefixes),
            count_all(*choose_kernel("scalar").make({.n = 14}), prefixes));
}

/// A whole board is one prefix, and takes minutes.
TEST_P(EveryKernel, EndsInTheMiddleOfAPrefix) {
  const auto kernel = make({.n = 20});
  test::stop_at_second_question(*kernel, {Prefix{}});
  std::vector<Prefix> prefixes(1);
  for (int row = 0; row < 8; ++row) {
    prefixes[0].placement.toggle(20, {row, 2 * row});
  }
  EXPECT_EQ(count_all(*kernel, prefixes),
            count_all(*choose_kernel("plain").make({.n = 20}), prefixes));
}

TEST_P(EveryKernel, CountsAnEmptyBoardOfAnySizeRight) {
  for (int n = 1; n <= 12; ++n) {
    const Prefix nothing;
    std::uint64_t completions = 0;
    make({.n = n})->count({&nothing, 1}, {&completions, 1});
    EXPECT_EQ(Count{completions}, *known_count({.n = n})) << "n=" << n;
  }
}

TEST_P(EveryKernel, AgreesWithThePlainKernelOnRandomPrefixes) {
  const std::uint64_t seed = test::test_seed();
  std::mt19937_64 random(seed);
  for (int n = 5; n <= max_board; ++n) {
    const auto plain = choose_kernel("plain").make({.n = n});
    const auto kernel = make({.n = n});
    std::vector<Prefix> prefixes;
    for (int i = 0; i < 40; ++i) {
      // At most eleven rows are left, so the plain kernel takes milliseconds.
      const int max_left = static_cast<int>(random() % 12);
      prefixes.push_back(test::random_prefix({.n = n}, std::max(n - max_left, 0), random));
    }
    std::erase_if(prefixes,
                  [n](const Prefix& prefix) { return n - prefix.placement.queens() > 13; });
    std::vector<std::uint64_t> expected(prefixes.size());
    std::vector<std::uint64_t> found(prefixes.size());
    plain->count(prefixes, expected);
    kernel->count(prefixes, found);
    EXPECT_EQ(found, expected) << "n=" << n << " seed " << seed;
  }
}

/// Prefixes of a solution of a 32-row board have at least one completion, and use every bit of a
/// word.
TEST_P(EveryKernel, UsesAll32BitsOfTheLargestBoard) {
  // The construction of Pauls (1874) for boards whose size leaves the remainder 2 when divided by
  // 6, counted from 1: the even columns, then 3, 1, the odd ones from 7 on, and 5.
  std::vector<int> columns;
  for (int column = 2; column <= max_board; column += 2) {
    columns.push_back(column);
  }
  columns.insert(columns.end(), {3, 1});
  for (int column = 7; column < max_board; column += 2) {
    columns.push_back(column);
  }
  columns.push_back(5);
  Prefix solution;
  for (int row = 0; row < max_board; ++row) {
    solution.placement.toggle(max_board, {row, columns[static_cast<std::size_t>(row)] - 1});
  }
  const auto plain = choose_kernel("plain").make({.n = max_board});
  const auto kernel = make({.n = max_board});
  for (int first = 0; first + 10 <= max_board; ++first) {
    Prefix prefix = solution;
    for (int row = first; row < first + 10; ++row) {
      prefix.placement.toggle(
          max_board, {row, solution.placement.queen_column[static_cast<std::size_t>(row)]});
    }
    std::uint64_t expected = 0;
    std::uint64_t found = 0;
    plain->count({&prefix, 1}, {&expected, 1});
    kernel->count({&prefix, 1}, {&found, 1});
    EXPECT_GE(found, 1U);
    EXPECT_EQ(found, expected) << "rows from " << first;
  }
}

TEST_P(EveryKernel, CountsAFullBoardAsOneAndADeadOneAsNone) {
  Prefix full;
  for (const Square queen : {Square{0, 1}, Square{1, 3}, Square{2, 0}, Square{3, 2}}) {
    full.placement.toggle(4, queen);
  }
  Prefix dead;
  dead.placement.toggle(4, {0, 0});
  const Prefix prefixes[] = {full, dead};
  std::uint64_t completions[] = {7, 7};
  make({.n = 4})->count(prefixes, completions);
  EXPECT_EQ(completions[0], 1U);
  EXPECT_EQ(completions[1], 0U);
}

TEST_P(EveryKernel, TakesAnEmptyBatch) {
  const auto kernel = make({.n = 8});
  kernel->count({}, {});
  EXPECT_EQ(kernel->nodes(), 0U);
}

TEST_P(EveryKernel, VisitsTheSameNodesEveryTime) {
  std::vector<std::uint64_t> nodes;
  for (int i = 0; i < 2; ++i) {
    const auto kernel = make({.n = 10});
    const Prefix nothing;
    std::uint64_t completions = 0;
    kernel->count({&nothing, 1}, {&completions, 1});
    nodes.push_back(kernel->nodes());
  }
  EXPECT_GT(nodes[0], 0U);
  EXPECT_EQ(nodes[0], nodes[1]);
}

INSTANTIATE_TEST_SUITE_P(Kernels, EveryKernel, testing::ValuesIn(supported_kernels()),
                         test::name_of_kernel);

/// Queens that the textbook search places on an empty board, as published by
/// jdswalker/N-Queens_Problem.
TEST(PlainKernel, PlacesAsManyQueensAsPublished) {
  const std::uint64_t published[] = {1, 2, 5, 16, 53, 152, 551, 2056, 8393, 35538, 166925};
  for (int n = 1; n <= 11; ++n) {
    const auto kernel = choose_kernel("plain").make({.n = n});
    const Prefix nothing;
    std::uint64_t completions = 0;
    kernel->count({&nothing, 1}, {&completions, 1});
    EXPECT_EQ(kernel->nodes(), published[n - 1]) << "n=" << n;
  }
}

TEST(ScalarKernel, HasTheFingerprintOfItsSearch) {
  const auto kernel = choose_kernel("scalar").make({.n = 12});
  PrefixStream stream({.n = 12}, Symmetry::full, 4);
  Prefix prefix;
  while (stream.next(prefix)) {
    std::uint64_t completions = 0;
    kernel->count({&prefix, 1}, {&completions, 1});
  }
  EXPECT_EQ(kernel->nodes(), 65'809U);
}

/// The search does not depend on the number of lanes; tests/arm/check.sh expects the same number.
TEST(FrontierKernels, HaveTheFingerprintOfTheirSearch) {
  for (const KernelEntry& entry : supported_kernels()) {
    if (is_frontier(entry)) {
      std::uint64_t nodes = 0;
      for (int n = 1; n <= 13; ++n) {
        const auto kernel = entry.make({.n = n});
        count_board(*kernel, {.n = n}, Symmetry::full, 0);
        nodes += kernel->nodes();
      }
      EXPECT_EQ(nodes, 384'474U) << entry.name;
    }
  }
}

/// Nodes of a kernel below the prefixes of a board. With few rows left, or all queens in the first
/// rows, searches may be equal by chance.
std::uint64_t nodes_of(const KernelEntry& entry, const Problem& problem) {
  const auto kernel = entry.make(problem);
  std::vector<std::uint64_t> counts(problem.values());
  const bool by_rows = problem.quantity == Quantity::placements;
  PrefixStream stream(problem, by_rows ? Symmetry::mirror : Symmetry::full, 2);
  for (Prefix prefix; stream.next(prefix);) {
    kernel->count({&prefix, 1}, counts);
  }
  return kernel->nodes();
}

TEST(SameSearch, SaysWhichKernelsVisitTheSameNodes) {
  for (const Problem& problem : {Problem{.n = 12}, Problem{.n = 15, .board = Board::torus},
                                 Problem{.n = 10, .quantity = Quantity::placements}}) {
    std::map<std::string, std::uint64_t> nodes;
    for (const KernelEntry& entry : supported_kernels()) {
      nodes[entry.record_name()] = nodes_of(entry, problem);
    }
    for (const auto& [a, nodes_of_a] : nodes) {
      for (const auto& [b, nodes_of_b] : nodes) {
        EXPECT_EQ(same_search(a, b, problem), nodes_of_a == nodes_of_b)
            << a << " and " << b << " " << to_string(problem);
      }
    }
  }
}

TEST(SameSearch, HoldsForKernelsThatThisBuildDoesNotHave) {
  EXPECT_TRUE(same_search("avx512.2", "neon.2", {.n = 10}));
  EXPECT_FALSE(same_search("sve.2", "scalar", {.n = 10}));
}

/// The names in checkpoints of older programs.
TEST(SameSearch, AnOlderRevisionOfASearchGoesWithItselfAlone) {
  EXPECT_TRUE(same_search("avx512", "avx512", {.n = 10}));
  EXPECT_FALSE(same_search("avx512", "avx2", {.n = 10}));
  EXPECT_FALSE(same_search("avx512", "avx512.2", {.n = 10}));
}

TEST(SameSearch, OnlyTheSearchForSolutionsOfTheSquareHasRevisions) {
  EXPECT_TRUE(same_search("avx512", "neon.2", {.n = 10, .quantity = Quantity::placements}));
  EXPECT_TRUE(same_search("avx512", "neon.2", {.n = 11, .board = Board::torus}));
  EXPECT_FALSE(same_search("avx512", "scalar", {.n = 11, .board = Board::torus}));
}

TEST(SameSearch, AKernelOfAnUnknownNameGoesWithItselfAlone) {
  const Problem problem{.n = 10, .quantity = Quantity::placements};
  EXPECT_TRUE(same_search("vax", "vax", problem));
  EXPECT_FALSE(same_search("vax", "scalar", problem));
  EXPECT_FALSE(same_search("vax", "", problem));
}

TEST(Registry, ListsKernelsThatThisBuildDoesNotHave) {
  int absent = 0;
  for (const KernelEntry& entry : kernels()) {
    if (!entry.compiled()) {
      ++absent;
      try {
        choose_kernel(entry.name);
        FAIL() << "no error for " << entry.name;
      } catch (const Error& error) {
        EXPECT_NE(std::string(error.what()).find("another family of processors"),
                  std::string::npos);
      }
    }
  }
  EXPECT_GT(absent, 0);  // since since no processor has both AVX and NEON
}

TEST(Registry, AVariantIsChosenByItsNameAndRecordedUnderThatOfItsKernel) {
  for (const KernelEntry& entry : supported_kernels()) {
    EXPECT_EQ(choose_kernel(entry.name).name, entry.name);
    EXPECT_EQ(base_name(entry.record_name()), base_name(entry.name));
    EXPECT_EQ(entry.record_name().find(':'), std::string::npos);
  }
}

TEST(Registry, KnowsTheVariantsOfKernelsThatThisBuildDoesNotHave) {
  for (const std::string_view name :
       {"avx512", "avx512:permute", "avx2:2-groups", "sve", "plain"}) {
    EXPECT_TRUE(is_kernel_name(name)) << name;
  }
  for (const std::string_view name : {"avx512:", "avx512.2", "avx512:vax", "vax", "", "auto"}) {
    EXPECT_FALSE(is_kernel_name(name)) << name;
  }
}

TEST(Registry, AnUnknownKernelIsAnErrorThatNamesTheOthers) {
  try {
    choose_kernel("vax");
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::usage);
    EXPECT_NE(std::string(error.what()).find("'vax' is unknown"), std::string::npos);
    EXPECT_NE(std::string(error.what()).find("scalar, plain"), std::string::npos) << error.what();
  }
}

TEST(Registry, TheEnvironmentChoosesWhereTheUserDoesNot) {
  setenv("NQUEENS_KERNEL", "plain", 1);
  EXPECT_EQ(choose_kernel("auto").name, "plain");
  EXPECT_EQ(choose_kernel("").name, "plain");
  EXPECT_EQ(choose_kernel("scalar").name, "scalar");
  setenv("NQUEENS_KERNEL", "vax", 1);
  EXPECT_THROW(choose_kernel("auto"), Error);
  unsetenv("NQUEENS_KERNEL");
  const auto fastest =
      std::ranges::find_if(kernels(), [](const KernelEntry& entry) { return entry.supported(); });
  EXPECT_EQ(choose_kernel("auto").name, fastest->name);
}

}  // namespace
}  // namespace nqueens
