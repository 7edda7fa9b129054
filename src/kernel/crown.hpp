// The crown: what is left of a board when only so many rows remain that a frontier search takes
// over.
#pragma once

#include <array>
#include <cstdint>

#include "nqueens/core/board.hpp"

namespace nqueens {

/// A crown has at most so many rows.
inline constexpr int most_crown_rows = 17;

/// How much is taken off the cost that a crown may have: more makes more and smaller crowns, and
/// fewer children in all, of which each crown costs the same time to begin and to end (measured:
/// docs/kernels.md).
inline constexpr int crown_margin = 130;

/// The frontier searches no crown with fewer rows. (The cost that a crown may have is none with
/// fewer than five: what small prefixes leave is searched by the trunk.)
inline constexpr int least_crown_rows = 3;

/// The remaining lines of a placement, in the order of one of the four directions of search. They
/// are called rows here, whatever they are on the board. Indexed by the number of rows left, the
/// row itself counted.
struct Crown {
  int rows = 0;         ///< least_crown_rows to most_crown_rows
  LineSet columns = 0;  ///< without a queen; as many as rows
  std::array<LineSet, most_crown_rows + 1>
      available{};  ///< squares of that row which no placed queen attacks
  std::array<std::uint32_t, most_crown_rows + 1>
      gap{};  ///< distance from that row to the next, 1 to 31; [1] unused
};

}  // namespace nqueens
