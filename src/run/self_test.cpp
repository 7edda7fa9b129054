#include "nqueens/run/self_test.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "comparison.hpp"
#include "random_prefixes.hpp"

namespace nqueens {
namespace {

/// The board that is counted whole, and how it is cut: a millisecond or two with the scalar kernel, and many
/// prefixes, since a fault that comes now and then hits one of many.
struct SmallBoard {
  Problem problem;
  Symmetry symmetry;
  int depth;
};

SmallBoard small_board_like(const Problem& problem) {
  if (problem.board == Board::torus) {
    return {{.n = 11, .board = Board::torus, .quantity = problem.quantity}, Symmetry::mirror, 3};
  }
  if (problem.quantity == Quantity::placements) {
    return {{.n = 10, .board = problem.board, .quantity = problem.quantity}, Symmetry::mirror, 3};
  }
  return {{.n = 12, .board = problem.board, .quantity = problem.quantity}, Symmetry::full, 5};
}

std::vector<Prefix> prefixes_of(const SmallBoard& board) {
  std::vector<Prefix> prefixes;
  PrefixStream stream(board.problem.n, board.symmetry, board.depth, board.problem.board);
  for (Prefix prefix; stream.next(prefix);) {
    prefixes.push_back(prefix);
  }
  return prefixes;
}

/// Prefixes of the problem's own board: rows and lines of that size have code of their own.
constexpr int random_prefixes = 50;
constexpr double most_nodes = 2000;
/// The plain kernel drops no child and is many times slower.
constexpr double most_nodes_with_plain = 300;

std::vector<Prefix> random_prefixes_of(const Problem& problem, double nodes) {
  std::mt19937_64 random(20'261'121);  // any seed will do, as long as it stays
  const RandomPrefixes source(problem);
  std::vector<Prefix> prefixes(random_prefixes);
  std::generate(prefixes.begin(), prefixes.end(), [&] { return source.draw(nodes, random); });
  return prefixes;
}

const KernelEntry& reference_for(const KernelEntry& entry) {
  return choose_kernel(entry.name == "scalar" ? "plain" : "scalar");
}

/// Counts the prefixes of a problem with a kernel and its reference.
/// @param kind  of the prefixes, for the message
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

}  // namespace

std::unique_ptr<Kernel> make_tested_kernel(const KernelEntry& entry, const Problem& problem) {
  const SmallBoard board = small_board_like(problem);
  compare(entry, *entry.make(board.problem), board.problem, prefixes_of(board), "prefix");
  auto kernel = entry.make(problem);
  const bool with_plain = entry.name == "plain" || reference_for(entry).name == "plain";
  compare(entry, *kernel, problem,
          random_prefixes_of(problem, with_plain ? most_nodes_with_plain : most_nodes), "random prefix");
  return kernel;
}

}  // namespace nqueens
