// Prefixes to count on a device.
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <stdexcept>
#include <vector>

#include "kernel/crown.hpp"
#include "kernel/kernel.hpp"

namespace nqueens::test {

/// Prefixes of random boards: a random queen on each of the first rows, as far as there is room.
inline std::vector<Prefix> random_prefixes(int n, int queens, std::size_t number,
                                           std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<Prefix> prefixes(number);
  for (Prefix& prefix : prefixes) {
    for (int row = 0; row < queens; ++row) {
      std::vector<int> columns;
      for (LineSet left = prefix.placement.free_in_row(n, row); left != 0;
           left = without_lowest(left)) {
        columns.push_back(lowest_line(left));
      }
      if (columns.empty()) {
        break;
      }
      prefix.placement.toggle(n, {row, columns[random() % columns.size()]});
    }
  }
  return prefixes;
}

/// The first of many random prefixes of `queens` queens that are a crown of as many rows as are
/// left: 17 at most. make_crown_source() has to know one.
inline Prefix prefix_of_a_crown(int n, int queens) {
  const auto source = make_crown_source({.n = n});
  for (const Prefix& prefix : random_prefixes(n, queens, 20'000, 1)) {
    source->begin(prefix.placement);
    if (Crown crown; source->next(crown) && crown.rows == n - queens) {
      return prefix;
    }
  }
  throw std::logic_error("no such prefix");
}

}  // namespace nqueens::test
