// The repair: a greedy random start that leaves at most a hundred queens unplaced. Then queens swap
// rows until none is attacked.
#include "boards/solutions/one_solution.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

namespace nqueens {
namespace {

/// Columns left to the second phase. Each adds at most two conflicts, and the number of conflicts
/// never grows, so no diagonal ever holds more than 2 * max_unsettled + 1 queens. One byte counts
/// them.
constexpr std::size_t max_unsettled = 100;
static_assert(2 * max_unsettled + 1 <= 255);

/// Rows to try for one column before the start is given up: far more than ever needed.
constexpr int max_tries = 10'000;

class Repair {
 public:
  Repair(std::size_t n, Random& random)
      : n_(n), random_(random), rows_(n), diagonals_(2 * n - 1), antidiagonals_(2 * n - 1) {}

  /// One start and its repair; false if it got stuck.
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

  void place(std::size_t column) {
    ++diagonal(column, rows_[column]);
    ++antidiagonal(column, rows_[column]);
  }

  void remove(std::size_t column) {
    --diagonal(column, rows_[column]);
    --antidiagonal(column, rows_[column]);
  }

  bool is_attacked(std::size_t column) {
    return diagonal(column, rows_[column]) > 1 || antidiagonal(column, rows_[column]) > 1;
  }

  /// Places the queen of a column. A diagonal with k queens has k - 1 conflicts.
  /// @return the conflicts that this adds
  int place_counting(std::size_t column) {
    const int conflicts = (diagonal(column, rows_[column]) > 0 ? 1 : 0) +
                          (antidiagonal(column, rows_[column]) > 0 ? 1 : 0);
    place(column);
    return conflicts;
  }

  /// The greedy start. The last columns are shuffled too, but not tested.
  bool start() {
    const std::size_t settled = n_ - std::min(n_, max_unsettled);
    draw_ahead();
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

  /// Swaps until no queen is attacked. At least one of any two queens that attack each other is in
  /// unsettled_.
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

  /// The conflicts that the queens of two columns would add. They are off the board now.
  int conflicts_of_pair(std::size_t column, std::size_t other) {
    return place_counting(column) + place_counting(other);
  }

  bool swap_if_better(std::size_t column, std::size_t other) {
    const auto remove_both_and_swap = [&] {
      remove(column);
      remove(other);
      std::swap(rows_[column], rows_[other]);
    };
    remove(column);
    remove(other);
    const int before = conflicts_of_pair(column, other);
    remove_both_and_swap();
    if (conflicts_of_pair(column, other) < before) {
      return true;
    }
    remove_both_and_swap();
    place(column);
    place(other);
    return false;
  }

  /// Draws of the greedy start are made ahead, so that their rows are in the cache when needed. A
  /// draw that its column has passed by then is skipped; the others are still uniform.
  void draw_ahead() {
    for (std::size_t& drawn : drawn_) {
      drawn = random_.below(n_);
    }
  }

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
  Random& random_;
  std::vector<Row> rows_;                    ///< a permutation at all times
  std::vector<std::uint8_t> diagonals_;      ///< queens by column + row
  std::vector<std::uint8_t> antidiagonals_;  ///< queens by column - row + n - 1
  std::vector<std::size_t> unsettled_;
  std::array<std::size_t, 16> drawn_{};
  std::size_t next_drawn_ = 0;
};

}  // namespace

std::vector<Row> constructed(std::uint64_t n) {
  std::vector<Row> rows;
  for (std::uint64_t column = 0; column < n; ++column) {
    rows.push_back(constructed_row(n, column));
  }
  return rows;
}

std::vector<Row> repair(std::uint64_t n, std::uint64_t seed) {
  Random random(seed);
  Repair repair(n, random);
  while (!repair.attempt()) {
  }
  return repair.take();
}

}  // namespace nqueens
