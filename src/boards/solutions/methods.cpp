// Two searches for all solutions, column by column: one with bit sets, in lexicographic order, and
// the classic one over permutations, which counts comparisons. The repair: a greedy random start
// leaves at most a hundred queens unplaced, then queens swap rows until none is attacked.
#include "boards/solutions/methods.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>

namespace nqueens {
namespace {

struct ColumnSearch {
  std::size_t n;
  const VisitSolution& visit;
  std::array<Row, max_search> rows{};

  /// Fills the columns from `column` on. The words hold the rows of this column that are attacked
  /// along rows, falling and rising diagonals. False once `visit` returns false.
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

/// Searches with any moves, by the placements that cut counts into tasks.
struct PlacementSearch {
  int n;
  const VisitSolution& visit;
  Placement placed;
  std::array<Row, max_search> rows{};

  bool fill(int column) {
    while (column < n && (placed.columns >> column & 1U) != 0) {
      ++column;  // filled by the orbit of an earlier queen
    }
    if (column == n) {
      for (int row = 0; row < n; ++row) {
        const int its_column = placed.queen_column[static_cast<std::size_t>(row)];
        rows[static_cast<std::size_t>(its_column)] = static_cast<Row>(row);
      }
      return visit(Rows(rows).first(static_cast<std::size_t>(n)));
    }
    LineSet free = placed.free_in_column(n, column);
    bool go_on = true;
    for (; free != 0 && go_on; free = without_lowest(free)) {
      const Square square{lowest_line(free), column};
      placed.toggle(n, square);
      go_on = fill(column + 1);
      placed.toggle(n, square);
    }
    return go_on;
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

/// Columns left to the second phase. Each adds at most two conflicts, and their number never grows,
/// so no diagonal holds more than 2 * max_unsettled + 1 queens, which one byte can count.
constexpr std::size_t max_unsettled = 100;
static_assert(2 * max_unsettled + 1 <= 255);

/// Rows to try for a column before the start is given up: far more than ever needed.
constexpr int max_tries = 10'000;

class Repair {
 public:
  Repair(std::size_t n, std::uint64_t seed)
      : n_(n), random_(seed), rows_(n), diagonals_(2 * n - 1), antidiagonals_(2 * n - 1) {}

  /// A start and its repair; false if stuck.
  bool attempt() {
    std::iota(rows_.begin(), rows_.end(), Row{0});
    std::fill(diagonals_.begin(), diagonals_.end(), std::uint8_t{0});
    std::fill(antidiagonals_.begin(), antidiagonals_.end(), std::uint8_t{0});
    return start() && settle();
  }

  std::vector<Row> take() { return std::move(rows_); }

 private:
  std::uint8_t& diagonal(std::size_t column, Row row) { return diagonals_[column + row]; }
  std::uint8_t& antidiagonal(std::size_t column, Row row) {
    return antidiagonals_[column + n_ - 1 - row];
  }

  /// Places the queen of a column. A diagonal with k queens has k - 1 conflicts.
  /// @return the added conflicts
  int place(std::size_t column) {
    return (diagonal(column, rows_[column])++ > 0 ? 1 : 0) +
           (antidiagonal(column, rows_[column])++ > 0 ? 1 : 0);
  }

  void remove(std::size_t column) {
    --diagonal(column, rows_[column]);
    --antidiagonal(column, rows_[column]);
  }

  bool is_attacked(std::size_t column) {
    return diagonal(column, rows_[column]) > 1 || antidiagonal(column, rows_[column]) > 1;
  }

  /// The greedy start. The last columns are shuffled, too, but not tested.
  bool start() {
    const std::size_t settled = n_ - std::min(n_, max_unsettled);
    std::ranges::generate(drawn_, [this] { return random_.below(n_); });
    for (std::size_t column = 0; column < settled; ++column) {
      int tries = 0;
      std::size_t other = draw(column);
      while (diagonal(column, rows_[other]) != 0 || antidiagonal(column, rows_[other]) != 0) {
        if (++tries == max_tries) {
          return false;
        }
        other = draw(column);
      }
      std::swap(rows_[column], rows_[other]);
      place(column);
    }
    unsettled_.clear();
    for (std::size_t column = settled; column < n_; ++column) {
      std::swap(rows_[column], rows_[column + random_.below(n_ - column)]);
      place(column);
      unsettled_.push_back(column);
    }
    return true;
  }

  /// Swaps until no queen is attacked. unsettled_ has at least one of each two queens that attack
  /// each other.
  bool settle() {
    const std::size_t patience = std::min<std::size_t>(20 * n_ + 100, 1'000'000);
    while (!unsettled_.empty()) {
      const std::size_t column = unsettled_.back();
      unsettled_.pop_back();
      for (std::size_t tries = 0; is_attacked(column); ++tries) {
        if (tries == patience) {
          return false;
        }
        const std::size_t other = random_.below(n_);
        if (other != column && swap_if_better(column, other) && is_attacked(other)) {
          unsettled_.push_back(other);
        }
      }
    }
    return true;
  }

  bool swap_if_better(std::size_t column, std::size_t other) {
    const auto remove_both = [&] {
      remove(column);
      remove(other);
    };
    const auto place_both = [&] { return place(column) + place(other); };
    remove_both();
    const int before = place_both();
    remove_both();
    std::swap(rows_[column], rows_[other]);
    if (place_both() < before) {
      return true;
    }
    remove_both();
    std::swap(rows_[column], rows_[other]);
    place_both();
    return false;
  }

  /// Rows for the greedy start are drawn ahead, so that they are in the cache when needed. A draw
  /// passed by its column meanwhile is skipped; the others are still uniform.
  std::size_t draw(std::size_t column) {
    while (true) {
      std::size_t& slot = drawn_[next_drawn_++ % drawn_.size()];
      const std::size_t drawn = slot;
      slot = column + random_.below(n_ - column);
      __builtin_prefetch(&rows_[slot], 1);
      if (drawn >= column) {
        return drawn;
      }
    }
  }

  std::size_t n_;
  Random random_;
  std::vector<Row> rows_;                    ///< a permutation at all times
  std::vector<std::uint8_t> diagonals_;      ///< queens by column + row
  std::vector<std::uint8_t> antidiagonals_;  ///< queens by column - row + n - 1
  std::vector<std::size_t> unsettled_;
  std::array<std::size_t, 16> drawn_{};
  std::size_t next_drawn_ = 0;
};

}  // namespace

void search(int n, const VisitSolution& visit, const Moves& moves) {
  if (moves != Moves{}) {
    PlacementSearch{.n = n, .visit = visit, .placed = {.moves = moves}}.fill(0);
    return;
  }
  ColumnSearch{static_cast<std::size_t>(n), visit}.fill(0, 0, 0, 0);
}

std::uint64_t permute(int n, const VisitSolution& visit) {
  PermutationSearch permutations{static_cast<std::size_t>(n), visit};
  std::iota(permutations.rows.begin(), permutations.rows.end(), Row{0});
  permutations.fill(0);
  return permutations.comparisons;
}

std::vector<Row> constructed(std::uint64_t n) {
  std::vector<Row> rows;
  for (std::uint64_t column = 0; column < n; ++column) {
    rows.push_back(constructed_row(n, column));
  }
  return rows;
}

std::vector<Row> repair(std::uint64_t n, std::uint64_t seed) {
  Repair repair(n, seed);
  while (!repair.attempt()) {
  }
  return repair.take();
}

}  // namespace nqueens
