#include "nqueens/kernel/kernel.hpp"

#include <cassert>

namespace nqueens {

bool Kernel::count(std::span<const Prefix> prefixes, std::span<std::uint64_t> completions,
                   const KeepGoing& keep_going) noexcept {
  assert(prefixes.size() == completions.size());
  for (std::size_t i = 0; i < prefixes.size(); ++i) {
    const auto solutions = keep_going() ? complete(prefixes[i].placement, keep_going) : std::nullopt;
    if (!solutions) {
      return false;
    }
    completions[i] = *solutions;
  }
  return true;
}

void Kernel::count(std::span<const Prefix> prefixes, std::span<std::uint64_t> completions) noexcept {
  count(prefixes, completions, [] { return true; });
}

}  // namespace nqueens
