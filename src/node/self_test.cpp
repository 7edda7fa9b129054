// Compares kernels with a simpler one, counts batches, and describes differences.

#include "node/self_test.hpp"

#include <algorithm>
#include <random>

#include "core/number.hpp"
#include "device/device_info.hpp"
#include "node/random_prefixes.hpp"
#include "nqueens/error.hpp"
#include "system/clock.hpp"

namespace nqueens {
namespace {

TestBatch small_board(const Problem& problem) {
  const SmallBoard& board = problem.info().small_board;
  TestBatch batch{.problem = {.n = board.n, .sequence = problem.sequence}, .kind = "prefix"};
  PrefixStream stream(batch.problem, board.symmetry, board.depth);
  for (Prefix prefix; stream.next(prefix);) {
    batch.prefixes.push_back(prefix);
  }
  return batch;
}

/// Prefixes of the problem's own board, since each size is compiled separately.
constexpr int random_prefixes = 50;
constexpr double max_test_nodes = 2000;
/// The plain kernel prunes nothing and is many times slower.
constexpr double max_test_nodes_with_plain = 300;

void compare_with_reference(const KernelEntry& entry, Kernel& kernel, const TestBatch& batch) {
  const KernelEntry& reference = reference_for(entry);
  const BatchCount expected = count(reference, *reference.make(batch.problem), batch);
  if (const auto difference = first_difference(batch, count(entry, kernel, batch), expected)) {
    throw Error(ExitCode::wrong_answer,
                "kernel " + std::string(entry.name) + " failed its self-test: it " + *difference);
  }
}

/// Random prefixes of the problem's board, always the same.
TestBatch fixed_batch(const Problem& problem, int prefixes, double max_nodes) {
  std::mt19937_64 random(20'261'121);  // arbitrary, but it must not change
  const RandomPrefixes source(problem);
  TestBatch batch{.problem = problem,
                  .prefixes = std::vector<Prefix>(static_cast<std::size_t>(prefixes))};
  std::ranges::generate(batch.prefixes, [&] { return source.draw(max_nodes, random); });
  return batch;
}

/// A device's launch takes more crowns than fifty small prefixes have. The scalar kernel counts
/// these larger ones in a tenth of a second.
constexpr double max_launch_nodes = 2e5;

}  // namespace

std::unique_ptr<Kernel> make_tested_kernel(const KernelEntry& entry, const Problem& problem) {
  const TestBatch small = small_board(problem);
  compare_with_reference(entry, *entry.make(small.problem), small);
  const bool with_plain = entry.name == "plain" || reference_for(entry).name == "plain";
  const TestBatch batch = fixed_batch(problem, random_prefixes,
                                      with_plain ? max_test_nodes_with_plain : max_test_nodes);
  auto kernel = entry.make(problem);
  compare_with_reference(entry, *kernel, batch);
  return kernel;
}

void test_device(Backend& device, const std::string& name, const Problem& problem) {
  const KernelEntry& scalar = choose_kernel("scalar");
  const KernelEntry& vector = choose_kernel("auto");
  for (const double max_nodes : {max_test_nodes, max_launch_nodes}) {
    const TestBatch batch = fixed_batch(problem, random_prefixes, max_nodes);
    const BatchCount counted = count(device, name, batch, 1, [] { return true; }).front();
    const std::vector<BatchCount> expected = {count(scalar, *scalar.make(problem), batch),
                                              count(vector, *vector.make(problem), batch)};
    if (const auto difference = find_difference(batch, counted, expected)) {
      throw WrongResults("kernel " + name + " failed its self-test: it " + *difference);
    }
  }
}

std::optional<BatchCount> count(const KernelEntry& entry, Kernel& kernel, const TestBatch& batch,
                                const KeepGoing& keep_going) {
  BatchCount counted{
      .kernel = entry.name,
      .record_name = entry.record_name(),
      .counts = std::vector<std::uint64_t>(batch.prefixes.size() * batch.problem.values())};
  const std::uint64_t nodes = kernel.nodes();
  const auto start = Clock::now();
  if (!keep_going) {
    kernel.count(batch.prefixes, counted.counts);
  } else if (!kernel.count(batch.prefixes, counted.counts, keep_going)) {
    return std::nullopt;
  }
  counted.seconds = seconds_since(start);
  counted.nodes = kernel.nodes() - nodes;
  return counted;
}

BatchCount count(const KernelEntry& entry, Kernel& kernel, const TestBatch& batch) {
  return *count(entry, kernel, batch, {});
}

std::vector<BatchCount> count(Backend& device, const std::string& name, const TestBatch& batch,
                              std::size_t times, const KeepGoing& keep_going) {
  const std::size_t prefixes = batch.prefixes.size();
  std::vector<BatchCount> counted(
      times,
      {.kernel = "opencl", .record_name = name, .counts = std::vector<std::uint64_t>(prefixes)});
  std::size_t done = 0;
  const auto start = Clock::now();
  count_all(
      device, prefixes * times,
      [&](std::size_t number) { return batch.prefixes[number % prefixes]; },
      [&](const UnitResult& result) {
        BatchCount& to = counted[result.unit.task / prefixes];
        to.counts[result.unit.task % prefixes] = result.count.low();
        to.nodes += result.nodes;
        ++done;
      },
      keep_going);
  counted.resize(done / prefixes);
  for (BatchCount& each : counted) {
    each.seconds = seconds_since(start) / static_cast<double>(counted.size());
  }
  return counted;
}

std::optional<std::string> first_difference(const TestBatch& batch, const BatchCount& counted,
                                            const BatchCount& expected) {
  const auto [found, right] = std::ranges::mismatch(counted.counts, expected.counts);
  if (found == counted.counts.end()) {
    return std::nullopt;
  }
  const std::size_t values = batch.problem.values();
  const auto index = static_cast<std::size_t>(found - counted.counts.begin());
  return "counts " + std::to_string(*found) + " where " + std::string(expected.kernel) +
         " counts " + std::to_string(*right) +
         (values > 1 ? " on row " + std::to_string(index % values + 1) : "") + ", below " +
         std::string(batch.kind) + " " + std::to_string(index / values) + " of " +
         to_string(batch.problem);
}

std::optional<std::string> find_difference(const TestBatch& batch, const BatchCount& counted,
                                           const std::vector<BatchCount>& others) {
  if (auto difference = first_difference(batch, counted, others.front())) {
    return difference;
  }
  for (const BatchCount& other : others) {
    if (same_search(counted.record_name, other.record_name, batch.problem) &&
        counted.nodes != other.nodes) {
      return "visits " + amount_of(counted.nodes, "node") + " where " + std::string(other.kernel) +
             " visits " + std::to_string(other.nodes) + ", below " +
             amount_of(batch.prefixes.size(), std::string(batch.kind)) + " of " +
             to_string(batch.problem);
    }
  }
  return std::nullopt;
}

const KernelEntry& reference_for(const KernelEntry& entry) {
  return choose_kernel(entry.name == "scalar" ? "plain" : "scalar");
}

}  // namespace nqueens
