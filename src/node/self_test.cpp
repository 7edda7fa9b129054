// The self-test of a kernel, and the race of its variants.

#include "node/self_test.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <random>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "node/random_prefixes.hpp"
#include "system/clock.hpp"

namespace nqueens {
namespace {

std::vector<Prefix> prefixes_of(const Problem& problem, const SmallBoard& board) {
  std::vector<Prefix> prefixes;
  PrefixStream stream(problem, board.symmetry, board.depth);
  for (Prefix prefix; stream.next(prefix);) {
    prefixes.push_back(prefix);
  }
  return prefixes;
}

/// Prefixes of the problem's own board, since each size has its own code.
constexpr int random_prefixes = 50;
constexpr double max_test_nodes = 2000;
/// The plain kernel drops no child and is many times slower.
constexpr double max_test_nodes_with_plain = 300;

std::vector<Prefix> random_prefixes_of(const Problem& problem, double nodes) {
  std::mt19937_64 random(20'261'121);  // any seed will do, but it must not change
  const RandomPrefixes source(problem);
  std::vector<Prefix> prefixes(random_prefixes);
  std::generate(prefixes.begin(), prefixes.end(), [&] { return source.draw(nodes, random); });
  return prefixes;
}

const KernelEntry& reference_for(const KernelEntry& entry) {
  return choose_kernel(entry.name == "scalar" ? "plain" : "scalar");
}

/// Counts the prefixes of a problem with a kernel and its reference.
/// @param kind  of prefixes, for the message
void compare(const KernelEntry& entry, Kernel& kernel, const Problem& problem,
             std::span<const Prefix> prefixes, std::string_view kind) {
  const KernelEntry& reference = reference_for(entry);
  const std::size_t values = problem.values();
  std::vector<std::uint64_t> counts(prefixes.size() * values);
  std::vector<std::uint64_t> expected(counts.size());
  kernel.count(prefixes, counts);
  reference.make(problem)->count(prefixes, expected);
  if (const auto difference = first_difference(problem, counts, expected, reference.name, kind)) {
    throw std::runtime_error("kernel " + std::string(entry.name) + " failed its self-test: it " +
                             *difference);
  }
}

/// Nodes below a prefix in a race: enough that full vectors take most of the time, as in long
/// counts. Takes some tenths of a millisecond with AVX-512; a noisy machine needs several rounds.
constexpr double nodes_of_race = 3e5;
constexpr int rounds_of_race = 4;

double seconds_to_count(Kernel& kernel, const Prefix& prefix, std::span<std::uint64_t> counts) {
  const auto start = Clock::now();
  kernel.count({&prefix, 1}, counts);
  return seconds_since(start);
}

}  // namespace

const KernelEntry& fastest_variant(const KernelEntry& entry, const Problem& problem) {
  if (!entry.has_variants_for(problem.sequence)) {
    return entry;
  }
  struct Runner {
    const KernelEntry* entry;
    std::unique_ptr<Kernel> kernel;
    std::vector<std::uint64_t> counts;
    double seconds = std::numeric_limits<double>::infinity();
  };
  std::mt19937_64 random(20'261'122);  // any seed will do, but it must not change
  const Prefix prefix = RandomPrefixes(problem).draw(nodes_of_race, random);
  std::vector<Runner> runners;
  for (const KernelEntry& variant : entry.variants) {
    runners.push_back(
        {&variant, variant.make(problem), std::vector<std::uint64_t>(problem.values())});
  }
  for (int round = 0; round < rounds_of_race; ++round) {
    for (Runner& runner : runners) {
      runner.seconds =
          std::min(runner.seconds, seconds_to_count(*runner.kernel, prefix, runner.counts));
      if (runner.counts != runners.front().counts ||
          runner.kernel->nodes() != runners.front().kernel->nodes()) {
        throw std::runtime_error("kernels " + std::string(runner.entry->name) + " and " +
                                 std::string(runners.front().entry->name) +
                                 " failed their self-test: their counts or nodes differ");
      }
    }
  }
  return *std::ranges::min_element(runners, {}, &Runner::seconds)->entry;
}

std::unique_ptr<Kernel> make_tested_kernel(const KernelEntry& entry, const Problem& problem) {
  const SmallBoard& board = problem.row().small_board;
  const Problem small{.n = board.n, .sequence = problem.sequence};
  compare(entry, *entry.make(small), small, prefixes_of(small, board), "prefix");
  auto kernel = entry.make(problem);
  const bool with_plain = entry.name == "plain" || reference_for(entry).name == "plain";
  compare(entry, *kernel, problem,
          random_prefixes_of(problem, with_plain ? max_test_nodes_with_plain : max_test_nodes),
          "random prefix");
  return kernel;
}

std::optional<std::string> first_difference(const Problem& problem,
                                            std::span<const std::uint64_t> counts,
                                            std::span<const std::uint64_t> expected,
                                            std::string_view reference, std::string_view prefixes) {
  const auto [count, right] =
      std::mismatch(counts.begin(), counts.end(), expected.begin(), expected.end());
  if (count == counts.end()) {
    return std::nullopt;
  }
  const std::size_t values = problem.values();
  const auto index = static_cast<std::size_t>(count - counts.begin());
  return "counts " + std::to_string(*count) + " where " + std::string(reference) + " counts " +
         std::to_string(*right) +
         (values > 1 ? " on row " + std::to_string(index % values + 1) : "") + ", below " +
         std::string(prefixes) + " " + std::to_string(index / values) + " of " + to_string(problem);
}

}  // namespace nqueens
