// The crown: the last rows of a board, which a frontier search takes over; and a stream of them.
#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <vector>

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
  int rows = 0;              ///< min_crown_rows to max_crown_rows
  ShortLineSet columns = 0;  ///< without a queen; the same number as rows
  std::array<ShortLineSet, max_crown_rows + 1>
      available{};  ///< squares of this row that no placed queen attacks
  std::array<std::uint32_t, max_crown_rows + 1>
      gap{};  ///< distance from this row to the next, 1 to 31; [1] unused
};

/// How far aside of its column a piece attacks at this distance of the rows, besides diagonals.
inline std::size_t aside_at(std::size_t distance, bool like_knights) {
  return like_knights ? static_cast<std::size_t>(knights_aside(static_cast<int>(distance)))
                      : distance;
}

/// For a search that does not take as many rows: tries each free square of the first row. Appends
/// the children that live to `children`. @return the queens tried
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

/// The trunk of a prefix as a stream of crowns, for a search that runs elsewhere than on the
/// processor: gives the crowns of one placement after the other. Its completions are those of its
/// crowns plus solutions(); its nodes are those of its crowns plus nodes().
class CrownSource {
 public:
  CrownSource() = default;
  CrownSource(const CrownSource&) = delete;
  CrownSource& operator=(const CrownSource&) = delete;
  virtual ~CrownSource() = default;

  /// Starts with a placement, whatever is left of the one before.
  virtual void begin(const Placement& placement) = 0;

  /// Writes the next crown; false, and `crown` untouched, at the end.
  virtual bool next(Crown& crown) = 0;

  /// Queens that the trunk has placed since begin().
  [[nodiscard]] virtual std::uint64_t nodes() const = 0;

  /// Completions that the trunk itself has found since begin(), on small boards.
  [[nodiscard]] virtual std::uint64_t solutions() const = 0;
};

}  // namespace nqueens
