// The work of the benchmark, and its timing.

#include "node/bench.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <random>

#include "job/plan.hpp"
#include "system/clock.hpp"

namespace nqueens {
namespace {

constexpr int largest_whole_board = 17;
constexpr int samples = 256;

/// A sampled prefix grows until it is expected to cost no more nodes than this. The whole work then
/// takes a fraction of a second with the fastest kernels, some seconds with the scalar one.
constexpr double max_sample_nodes = 1.5e6;

constexpr int max_runs = 5;
constexpr double longest_seconds = 20;

/// The k-th square of a set, from the lowest.
int kth_line(LineSet lines, std::uint64_t k) {
  for (; k > 0; --k) {
    lines = without_lowest(lines);
  }
  return lowest_line(lines);
}

/// The line with the fewest free squares and those squares.
struct Line {
  bool is_row = true;
  int index = 0;
  LineSet free = 0;
};

Line most_constrained(int n, const Placement& placement) {
  Line best;
  int fewest = max_board + 1;
  const auto look_at = [&best, &fewest](bool is_row, int index, LineSet free) {
    if (std::popcount(free) < fewest) {
      fewest = std::popcount(free);
      best = {.is_row = is_row, .index = index, .free = free};
    }
  };
  for (int i = 0; i < n; ++i) {
    if ((placement.rows >> i & 1U) == 0) {
      look_at(true, i, placement.free_in_row(n, i));
    }
    if ((placement.columns >> i & 1U) == 0) {
      look_at(false, i, placement.free_in_column(n, i));
    }
  }
  return best;
}

/// Fills the most constrained lines with random queens until the prefix is cheap enough.
/// @return false if a line has no free square left: the prefix then stands for no work
bool descend(int n, const CostModel& cost, std::mt19937_64& random, SampledPrefix& sample) {
  Placement& placement = sample.prefix.placement;
  while (cost(sample.prefix) > max_sample_nodes) {
    const Line line = most_constrained(n, placement);
    if (line.free == 0) {
      return false;
    }
    const auto choices = static_cast<std::uint64_t>(std::popcount(line.free));
    const int position = kth_line(line.free, random() % choices);
    placement.toggle(n, line.is_row ? Square{line.index, position} : Square{position, line.index});
    sample.stands_for *= static_cast<double>(choices);
  }
  return true;
}

/// Calls `visit` with every prefix of the board and its expected cost.
template <class Visit>
void for_each_prefix(const Problem& problem, const CostModel& cost, const Visit& visit) {
  PrefixStream stream(problem, Symmetry::full, 0);
  for (Prefix prefix; stream.next(prefix);) {
    visit(prefix, cost(prefix));
  }
}

/// Draws prefixes in proportion to their expected costs, at equal steps of the accumulated cost,
/// since a few prefixes of a board of odd size hold most of its work.
std::vector<SampledPrefix> sample_board(const Problem& problem) {
  const CostModel cost(problem);
  double total = 0;
  for_each_prefix(problem, cost, [&total](const Prefix&, double expected) { total += expected; });
  std::mt19937_64 random(20'261'121);  // any seed will do, but it must not change
  std::vector<SampledPrefix> work;
  double passed = 0;
  double wanted = total / (2 * samples);
  for_each_prefix(problem, cost, [&](const Prefix& prefix, double expected) {
    passed += expected;
    for (; passed > wanted; wanted += total / samples) {
      SampledPrefix sample{.prefix = prefix, .stands_for = total / (samples * expected)};
      if (descend(problem.n, cost, random, sample)) {
        work.push_back(sample);
      }
    }
  });
  return work;
}

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

std::vector<SampledPrefix> benchmark_work(const Problem& problem) {
  if (problem.n > largest_whole_board) {
    return sample_board(problem);
  }
  std::vector<SampledPrefix> work;
  PrefixStream stream(problem, Symmetry::full, 0);
  for (SampledPrefix sample; stream.next(sample.prefix);) {
    work.push_back(sample);
  }
  return work;
}

KernelBenchmark run_benchmark(const KernelEntry& kernel, const Problem& problem,
                              const std::vector<SampledPrefix>& work) {
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
