// Makes magic squares from solutions, balances their diagonals by swapping digits, and finds
// solutions in squares.
#include "boards/puzzles/magic.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <numeric>
#include <utility>

#include "boards/solutions/methods.hpp"

namespace nqueens {
namespace {

/// One of the two Latin squares of a solution. A square has the digit of its remainder, row + sign
/// q(column) modulo n. The digits are a permutation of 0 to n - 1.
class CyclicSquare {
 public:
  /// @param sign  -1: the solution; +1: its mirror image
  CyclicSquare(Rows solution, int sign)
      : n_(static_cast<int>(solution.size())),
        solution_(solution),
        sign_(sign),
        digits_(solution.size()) {
    std::iota(digits_.begin(), digits_.end(), 0);
  }

  [[nodiscard]] int digit(int row, int column) const { return digits_[remainder(row, column)]; }

  /// Permutes digits until both diagonals have the sum 0 + 1 + ... + n - 1. Each step swaps the two
  /// digits that bring both sums nearest to it; if no swap helps, it begins again from a random
  /// order. The same problem always has the same answer.
  /// @param first  the first remainder whose digit may change
  /// @return false if the search was stopped, or after a thousand beginnings
  bool balance(std::size_t first, Search& search) {
    const std::vector<Sums> counts = on_diagonals();
    Random random(1);
    for (int beginning = 0; beginning < 1000; ++beginning) {
      while (improve(first, counts)) {
        if (!search.go_on()) {
          return false;
        }
      }
      if (excess(counts).size() == 0) {
        return true;
      }
      for (std::size_t i = digits_.size(); i > first + 1; --i) {
        std::swap(digits_[i - 1], digits_[first + random.below(i - first)]);
      }
    }
    return false;
  }

 private:
  struct Sums {
    std::int64_t falling = 0;
    std::int64_t rising = 0;
    [[nodiscard]] std::int64_t size() const { return std::abs(falling) + std::abs(rising); }
  };

  [[nodiscard]] std::size_t remainder(int row, int column) const {
    const auto queen = static_cast<int>(solution_[static_cast<std::size_t>(column)]);
    return static_cast<std::size_t>((row + sign_ * queen + n_) % n_);
  }

  /// How often each remainder occurs on the diagonals.
  [[nodiscard]] std::vector<Sums> on_diagonals() const {
    std::vector<Sums> counts(digits_.size());
    for (int column = 0; column < n_; ++column) {
      ++counts[remainder(column, column)].falling;
      ++counts[remainder(n_ - 1 - column, column)].rising;
    }
    return counts;
  }

  /// By how much both sums are too large.
  [[nodiscard]] Sums excess(const std::vector<Sums>& counts) const {
    Sums sums;
    for (std::size_t i = 0; i < digits_.size(); ++i) {
      sums.falling += digits_[i] * (counts[i].falling - 1);
      sums.rising += digits_[i] * (counts[i].rising - 1);
    }
    return sums;
  }

  /// Makes the best swap; false if none helps.
  bool improve(std::size_t first, const std::vector<Sums>& counts) {
    const Sums now = excess(counts);
    std::int64_t least = now.size();
    std::pair<std::size_t, std::size_t> best;
    for (std::size_t i = first; i < digits_.size() && least > 0; ++i) {
      for (std::size_t j = i + 1; j < digits_.size(); ++j) {
        const std::int64_t step = digits_[j] - digits_[i];
        const Sums then = {now.falling + step * (counts[i].falling - counts[j].falling),
                           now.rising + step * (counts[i].rising - counts[j].rising)};
        if (then.size() < least) {
          least = then.size();
          best = {i, j};
        }
      }
    }
    std::swap(digits_[best.first], digits_[best.second]);
    return least < now.size();
  }

  int n_;
  Rows solution_;
  int sign_;
  std::vector<int> digits_;
};

}  // namespace

NumberSquare translated_latin_square(int n) {
  NumberSquare square = empty_square(n);
  for (int row = 0; row < n; ++row) {
    for (int column = 0; column < n; ++column) {
      // The column of row 0 from which knight's moves down and to the right lead here.
      square.at(row, column) = (column + 2 * n - 2 * row) % n + 1;
    }
  }
  return square;
}

bool is_torus_solution(Rows solution) {
  return !find_fault(solution.size(), solution) &&
         !find_fault(solution, Moves{.board = Board::torus});
}

std::optional<NumberSquare> magic_square_of(Rows solution, Search& search) {
  const auto n = static_cast<int>(solution.size());
  CyclicSquare high(solution, -1);
  CyclicSquare low(solution, 1);
  // The queens of the solution have remainder 0 in `high`. Its digit stays 0, so they get the
  // numbers 1 to n.
  if (!is_torus_solution(solution) && !(high.balance(1, search) && low.balance(0, search))) {
    return std::nullopt;
  }
  NumberSquare square = empty_square(n);
  for (int row = 0; row < n; ++row) {
    for (int column = 0; column < n; ++column) {
      square.at(row, column) = n * high.digit(row, column) + low.digit(row, column) + 1;
    }
  }
  return square;
}

NumberSquare magic_square_of_latin(const NumberSquare& latin) {
  const int n = latin.n;
  const int last = n - 1;
  const auto symbol = [&](int row, int column) { return latin.at(row, column) - 1; };
  NumberSquare square = empty_square(n);
  std::vector<bool> done(static_cast<std::size_t>(n));
  int fours = 0;
  for (int first = 0; first < n; ++first) {
    if (done[static_cast<std::size_t>(symbol(0, first))]) {
      continue;
    }
    // The queens on the main diagonals get the digits k and k + 1 in the k-th four (0 instead of
    // the last k + 1), which makes both sums equal; the other queens get the rest.
    const int falling = fours;
    const int rising = (fours + 1) % (n / 4);
    ++fours;
    int next = 0;
    for (int row = 0; row < n; ++row) {
      int column = 0;
      while (symbol(row, column) != symbol(0, first)) {
        ++column;
      }
      while (next == falling || next == rising) {
        ++next;
      }
      const int digit = row == column ? falling : row + column == last ? rising : next++;
      for (const bool down : {false, true}) {
        for (const bool right : {false, true}) {
          const int image_row = down ? last - row : row;
          const int image_column = right ? last - column : column;
          const int image = symbol(image_row, image_column);
          done[static_cast<std::size_t>(image)] = true;
          square.at(image_row, image_column) =
              n * image + (down == right ? digit : last - digit) + 1;
        }
      }
    }
  }
  return square;
}

std::vector<HiddenSolution> solutions_in(const NumberSquare& square) {
  const auto n = static_cast<std::size_t>(square.n);
  std::vector<Square> places(n * n);
  for (std::size_t index = 0; index < n * n; ++index) {
    places[static_cast<std::size_t>(square.numbers[index] - 1)] = {
        .row = static_cast<int>(index / n), .column = static_cast<int>(index % n)};
  }
  std::vector<HiddenSolution> found;
  for (const std::size_t step : {std::size_t{1}, n}) {
    for (std::size_t index = 0; index < n; ++index) {
      const std::size_t first = step == 1 ? index * n : index;
      std::vector<Square> queens;
      for (std::size_t i = 0; i < n; ++i) {
        queens.push_back(places[first + i * step]);
      }
      if (!find_fault(n, queens)) {
        HiddenSolution hidden{.first = static_cast<int>(first) + 1,
                              .step = static_cast<int>(step),
                              .rows = std::vector<Row>(n)};
        for (const Square queen : queens) {
          hidden.rows[static_cast<std::size_t>(queen.column)] = static_cast<Row>(queen.row);
        }
        found.push_back(std::move(hidden));
      }
    }
  }
  return found;
}

}  // namespace nqueens
