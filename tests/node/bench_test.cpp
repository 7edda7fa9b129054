// The work of the benchmark represents the whole board.

#include "node/bench.hpp"

#include <gtest/gtest.h>

#include "core/sequence.hpp"

namespace nqueens {
namespace {

/// The board's number of solutions, as estimated by the work.
double estimated_solutions(const Problem& problem) {
  const KernelEntry& entry = choose_kernel("auto", problem.sequence);
  const auto kernel = entry.make(problem);
  double sum = 0;
  for (const SampledPrefix& sample : benchmark_work(entry, problem)) {
    std::uint64_t completions = 0;
    kernel->count({&sample.prefix, 1}, {&completions, 1});
    sum += static_cast<double>(completions) * sample.prefix.weight * sample.stands_for;
  }
  return sum;
}

TEST(BenchmarkWork, OfASmallBoardIsTheWholeBoard) {
  EXPECT_EQ(estimated_solutions({.n = 12}), known_count({.n = 12})->approximate());
}

TEST(BenchmarkWork, OfALargeBoardIsASampleThatEstimatesIt) {
  const double known = known_count({.n = 18})->approximate();
  EXPECT_NEAR(estimated_solutions({.n = 18}), known, 0.1 * known);
}

TEST(BenchmarkWork, MayBeOfAmazons) {
  for (const int n : {13, 18}) {
    const Problem amazons{.n = n, .sequence = Sequence::amazons};
    const double known = known_count(amazons)->approximate();
    const double tolerated = n == 13 ? 0 : 0.2 * known;
    EXPECT_NEAR(estimated_solutions(amazons), known, tolerated);
  }
}

TEST(BenchmarkWork, IsTheSameEveryTime) {
  const auto first = benchmark_work(choose_kernel("auto"), {.n = 27});
  const auto second = benchmark_work(choose_kernel("auto"), {.n = 27});
  ASSERT_EQ(first.size(), second.size());
  for (std::size_t i = 0; i < first.size(); ++i) {
    EXPECT_EQ(first[i].prefix.placement.diagonals, second[i].prefix.placement.diagonals);
    EXPECT_EQ(first[i].stands_for, second[i].stands_for);
  }
}

TEST(BenchmarkRun, GivesRatesAndTheFingerprint) {
  const KernelEntry& scalar = choose_kernel("scalar");
  const KernelBenchmark result = run_benchmark(scalar, {.n = 11});
  EXPECT_EQ(result.kernel, "scalar");
  EXPECT_TRUE(result.whole_board);
  EXPECT_EQ(result.runs, 5);
  EXPECT_GT(result.solutions_per_second, 0);
  const KernelBenchmark again = run_benchmark(scalar, {.n = 11});
  EXPECT_EQ(result.children, again.children);
}

}  // namespace
}  // namespace nqueens
