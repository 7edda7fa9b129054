// Two searches for all solutions, column by column: one with sets of bits, in lexicographic order,
// and the classic one over permutations, which counts its comparisons.

#include "boards/solutions/search.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>
#include <utility>

namespace nqueens {
namespace {

struct ColumnSearch {
  std::size_t n;
  const VisitSolution& visit;
  std::array<Row, max_search> rows{};

  /// Fills the columns from `column` on. The words hold the rows of that column that are attacked
  /// along a row and along the diagonals that lead down and up. False once `visit` returns false.
  bool fill(std::size_t column, std::uint64_t taken, std::uint64_t down, std::uint64_t up) {
    if (column == n) {
      return visit(Rows(rows).first(n));
    }
    const std::uint64_t board = ~std::uint64_t{0} >> (64 - n);
    for (std::uint64_t free = board & ~(taken | down | up); free != 0; free &= free - 1) {
      const std::uint64_t queen = free & (~free + 1);
      rows[column] = static_cast<Row>(std::countr_zero(queen));
      if (!fill(column + 1, taken | queen, (down | queen) << 1, (up | queen) >> 1)) {
        return false;
      }
    }
    return true;
  }
};

struct PermutationSearch {
  std::size_t n;
  const VisitSolution& visit;
  std::array<Row, max_search> rows{};
  std::uint64_t comparisons = 0;

  bool is_attacked(std::size_t column) {
    for (std::size_t other = 0; other < column; ++other) {
      ++comparisons;
      const Row low = std::min(rows[other], rows[column]);
      if (std::max(rows[other], rows[column]) - low == column - other) {
        return true;
      }
    }
    return false;
  }

  bool fill(std::size_t column) {
    if (column == n) {
      return visit(Rows(rows).first(n));
    }
    for (std::size_t other = column; other < n; ++other) {
      std::swap(rows[column], rows[other]);
      const bool go_on = is_attacked(column) || fill(column + 1);
      std::swap(rows[column], rows[other]);
      if (!go_on) {
        return false;
      }
    }
    return true;
  }
};

}  // namespace

void search(int n, const VisitSolution& visit) {
  ColumnSearch{static_cast<std::size_t>(n), visit}.fill(0, 0, 0, 0);
}

std::uint64_t permute(int n, const VisitSolution& visit) {
  PermutationSearch permutations{static_cast<std::size_t>(n), visit};
  std::iota(permutations.rows.begin(), permutations.rows.end(), Row{0});
  permutations.fill(0);
  return permutations.comparisons;
}

}  // namespace nqueens
