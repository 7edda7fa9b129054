// The work of the benchmark represents the whole board.

#include "node/bench.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "core/sequence.hpp"

namespace nqueens {
namespace {

/// The board's number of solutions, as estimated by the work.
double estimated_solutions(const Problem& problem) {
  const KernelEntry& entry = choose_kernel("auto", problem.sequence);
  const auto kernel = entry.make(problem);
  double sum = 0;
  for (const SampledPrefix& sample : benchmark_work(entry.search, problem)) {
    std::uint64_t completions = 0;
    kernel->count({&sample.prefix, 1}, {&completions, 1});
    sum += static_cast<double>(completions) * sample.prefix.weight * sample.sample_weight;
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
  const auto first = benchmark_work(choose_kernel("auto").search, {.n = 27});
  const auto second = benchmark_work(choose_kernel("auto").search, {.n = 27});
  ASSERT_EQ(first.size(), second.size());
  for (std::size_t i = 0; i < first.size(); ++i) {
    EXPECT_EQ(first[i].prefix.placement.diagonals, second[i].prefix.placement.diagonals);
    EXPECT_EQ(first[i].sample_weight, second[i].sample_weight);
  }
}

TEST(BenchmarkRun, GivesRatesAndTheFingerprint) {
  const KernelEntry& scalar = choose_kernel("scalar");
  const KernelBenchmark result = run_benchmark(scalar, {.n = 11});
  EXPECT_EQ(result.kernel, "scalar");
  EXPECT_TRUE(result.whole_board);
  EXPECT_GT(result.runs, 5) << "a run takes a millisecond";
  EXPECT_EQ(result.prefixes, benchmark_work(scalar.search, {.n = 11}).size());
  EXPECT_GT(result.solutions_per_second, 0);
  const KernelBenchmark again = run_benchmark(scalar, {.n = 11});
  EXPECT_EQ(result.nodes, again.nodes);
}

/// The pass of median time has the lowest rate.
TEST(BenchmarkSummary, IsOfTheMedianRateNotOfTheMedianTime) {
  const auto pass = [](double seconds, double rate) {
    return BenchmarkPass{.seconds = seconds,
                         .solutions = 60,
                         .scaled_up_seconds = 60 / rate,
                         .nodes = static_cast<std::uint64_t>(100 * rate)};
  };
  const KernelBenchmark result =
      summary_of({pass(1, 20), pass(2, 30), pass(3, 10), pass(4, 15), pass(5, 12)}, {.n = 18});
  EXPECT_EQ(result.runs, 5);
  EXPECT_FALSE(result.whole_board);
  EXPECT_DOUBLE_EQ(result.min_solutions_per_second, 10);
  EXPECT_DOUBLE_EQ(result.solutions_per_second, 15);
  EXPECT_DOUBLE_EQ(result.max_solutions_per_second, 30);
  EXPECT_EQ(result.seconds, 4) << "of the same pass";
  EXPECT_EQ(result.nodes, 1500U);
  EXPECT_DOUBLE_EQ(result.nodes_per_second, 375);
}

/// Counts with a kernel of the processor, a prefix at a time.
class DeviceOfAKernel final : public Backend {
 public:
  DeviceOfAKernel(const KernelEntry& entry, const Problem& problem)
      : kernel_(entry.make(problem)) {}

  bool add(UnitWork& unit) override {
    for (; !unit.is_begun(); ++unit.begun) {
      const std::uint64_t nodes = kernel_->nodes();
      std::uint64_t found = 0;
      kernel_->count({&unit.prefixes.prefixes[unit.begun], 1}, {&found, 1});
      unit.result.count += found;
      unit.result.nodes += kernel_->nodes() - nodes;
      unit.result.seconds += 1e-3;
      times_.trunk += 1e-3;
    }
    return false;
  }
  void work(const KeepGoing& /*keep_going*/) override {}
  void abandon() override {}
  [[nodiscard]] DeviceTimes times() const override { return times_; }

 private:
  std::unique_ptr<Kernel> kernel_;
  DeviceTimes times_{};
};

TEST(BenchmarkRun, OfADeviceDoesTheWorkOften) {
  const Problem problem{.n = 11};
  const KernelEntry& kernel = choose_kernel("auto");
  DeviceOfAKernel device(kernel, problem);
  const KernelBenchmark result = run_benchmark(device, "opencl", problem);
  const KernelBenchmark expected = run_benchmark(kernel, problem);
  EXPECT_EQ(result.kernel, "opencl");
  EXPECT_GE(result.runs, 5);
  EXPECT_EQ(result.prefixes, expected.prefixes);
  if (kernel.search == "frontier") {
    EXPECT_EQ(result.nodes, expected.nodes);
  }
  // All solutions of n = 11.
  EXPECT_NEAR(result.solutions_per_second * result.seconds, 2680, 0.01);
  EXPECT_NEAR(*result.trunk_seconds, 1e-3 * static_cast<double>(result.prefixes), 1e-6);
  EXPECT_EQ(result.waiting_seconds, 0.0);
}

}  // namespace
}  // namespace nqueens
