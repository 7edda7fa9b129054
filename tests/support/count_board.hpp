// A whole count by one kernel, prefix by prefix, without the queue.
#pragma once

#include <cstdint>

#include "core/count.hpp"
#include "core/prefix_stream.hpp"
#include "kernel/kernel.hpp"

namespace nqueens::test {

/// The sum of weight times completions over the prefixes of a board.
inline Count count_board(Kernel& kernel, const Problem& problem, Symmetry symmetry, int depth) {
  PrefixStream stream(problem, symmetry, depth);
  Count sum;
  for (Prefix prefix; stream.next(prefix);) {
    std::uint64_t completions = 0;
    kernel.count({&prefix, 1}, {&completions, 1});
    sum += Count{completions} * prefix.weight;
  }
  return sum;
}

}  // namespace nqueens::test
