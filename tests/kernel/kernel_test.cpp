// What every kernel keeps to besides counting right, and the registry.

#include "kernel/kernel.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "kernel/every_kernel.hpp"
#include "kernel/replace_kernels.hpp"
#include "support/boards.hpp"
#include "support/text.hpp"

namespace nqueens {
namespace {

using test::count_all;
using test::has;
using test::is_frontier;
using test::supported_kernels;

class EveryKernel : public test::KernelTest {};

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

/// Nodes of a kernel below the prefixes of a board. With few rows left, or all queens in the first
/// rows, searches may be equal by chance.
std::uint64_t nodes_of(const KernelEntry& entry, const Problem& problem) {
  const auto kernel = entry.make(problem);
  std::vector<std::uint64_t> counts(problem.values());
  PrefixStream stream(problem, problem.info().limits.symmetry, 2);
  for (Prefix prefix; stream.next(prefix);) {
    kernel->count({&prefix, 1}, counts);
  }
  return kernel->nodes();
}

TEST(SameSearch, SaysWhichKernelsVisitTheSameNodes) {
  for (const Problem& problem : {Problem{.n = 12}, Problem{.n = 15, .sequence = Sequence::torus},
                                 Problem{.n = 10, .sequence = Sequence::placements},
                                 Problem{.n = 13, .sequence = Sequence::amazons}}) {
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

/// In a crown of 14 rows or more, more children are tested in every row and column.
TEST(SameSearch, AFrontierHasOneTreeForLargeCrowns) {
  struct Large {
    Sequence sequence;
    std::vector<int> columns;  // of the first rows
    std::uint64_t count;
    std::uint64_t nodes;
  };
  for (const Large& large :
       {Large{Sequence::queens, {4, 21, 3, 13, 9, 18, 24, 19, 16, 25, 10, 7, 0}, 7964, 256'010},
        Large{Sequence::amazons, {4, 23, 7, 15, 2, 21, 17, 13, 25, 6, 1, 26}, 1271, 268'145},
        // A crown of 16 rows, one too many for grids of 15 columns.
        Large{Sequence::amazons, {1, 9, 16, 24, 10, 18, 13, 0, 8, 19, 22, 14}, 792, 64'759}}) {
    const Problem problem{.n = 28, .sequence = large.sequence};
    Prefix prefix = test::empty_board(problem);
    for (int row = 0; const int column : large.columns) {
      ASSERT_TRUE(prefix.placement.is_free(problem.n, {row, column})) << row;
      prefix.placement.toggle(problem.n, {row++, column});
    }
    for (const KernelEntry& entry : supported_kernels()) {
      const auto kernel = entry.make(problem);
      std::uint64_t count = 0;
      kernel->count({&prefix, 1}, {&count, 1});
      EXPECT_EQ(count, large.count) << entry.name;
      if (test::is_frontier(entry)) {
        EXPECT_EQ(kernel->nodes(), large.nodes) << entry.name;
      }
    }
  }
}

TEST(SameSearch, HoldsForKernelsThatThisBuildDoesNotHave) {
  EXPECT_TRUE(same_search("avx512.4", "neon.4", {.n = 10}));
  EXPECT_TRUE(same_search(device_record_name("opencl"), "avx2.4", {.n = 10}));
  EXPECT_TRUE(same_search("opencl.4", "opencl-stack.4", {.n = 10}));
  EXPECT_FALSE(same_search("opencl.3", "avx2.4", {.n = 10}));
  EXPECT_FALSE(same_search("sve.4", "scalar", {.n = 10}));
}

/// The names in checkpoints of older programs.
TEST(SameSearch, AnOlderRevisionOfASearchGoesWithItselfAlone) {
  EXPECT_TRUE(same_search("avx512", "avx512", {.n = 10}));
  EXPECT_FALSE(same_search("avx512", "avx2", {.n = 10}));
  EXPECT_FALSE(same_search("avx512", "avx512.4", {.n = 10}));
  EXPECT_FALSE(same_search("avx512.3", "avx512.4", {.n = 10}));
}

TEST(SameSearch, OnlyTheSearchForSolutionsOfTheSquareHasRevisions) {
  const Problem placements{.n = 10, .sequence = Sequence::placements};
  const Problem torus{.n = 11, .sequence = Sequence::torus};
  EXPECT_FALSE(same_search("avx512.3", "neon.4", {.n = 10, .sequence = Sequence::amazons}));
  EXPECT_TRUE(same_search("avx512.3", "neon.4", placements));
  EXPECT_TRUE(same_search("avx512.3", "neon.4", torus));
  EXPECT_FALSE(same_search("avx512", "scalar", torus));
}

TEST(SameSearch, AKernelOfAnUnknownNameGoesWithItselfAlone) {
  const Problem problem{.n = 10, .sequence = Sequence::placements};
  EXPECT_TRUE(same_search("vax", "vax", problem));
  EXPECT_FALSE(same_search("vax", "scalar", problem));
  EXPECT_FALSE(same_search("vax", "", problem));
}

std::string refusal(std::string_view kernel, Sequence sequence = Sequence::queens) {
  return test::error_of(ExitCode::usage, [=] { choose_kernel(kernel, sequence); });
}

TEST(Registry, ListsKernelsThatThisBuildDoesNotHave) {
  int absent = 0;
  for (const KernelEntry& entry : kernels()) {
    if (!entry.compiled()) {
      ++absent;
      EXPECT_TRUE(has(refusal(entry.name), "another family of processors")) << entry.name;
    }
  }
  EXPECT_GT(absent, 0);  // since since no processor has both AVX and NEON
}

TEST(Registry, AKernelIsChosenByItsNameAndRecordedUnderIt) {
  for (const KernelEntry& entry : supported_kernels()) {
    EXPECT_EQ(choose_kernel(entry.name).name, entry.name);
    EXPECT_EQ(base_name(entry.record_name()), base_name(entry.name));
    EXPECT_EQ(entry.record_name().find(':'), std::string::npos);
  }
}

TEST(Registry, KnowsTheKernelsThatThisBuildDoesNotHave) {
  for (const std::string_view name : {"avx512", "avx512bw", "avx2", "sve", "plain"}) {
    EXPECT_TRUE(is_kernel_name(name)) << name;
  }
  for (const std::string_view name : {"avx512:", "avx512.4", "avx512:vax", "vax", "", "auto"}) {
    EXPECT_FALSE(is_kernel_name(name)) << name;
  }
}

TEST(Registry, AnUnknownKernelIsAnErrorThatNamesTheOthers) {
  EXPECT_TRUE(has(refusal("vax"), "'vax' is unknown"));
  EXPECT_TRUE(has(refusal("vax"), "scalar, plain"));
}

TEST(Registry, AKernelThatDoesNotCountASequenceIsNotChosenForIt) {
  const std::vector<KernelEntry> all(kernels().begin(), kernels().end());
  std::vector<KernelEntry> few = {choose_kernel("scalar"), choose_kernel("plain")};
  few.front().makers[index_of(Sequence::torus)] = nullptr;
  replace_kernels(few);
  EXPECT_EQ(choose_kernel("auto").name, "scalar");
  EXPECT_EQ(choose_kernel("auto", Sequence::torus).name, "plain");
  EXPECT_EQ(refusal("scalar", Sequence::torus),
            "kernel 'scalar' does not count this sequence; choose one of: auto, plain");
  replace_kernels(all);
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
