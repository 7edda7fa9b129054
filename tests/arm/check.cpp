// Counts boards with every kernel of an Arm build and compares; run under emulation by tests/arm/check.sh.

#include <hwy/highway.h>

#include <cstdio>
#include <cstdlib>
#include <string>

#include "nqueens/core/known_counts.hpp"
#include "nqueens/kernel/kernel.hpp"

// Debian has no libhwy for the cross compiler. The emulated processor has everything.
std::int64_t hwy::SupportedTargets() {
  return HWY_TARGETS;
}

namespace {

bool check(const nqueens::KernelEntry& entry, int largest_n) {
  std::uint64_t nodes = 0;
  for (int n = 1; n <= largest_n; ++n) {
    const auto kernel = entry.make({.n = n});
    nqueens::PrefixStream stream(n, nqueens::Symmetry::full, 0);
    nqueens::Count sum;
    for (nqueens::Prefix prefix; stream.next(prefix);) {
      std::uint64_t completions = 0;
      kernel->count({&prefix, 1}, {&completions, 1});
      sum += nqueens::Count{completions} * prefix.weight;
    }
    nodes += kernel->nodes();
    if (sum != *nqueens::known_solutions(n)) {
      std::printf("%s: n=%d is wrong: %s\n", std::string(entry.name).c_str(), n, to_string(sum).c_str());
      return false;
    }
  }
  std::printf("%s: right up to n=%d, %llu nodes\n", std::string(entry.name).c_str(), largest_n,
              static_cast<unsigned long long>(nodes));
  return true;
}

}  // namespace

int main() {
  bool good = true;
  for (const nqueens::KernelEntry& entry : nqueens::kernels()) {
    if (entry.compiled()) {
      good = check(entry, entry.name == "plain" ? 10 : 13) && good;
    } else {
      std::printf("%s: not in this build\n", std::string(entry.name).c_str());
    }
  }
  return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
