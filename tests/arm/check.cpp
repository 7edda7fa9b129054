// Counts boards with every kernel of an Arm build and compares; run under emulation by
// tests/arm/check.sh.

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "core/known_counts.hpp"
#include "kernel/kernel.hpp"

namespace {

/// Counts a problem of every size up to the largest.
bool check(const nqueens::KernelEntry& entry, nqueens::Problem problem, int largest_n) {
  const std::string what = std::string(entry.name) + ", " + std::string(to_string(problem.board)) +
                           " " + std::string(to_string(problem.quantity)) + " of " +
                           noun_of(problem.chess_piece, false);
  // Queens of prefixes are not counted, so placements start from the empty board.
  const nqueens::Symmetry symmetry = problem.quantity == nqueens::Quantity::placements
                                         ? nqueens::Symmetry::none
                                         : nqueens::Symmetry::full;
  std::uint64_t nodes = 0;
  for (problem.n = 1; problem.n <= largest_n; ++problem.n) {
    const auto kernel = entry.make(problem);
    nqueens::PrefixStream stream(problem, symmetry, 0);
    std::vector<std::uint64_t> counts(problem.values());
    nqueens::Count sum;
    for (nqueens::Prefix prefix; stream.next(prefix);) {
      kernel->count({&prefix, 1}, counts);
      for (const std::uint64_t count : counts) {
        sum += nqueens::Count{count} * prefix.weight;
      }
    }
    nodes += kernel->nodes();
    if (sum != *nqueens::known_count(problem)) {
      std::printf("%s: n=%d is wrong: %s\n", what.c_str(), problem.n, to_string(sum).c_str());
      return false;
    }
  }
  std::printf("%s: right up to n=%d, %llu nodes\n", what.c_str(), largest_n,
              static_cast<unsigned long long>(nodes));
  return true;
}

}  // namespace

int main() {
  bool good = true;
  for (const nqueens::KernelEntry& entry : nqueens::kernels()) {
    if (entry.compiled()) {
      const bool plain = entry.name == "plain";
      good = check(entry, {}, plain ? 10 : 13) && good;
      good = check(entry, {.quantity = nqueens::Quantity::placements}, plain ? 9 : 11) && good;
      good = check(entry, {.board = nqueens::Board::torus}, plain ? 10 : 16) && good;
      good = check(entry, {.chess_piece = nqueens::ChessPiece::amazon}, plain ? 11 : 14) && good;
    } else {
      std::printf("%s: not in this build\n", std::string(entry.name).c_str());
    }
  }
  return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
