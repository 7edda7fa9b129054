// A whole count by one kernel, prefix by prefix, without the queue.
#pragma once

#include <cstdint>

#include "nqueens/core/count.hpp"
#include "nqueens/core/prefix_stream.hpp"
#include "nqueens/kernel/kernel.hpp"

namespace nqueens::test {

/// The sum of weight times completions over the prefixes of a board.
inline Count count_board(Kernel& kernel, int n, Symmetry symmetry, int depth,
                         Board board = Board::square) {
  PrefixStream stream(n, symmetry, depth, board);
  Count sum;
  for (Prefix prefix; stream.next(prefix);) {
    std::uint64_t completions = 0;
    kernel.count({&prefix, 1}, {&completions, 1});
    sum += Count{completions} * prefix.weight;
  }
  return sum;
}

}  // namespace nqueens::test
