// The work of the benchmark, and its timing.

#include "node/bench.hpp"

#include <algorithm>
#include <cmath>

#include "system/clock.hpp"

namespace nqueens {
namespace {

constexpr int largest_whole_board = 17;
/// A sampled prefix grows until it is expected to cost no more nodes than this. The sample follows
/// a rule of its own for the next line, so it ends above the trunk of the frontier: two revisions
/// of that tree are compared by their own rules. The whole work takes about a second with the
/// fastest kernels. Searches without a trunk need no large trees: some seconds with the scalar one.
struct SampleSize {
  std::uint64_t rounds;
  double max_nodes;
};
constexpr SampleSize above_trunk{1, 5e7};
constexpr SampleSize without_trunk{8, 1.5e6};

constexpr int max_runs = 5;
constexpr double longest_seconds = 20;

/// One pass over the work, with the time of each prefix.
struct Pass {
  double seconds = 0;
  double solutions = 0;  ///< weighted and scaled up
  double scaled_up_seconds = 0;
};

Pass run_once(Kernel& kernel, const std::vector<SampledPrefix>& work) {
  Pass pass;
  for (const SampledPrefix& sample : work) {
    std::uint64_t completions = 0;
    const auto start = Clock::now();
    kernel.count({&sample.prefix, 1}, {&completions, 1});
    const double seconds = seconds_since(start);
    pass.seconds += seconds;
    pass.scaled_up_seconds += seconds * sample.stands_for;
    pass.solutions += static_cast<double>(completions) * sample.prefix.weight * sample.stands_for;
  }
  return pass;
}

double solutions_per_second(const Pass& pass) {
  return pass.solutions / pass.scaled_up_seconds;
}

/// Cycles per second of this core: every processor that runs this makes one dependent addition per
/// cycle. The best of several tries, since others may use the core for a while.
double measure_clock() {
  constexpr std::uint64_t additions = 2'000'000;
  double best = 0;
  for (int tries = 0; tries < 10; ++tries) {
    std::uint64_t sum = 0;
    const auto start = Clock::now();
    for (std::uint64_t i = 0; i < additions; ++i) {
      sum += i;
      asm volatile("" : "+r"(sum));  // keeps the additions apart
    }
    best = std::max(best, additions / seconds_since(start));
  }
  return best;
}

/// The clock, if it was equal to 5 % before and after.
std::optional<double> steady_clock_rate(double before, double after) {
  return std::abs(before - after) < 0.05 * after ? std::optional<double>((before + after) / 2)
                                                 : std::nullopt;
}

}  // namespace

std::vector<SampledPrefix> benchmark_work(const KernelEntry& kernel, const Problem& problem) {
  constexpr std::uint64_t seed = 20'261'121;  // any will do, but it must not change
  const auto& [rounds, max_nodes] = kernel.search == "frontier" ? above_trunk : without_trunk;
  const PrefixSample sample({.problem = problem}, max_nodes);
  std::vector<SampledPrefix> work;
  if (problem.n <= largest_whole_board) {
    for (const Prefix& root : sample.roots()) {
      work.push_back({.prefix = root});
    }
    return work;
  }
  for (std::uint64_t round = 0; round < rounds; ++round) {
    for (SampledPrefix& drawn : sample.round(round, seed)) {
      if (drawn.expected_nodes > 0) {
        drawn.stands_for /= static_cast<double>(rounds);
        work.push_back(drawn);
      }
    }
  }
  return work;
}

KernelBenchmark run_benchmark(const KernelEntry& kernel, const Problem& problem) {
  const std::vector<SampledPrefix> work = benchmark_work(kernel, problem);
  const auto instance = kernel.make(problem);
  const double clock_before = measure_clock();
  std::vector<Pass> passes;
  const auto start = Clock::now();
  while (passes.size() < max_runs && (passes.empty() || seconds_since(start) < longest_seconds)) {
    passes.push_back(run_once(*instance, work));
  }
  std::sort(passes.begin(), passes.end(),
            [](const Pass& a, const Pass& b) { return a.seconds < b.seconds; });
  const Pass& median = passes[passes.size() / 2];
  const std::uint64_t children = instance->nodes() / passes.size();
  KernelBenchmark result{.kernel = std::string(kernel.name),
                         .instruction_set = std::string(kernel.instruction_set),
                         .problem = problem,
                         .whole_board = problem.n <= largest_whole_board,
                         .prefixes = work.size(),
                         .runs = static_cast<int>(passes.size()),
                         .seconds = median.seconds,
                         .solutions_per_second = solutions_per_second(median),
                         .min_solutions_per_second = solutions_per_second(passes.back()),
                         .max_solutions_per_second = solutions_per_second(passes.front()),
                         .children_per_second = static_cast<double>(children) / median.seconds,
                         .children = children,
                         .clock_hz = steady_clock_rate(clock_before, measure_clock()),
                         .cycles_per_child = {}};
  if (result.clock_hz) {
    result.cycles_per_child = *result.clock_hz / result.children_per_second;
  }
  return result;
}

}  // namespace nqueens
