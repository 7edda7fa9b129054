// Prefixes to count on a device.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <stdexcept>
#include <vector>

#include "kernel/crown.hpp"
#include "kernel/kernel.hpp"
#include "support/boards.hpp"

namespace nqueens::test {

/// A random queen on each of the first rows, as far as there is room.
inline Prefix random_first_rows(int n, int queens, std::mt19937_64& random) {
  return random_prefix({.n = n, .sequence = Sequence::placements}, queens, random);
}

inline std::vector<Prefix> random_prefixes(int n, int queens, std::size_t number,
                                           std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<Prefix> prefixes(number);
  std::ranges::generate(prefixes, [&] { return random_first_rows(n, queens, random); });
  return prefixes;
}

/// The first of many random prefixes of `queens` queens that are a crown of as many rows as are
/// left: 17 at most. make_crown_source() has to know one.
inline Prefix prefix_of_a_crown(int n, int queens) {
  const auto source = make_crown_source({.n = n});
  std::mt19937_64 random(1);
  for (int tries = 0; tries < 20'000; ++tries) {
    const Prefix prefix = random_first_rows(n, queens, random);
    source->begin(prefix.placement);
    if (Crown crown; source->next(crown) && crown.rows == n - queens) {
      return prefix;
    }
  }
  throw std::logic_error("no such prefix");
}

}  // namespace nqueens::test
