// Compares kernels with a simpler one, before a count.

#include "node/self_test.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <random>

#include "device/device_info.hpp"
#include "node/comparison.hpp"
#include "node/random_prefixes.hpp"
#include "nqueens/error.hpp"

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

/// Prefixes of the problem's own board, since each size has its own code.
constexpr int random_prefixes = 50;
constexpr double max_test_nodes = 2000;
/// The plain kernel drops no child and is many times slower.
constexpr double max_test_nodes_with_plain = 300;

void compare_with_reference(const KernelEntry& entry, Kernel& kernel, const TestBatch& batch) {
  const KernelEntry& reference = reference_for(entry);
  const Counted expected = count(reference, *reference.make(batch.problem), batch);
  if (const auto difference = first_difference(batch, count(entry, kernel, batch), expected)) {
    throw Error(ExitCode::wrong_answer,
                "kernel " + std::string(entry.name) + " failed its self-test: it " + *difference);
  }
}

/// A batch of random prefixes of the problem's board, always the same.
TestBatch fixed_batch(const Problem& problem, int prefixes, double max_nodes) {
  std::mt19937_64 random(20'261'121);  // any seed will do, but it must not change
  const RandomPrefixes source(problem);
  TestBatch batch{.problem = problem,
                  .prefixes = std::vector<Prefix>(static_cast<std::size_t>(prefixes))};
  std::ranges::generate(batch.prefixes, [&] { return source.draw(max_nodes, random); });
  return batch;
}

/// A launch of a device takes more crowns than fifty small prefixes have. The scalar kernel counts
/// these in a tenth of a second.
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
    const Counted counted = count(device, name, batch, 1, [] { return true; }).front();
    const std::vector<Counted> expected = {count(scalar, *scalar.make(problem), batch),
                                           count(vector, *vector.make(problem), batch)};
    if (const auto difference = find_difference(batch, counted, expected)) {
      throw WrongResults("kernel " + name + " failed its self-test: it " + *difference);
    }
  }
}

}  // namespace nqueens
