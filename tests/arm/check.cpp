// Counts boards with every kernel of an Arm build and compares; run under emulation by
// tests/arm/check.sh.

#include <array>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "core/sequence.hpp"
#include "kernel/kernel.hpp"

namespace {

/// Of the fingerprints, by sequence.
constexpr std::array sizes = {13, 16, 11, 14};

/// Counts a problem of every size up to the largest.
bool check(const nqueens::KernelEntry& entry, nqueens::Problem problem, int largest_n) {
  const std::string what = std::string(entry.name) + ", " + std::string(problem.info().name);
  // Queens of prefixes are not counted, so rows are counted from the empty board.
  const nqueens::Symmetry symmetry =
      problem.info().by_row ? nqueens::Symmetry::none : nqueens::Symmetry::full;
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
      for (std::size_t i = 0; i < nqueens::sequences.size(); ++i) {
        const auto sequence = static_cast<nqueens::Sequence>(i);
        const int small = info_of(sequence).small_board.n;
        const int largest = entry.name == "plain" ? small - 1 : i < sizes.size() ? sizes[i] : small;
        good = (!entry.counts(sequence) || check(entry, {.sequence = sequence}, largest)) && good;
      }
    } else {
      std::printf("%s: not in this build\n", std::string(entry.name).c_str());
    }
  }
  return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
