// The crown: the last lines of a placement, which a frontier search completes; and a stream of
// crowns.
#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/board.hpp"

namespace nqueens {

inline constexpr int max_crown_rows = 17;

/// Lowers the cost limit of crowns. A higher value makes more and smaller crowns with fewer
/// children in total, but each crown has a fixed cost in time (measured: docs/kernels.md).
inline constexpr int crown_margin = 130;

/// Below five rows no cost is within the limit, so the trunk searches the rest of such small
/// boards.
inline constexpr int min_crown_rows = 3;

/// A child with at most this many rows left is tested in every row and column, others only in their
/// next two rows. In large crowns, those of large boards, it pays to start earlier (measured:
/// docs/kernels.md).
inline constexpr int covered_rows = 6;
inline constexpr int covered_rows_of_large = 7;
inline constexpr int fewest_rows_of_large = 14;

constexpr int covered_rows_of(int crown_rows) {
  return crown_rows < fewest_rows_of_large ? covered_rows : covered_rows_of_large;
}

/// Bursts of a frontier search between two calls of keep_going, about a millisecond.
inline constexpr int bursts_between_questions = 256;

/// The remaining lines of a placement, in the order of one of the four search directions. They are
/// called rows here, even if they are columns of the board. Arrays are indexed by the number of
/// rows left, this row included.
struct Crown {
  int rows = 0;              ///< min_crown_rows to max_crown_rows
  ShortLineSet columns = 0;  ///< without a queen; as many as rows
  std::array<ShortLineSet, max_crown_rows + 1>
      available{};  ///< squares of this row that no placed queen attacks
  std::array<std::uint32_t, max_crown_rows + 1>
      gap{};  ///< distance from this row to the next, 1 to 31; [1] unused
};

/// Offset of the columns that a piece attacks at this distance of rows, besides diagonals.
inline std::size_t aside_at(std::size_t distance, bool like_knights) {
  return like_knights ? static_cast<std::size_t>(knights_aside(static_cast<int>(distance)))
                      : distance;
}

/// Tries each free square of the first row, for searches limited to fewer rows. Appends the
/// surviving children to `children`. @return the number of queens tried
/// @param crown  with more than fewest_rows_of_large rows, so that its children are large as well
inline std::uint32_t split(const Crown& crown, bool like_knights, std::vector<Crown>& children) {
  static_assert(fewest_rows_of_large > covered_rows_of_large, "two rows of a child are tested");
  assert(crown.rows > fewest_rows_of_large);
  const auto first = static_cast<std::size_t>(crown.rows);
  std::uint32_t tried = 0;
  for (ShortLineSet left = crown.available[first] & crown.columns; left != 0;
       left = without_lowest(left)) {
    const ShortLineSet queen = left & -left;
    ++tried;
    Crown child = crown;
    --child.rows;
    child.columns ^= queen;
    std::uint32_t distance = 0;
    for (std::size_t row = first - 1; row >= 1; --row) {
      distance += crown.gap[row + 1];
      const auto aside = static_cast<std::uint32_t>(aside_at(distance, like_knights));
      child.available[row] &= ~(queen << distance | queen >> distance);
      child.available[row] &= ~(queen << aside | queen >> aside);
    }
    if ((child.available[first - 1] & child.columns) != 0 &&
        (child.available[first - 2] & child.columns) != 0) {
      children.push_back(child);
    }
  }
  return tried;
}

/// The trunk of a placement as a stream of crowns, for a search that does not run on the processor.
/// The placement's completions are those of its crowns plus solutions(), its nodes those of its
/// crowns plus nodes().
class CrownSource {
 public:
  CrownSource() = default;
  CrownSource(const CrownSource&) = delete;
  CrownSource& operator=(const CrownSource&) = delete;
  virtual ~CrownSource() = default;

  /// Starts a placement, and drops the rest of the previous one.
  virtual void begin(const Placement& placement) = 0;

  /// Writes the next crown. @return false at the end, with `crown` unchanged
  virtual bool next(Crown& crown) = 0;

  /// Queens that the trunk has placed since begin().
  [[nodiscard]] virtual std::uint64_t nodes() const = 0;

  /// Completions that the trunk found itself since begin(), on small boards.
  [[nodiscard]] virtual std::uint64_t solutions() const = 0;
};

}  // namespace nqueens
