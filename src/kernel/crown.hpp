// The crown: the last rows of a board, which a frontier search takes over.
#pragma once

#include <array>
#include <cstdint>

#include "core/board.hpp"

namespace nqueens {

/// Most rows of a crown.
inline constexpr int max_crown_rows = 17;

/// Lowers the largest cost of a crown. A higher value makes more and smaller crowns with fewer
/// children in all, but each crown costs a fixed time (measured: docs/kernels.md).
inline constexpr int crown_margin = 130;

/// Fewest rows of a crown. (Below five rows the largest cost is 0, so the trunk searches the rest
/// of such small boards.)
inline constexpr int min_crown_rows = 3;

/// A child with so few rows left is tested in every row and column; one with more, in its next two
/// rows only. In a large crown, which a large board has, more is saved than it costs to begin
/// earlier (measured: docs/kernels.md).
inline constexpr int covered_rows = 6;
inline constexpr int covered_rows_of_large = 7;
inline constexpr int fewest_rows_of_large = 14;

constexpr int covered_rows_of(int crown_rows) {
  return crown_rows < fewest_rows_of_large ? covered_rows : covered_rows_of_large;
}

/// Bursts of a frontier search between two calls of keep_going, about a millisecond.
inline constexpr int bursts_between_questions = 256;

/// The remaining lines of a placement, in the order of one of the four search directions. Here they
/// are called rows, even if they are columns of the board. Indexed by the number of rows left, this
/// row included.
struct Crown {
  int rows = 0;         ///< min_crown_rows to max_crown_rows
  LineSet columns = 0;  ///< without a queen; the same number as rows
  std::array<LineSet, max_crown_rows + 1>
      available{};  ///< squares of this row that no placed queen attacks
  std::array<std::uint32_t, max_crown_rows + 1>
      gap{};  ///< distance from this row to the next, 1 to 31; [1] unused
};

}  // namespace nqueens
