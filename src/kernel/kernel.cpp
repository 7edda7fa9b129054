// The loop over prefixes that all kernels share.

#include "kernel/kernel.hpp"

#include <algorithm>
#include <cassert>

namespace nqueens {

bool Kernel::count(std::span<const Prefix> prefixes, std::span<std::uint64_t> counts,
                   const KeepGoing& keep_going) noexcept {
  const std::size_t values = problem_.values();
  assert(prefixes.size() * values == counts.size());
  assert(std::ranges::all_of(prefixes, [this](const Prefix& prefix) {
    return prefix.placement.moves == problem_.info().moves;
  }));
  for (std::size_t i = 0; i < prefixes.size(); ++i) {
    if (!keep_going() ||
        !complete(prefixes[i].placement, counts.subspan(i * values, values), keep_going)) {
      return false;
    }
  }
  return true;
}

void Kernel::count(std::span<const Prefix> prefixes, std::span<std::uint64_t> counts) noexcept {
  count(prefixes, counts, [] { return true; });
}

}  // namespace nqueens
