// A whole count by one kernel, prefix by prefix, without the queue.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "core/prefix_stream.hpp"
#include "kernel/kernel.hpp"
#include "nqueens/number.hpp"

namespace nqueens::test {

/// The sum of weight times count over the prefixes of a board, plus the prefixes above if rows
/// count.
inline Count count_board(Kernel& kernel, const Problem& problem, Symmetry symmetry, int depth,
                         LineOrder order = LineOrder::rows) {
  Count sum;
  for (int queens = 1; problem.info().by_row && queens <= depth; ++queens) {
    PrefixStream above(problem, Symmetry::none, queens);
    sum += above.skip(std::numeric_limits<std::uint64_t>::max());
  }
  PrefixStream stream(problem, symmetry, depth, order);
  std::vector<std::uint64_t> counts(problem.values());
  for (Prefix prefix; stream.next(prefix);) {
    kernel.count({&prefix, 1}, counts);
    for (const std::uint64_t count : counts) {
      sum += Count{count} * prefix.weight;
    }
  }
  return sum;
}

}  // namespace nqueens::test
