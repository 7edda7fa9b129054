// Crowns on the host: seals of results, and counting for comparison.

#include "device/crown_device.hpp"

#include <bit>

namespace nqueens {
namespace {

/// A bijection of words that looks random (C. Wellons, "lowbias32", 2018).
constexpr std::uint32_t scrambled(std::uint32_t word) {
  word = (word ^ word >> 16) * 0x7feb352dU;
  word = (word ^ word >> 15) * 0x846ca68bU;
  return word ^ word >> 16;
}

constexpr std::size_t words_of_half = CrownRecord::max_rows + 1;

/// The words of a record are multiplied by these, so that a change in any changes the sum.
constexpr auto factors = [] {
  std::array<std::uint32_t, 2 * words_of_half> odd{};
  for (std::uint32_t i = 0; i < odd.size(); ++i) {
    odd[i] = scrambled(i + 1) | 1;
  }
  return odd;
}();

/// Fewest rows left of an expanded board; as in crowns.cl.
constexpr std::uint32_t min_rows = 3;

/// Depth first, with the tests of stack.cl.
class CrownSearch {
 public:
  explicit CrownSearch(const CrownRecord& crown) : crown_(crown) {}

  CrownSums count() {
    const std::uint32_t columns = crown_.available[0];
    const auto rows = static_cast<std::uint32_t>(std::popcount(columns));
    tested_rows_ = static_cast<std::uint32_t>(covered_rows_of(static_cast<int>(rows)));
    expand(rows, columns, 0, 0, columns & crown_.available.at(rows));
    return sums_;
  }

 private:
  void expand(std::uint32_t rows, std::uint32_t columns, std::uint32_t left, std::uint32_t right,
              std::uint32_t free) {
    const std::uint32_t gap = crown_.gaps[rows] & 31U;
    for (; free != 0; free &= free - 1) {
      const std::uint32_t queen = free & (0 - free);
      ++sums_.nodes;
      judge(rows, columns ^ queen, (left | queen) << gap, (right | queen) >> gap);
    }
  }

  /// Expands a child if it is alive. @param rows  left of its parent
  void judge(std::uint32_t rows, std::uint32_t columns, std::uint32_t left, std::uint32_t right) {
    const std::uint32_t first = columns & ~(left | right) & crown_.available[rows - 1];
    const std::uint32_t gap = crown_.gaps[rows - 1] & 31U;
    std::uint32_t far_left = left << gap;
    std::uint32_t far_right = right >> gap;
    const std::uint32_t second = columns & ~(far_left | far_right) & crown_.available[rows - 2];
    if (first == 0 || second == 0) {
      return;
    }
    if (rows <= tested_rows_ + 1) {
      std::uint32_t seen = first | second;
      for (std::uint32_t i = 3; i < rows; ++i) {
        const std::uint32_t distance = crown_.gaps[rows - i + 1] & 31U;
        far_left <<= distance;
        far_right >>= distance;
        const std::uint32_t squares =
            columns & ~(far_left | far_right) & crown_.available[rows - i];
        if (squares == 0) {
          return;
        }
        seen |= squares;
      }
      if (seen != columns) {
        return;
      }
    }
    if (rows > min_rows) {
      expand(rows - 1, columns, left, right, first);
    } else {
      const std::uint32_t lower = columns & (0 - columns);
      const bool attacked = (lower | lower << gap) == columns;
      sums_.solutions += attacked ? 0 : first == second ? 2 : 1;
    }
  }

  const CrownRecord& crown_;
  CrownSums sums_;
  std::uint32_t tested_rows_ = 0;
};

}  // namespace

std::uint32_t seal_of(const CrownRecord& crown, std::size_t place, std::uint32_t launch,
                      const CrownSums& sums) {
  std::uint32_t sum = 0;
  for (std::size_t i = 0; i < words_of_half; ++i) {
    sum += crown.available[i] * factors[i] + crown.gaps[i] * factors[words_of_half + i];
  }
  std::uint32_t seal = scrambled(sum ^ launch);
  seal = scrambled(seal + static_cast<std::uint32_t>(place));
  seal = scrambled(seal ^ sums.solutions);
  return scrambled(seal + sums.nodes);
}

CrownSums count_crown(const CrownRecord& crown) {
  return CrownSearch(crown).count();
}

}  // namespace nqueens
