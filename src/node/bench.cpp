// The work of the benchmark and its timing.

#include "node/bench.hpp"

#include <algorithm>
#include <cmath>
#include <random>

#include "system/clock.hpp"

namespace nqueens {
namespace {

constexpr int largest_whole_board = 17;
/// A sampled prefix gets queens until at most this many nodes are expected below it. The sample
/// chooses the next line by a rule of its own and ends above the trunk of the frontier, so
/// revisions of that trunk are compared on equal work: 20 ms to a second with the fastest kernels.
/// Searches without a trunk need no large trees: some seconds with the scalar kernel.
struct SampleSize {
  std::uint64_t rounds;
  double max_nodes;
};
constexpr SampleSize above_trunk{1, 5e7};
constexpr SampleSize without_trunk{8, 1.5e6};

/// Passes over the work: this many, unless they take too long, and more until enough time is
/// measured.
constexpr std::size_t usual_runs = 5;
constexpr double least_seconds = 1;
constexpr std::size_t most_runs = 1000;
constexpr double longest_seconds = 20;
/// Least duration of a run on a device, which may do the work in milliseconds.
constexpr double seconds_of_device = 0.5;

BenchmarkPass run_once(Kernel& kernel, const std::vector<SampledPrefix>& work) {
  BenchmarkPass pass;
  const std::uint64_t nodes = kernel.nodes();
  for (const SampledPrefix& sample : work) {
    std::uint64_t completions = 0;
    const auto start = Clock::now();
    kernel.count({&sample.prefix, 1}, {&completions, 1});
    const double seconds = seconds_since(start);
    pass.seconds += seconds;
    pass.scaled_up_seconds += seconds * sample.sample_weight;
    pass.solutions +=
        static_cast<double>(completions) * sample.prefix.weight * sample.sample_weight;
  }
  pass.nodes = kernel.nodes() - nodes;
  return pass;
}

/// @param times  repetitions without a pause; the pass has the average of one
/// @param max_seconds  of the pass; if exceeded, it covers only the work done by then
BenchmarkPass run_once(Backend& device, const std::vector<SampledPrefix>& work, std::size_t times,
                       double max_seconds) {
  BenchmarkPass pass;
  double device_seconds = 0;
  std::size_t counted = 0;
  const auto sample_of = [&work](std::size_t number) -> const SampledPrefix& {
    return work[number % work.size()];
  };
  const auto start = Clock::now();
  count_all(
      device, work.size() * times, [&](std::size_t number) { return sample_of(number).prefix; },
      [&](const UnitResult& done) {
        const SampledPrefix& sample = sample_of(done.unit.task);
        pass.solutions += done.count.approximate() * sample.prefix.weight * sample.sample_weight;
        pass.scaled_up_seconds += done.seconds * sample.sample_weight;
        device_seconds += done.seconds;
        pass.nodes += done.nodes;
        ++counted;
      },
      [&] { return counted == 0 || seconds_since(start) < max_seconds; });
  if (counted < work.size() * times) {
    times = 1;
  }
  const auto number = static_cast<double>(times);
  pass.seconds = seconds_since(start) / number;
  pass.solutions /= number;
  // The device's clock gives each prefix a share of the elapsed time, by which it is scaled up.
  pass.scaled_up_seconds *= device_seconds > 0 ? pass.seconds / device_seconds : 0;
  pass.nodes /= times;
  return pass;
}

/// @param run  makes a pass
/// @param longest  seconds after which no pass begins
template <class Run>
std::vector<BenchmarkPass> run_often(const Run& run, double longest = longest_seconds) {
  std::vector<BenchmarkPass> passes;
  const auto start = Clock::now();
  const auto is_enough = [&] {
    const double enough = passes.size() < usual_runs ? longest : std::min(longest, least_seconds);
    return passes.size() >= most_runs || seconds_since(start) >= enough;
  };
  while (passes.empty() || !is_enough()) {
    passes.push_back(run());
  }
  return passes;
}

double solutions_per_second(const BenchmarkPass& pass) {
  return pass.solutions / pass.scaled_up_seconds;
}

/// Cycles per second of this core: processors make one dependent addition per cycle. The best of
/// several tries, since others may use the core.
double measure_clock() {
  constexpr std::uint64_t additions = 2'000'000;
  double best = 0;
  for (int tries = 0; tries < 10; ++tries) {
    std::uint64_t sum = 0;
    const auto start = Clock::now();
    for (std::uint64_t i = 0; i < additions; ++i) {
      sum += i;
      asm volatile("" : "+r"(sum));  // keeps the additions separate
    }
    best = std::max(best, additions / seconds_since(start));
  }
  return best;
}

}  // namespace

KernelBenchmark summary_of(std::vector<BenchmarkPass> passes, const Problem& problem) {
  std::ranges::sort(passes, std::ranges::greater(), solutions_per_second);
  const BenchmarkPass& median = passes[passes.size() / 2];
  return {.problem = problem,
          .whole_board = problem.n <= largest_whole_board,
          .runs = static_cast<int>(passes.size()),
          .seconds = median.seconds,
          .solutions_per_second = solutions_per_second(median),
          .min_solutions_per_second = solutions_per_second(passes.back()),
          .max_solutions_per_second = solutions_per_second(passes.front()),
          .nodes_per_second = static_cast<double>(median.nodes) / median.seconds,
          .nodes = median.nodes};
}

std::vector<SampledPrefix> benchmark_work(std::string_view search, const Problem& problem) {
  constexpr std::uint64_t seed = 20'261'121;  // arbitrary, but it must not change
  const auto& [rounds, max_nodes] = search == "frontier" ? above_trunk : without_trunk;
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
        drawn.sample_weight /= static_cast<double>(rounds);
        work.push_back(drawn);
      }
    }
  }
  return work;
}

KernelBenchmark run_benchmark(const KernelEntry& kernel, const Problem& problem) {
  const std::vector<SampledPrefix> work = benchmark_work(kernel.search, problem);
  const auto instance = kernel.make(problem);
  const double clock_before = measure_clock();
  KernelBenchmark result =
      summary_of(run_often([&] { return run_once(*instance, work); }), problem);
  result.prefixes = work.size();
  result.kernel = kernel.name;
  result.instruction_set = kernel.instruction_set;
  const double clock_after = measure_clock();
  if (std::abs(clock_before - clock_after) < 0.05 * clock_after) {  // steady
    result.clock_hz = (clock_before + clock_after) / 2;
    result.cycles_per_node = *result.clock_hz / result.nodes_per_second;
  }
  return result;
}

KernelBenchmark run_benchmark(Backend& device, const std::string& kernel, const Problem& problem,
                              double max_seconds) {
  std::vector<SampledPrefix> work = benchmark_work("frontier", problem);
  if (max_seconds < longest_seconds) {
    std::ranges::shuffle(work, std::mt19937_64(1));
  }
  // The first pass, in which launches grow, shows the duration.
  const double first = run_once(device, work, 1, max_seconds).seconds;
  const auto times = static_cast<std::size_t>(std::clamp(seconds_of_device / first, 1.0, 1e6));
  const DeviceTimes before = device.times();
  KernelBenchmark result =
      summary_of(run_often([&] { return run_once(device, work, times, max_seconds); },
                           std::min(max_seconds, longest_seconds)),
                 problem);
  result.prefixes = work.size();
  const DeviceTimes after = device.times();
  const double passes = static_cast<double>(times) * result.runs;
  result.kernel = kernel;
  result.instruction_set = "OpenCL 1.2";
  result.trunk_seconds = (after.trunk - before.trunk) / passes;
  result.waiting_seconds = (after.waiting - before.waiting) / passes;
  return result;
}

}  // namespace nqueens
