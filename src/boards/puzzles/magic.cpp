// Makes magic squares of solutions, balances their diagonals by swaps of digits, and finds
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

/// How often each of n remainders is on each main diagonal.
struct DiagonalCounts {
  std::vector<int> falling;
  std::vector<int> rising;
};

/// Both sums are off by this much.
struct Imbalance {
  std::int64_t falling = 0;
  std::int64_t rising = 0;
  [[nodiscard]] std::int64_t size() const { return std::abs(falling) + std::abs(rising); }
};

class Balance {
 public:
  Balance(const DiagonalCounts& counts, std::size_t first) : counts_(counts), first_(first) {
    digits_.resize(counts.falling.size());
    std::iota(digits_.begin(), digits_.end(), 0);
  }

  void shuffle(Random& random) {
    for (std::size_t i = digits_.size(); i > first_ + 1; --i) {
      std::swap(digits_[i - 1], digits_[first_ + random.below(i - first_)]);
    }
  }

  /// Makes the best swap; false if none is better than none.
  bool improve() {
    const Imbalance now = imbalance();
    std::int64_t least = now.size();
    std::pair<std::size_t, std::size_t> best;
    for (std::size_t i = first_; i < digits_.size() && least > 0; ++i) {
      for (std::size_t j = i + 1; j < digits_.size(); ++j) {
        const std::int64_t step = digits_[j] - digits_[i];
        const Imbalance then = {now.falling + step * (counts_.falling[i] - counts_.falling[j]),
                                now.rising + step * (counts_.rising[i] - counts_.rising[j])};
        if (then.size() < least) {
          least = then.size();
          best = {i, j};
        }
      }
    }
    if (least == now.size()) {
      return false;
    }
    std::swap(digits_[best.first], digits_[best.second]);
    return true;
  }

  [[nodiscard]] bool is_reached() const { return imbalance().size() == 0; }
  [[nodiscard]] const std::vector<int>& digits() const { return digits_; }

 private:
  [[nodiscard]] Imbalance imbalance() const {
    Imbalance sum;
    for (std::size_t i = 0; i < digits_.size(); ++i) {
      sum.falling += std::int64_t{digits_[i]} * (counts_.falling[i] - 1);
      sum.rising += std::int64_t{digits_[i]} * (counts_.rising[i] - 1);
    }
    return sum;
  }

  const DiagonalCounts& counts_;
  const std::size_t first_;  ///< the first remainder whose digit may change
  std::vector<int> digits_;
};

/// A digit from 0 to n - 1 for each remainder, all different, so that both diagonals have the sum
/// 0 + 1 + ... + n - 1. Swaps the two digits that bring both sums nearest to that, and begins anew
/// from a random order where no swap does. The same problem always has the same answer.
/// @param keep_first  remainder 0 has digit 0
/// @return nothing if the search was stopped, or after a thousand beginnings
std::optional<std::vector<int>> balanced_digits(const DiagonalCounts& counts, bool keep_first,
                                                Search& search) {
  Balance balance(counts, keep_first ? 1 : 0);
  Random random(1);
  for (int beginning = 0; beginning < 1000; ++beginning) {
    while (!balance.is_reached() && balance.improve()) {
      if (!search.go_on()) {
        return std::nullopt;
      }
    }
    if (balance.is_reached()) {
      return balance.digits();
    }
    balance.shuffle(random);
  }
  return std::nullopt;
}

/// One of the two Latin squares of a solution: each square has the remainder of row + sign * q.
class CyclicSquare {
 public:
  /// @param sign  -1: the solution itself; +1: its mirror image
  CyclicSquare(Rows solution, int sign)
      : n_(static_cast<int>(solution.size())), solution_(solution), sign_(sign) {}

  [[nodiscard]] int remainder(int row, int column) const {
    const auto queen = static_cast<int>(solution_[static_cast<std::size_t>(column)]);
    return (row + sign_ * queen + n_) % n_;
  }

  /// How often each remainder is on the two main diagonals.
  [[nodiscard]] DiagonalCounts diagonals() const {
    DiagonalCounts counts{std::vector<int>(static_cast<std::size_t>(n_)),
                          std::vector<int>(static_cast<std::size_t>(n_))};
    for (int column = 0; column < n_; ++column) {
      ++counts.falling[static_cast<std::size_t>(remainder(column, column))];
      ++counts.rising[static_cast<std::size_t>(remainder(n_ - 1 - column, column))];
    }
    return counts;
  }

 private:
  int n_;
  Rows solution_;
  int sign_;
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
  const std::size_t n = solution.size();
  std::vector<bool> falling(n);
  std::vector<bool> rising(n);
  for (std::size_t column = 0; column < n; ++column) {
    falling[(solution[column] + n - column) % n] = true;
    rising[(solution[column] + column) % n] = true;
  }
  const auto is_there = [](bool queen) { return queen; };
  return !find_fault(n, solution) && std::ranges::all_of(falling, is_there) &&
         std::ranges::all_of(rising, is_there);
}

std::optional<NumberSquare> magic_square_of(Rows solution, Search& search) {
  const auto n = static_cast<int>(solution.size());
  const CyclicSquare high(solution, -1);
  const CyclicSquare low(solution, 1);
  std::vector<int> digits(solution.size());
  std::iota(digits.begin(), digits.end(), 0);
  std::optional<std::vector<int>> high_digits = digits;
  std::optional<std::vector<int>> low_digits = digits;
  if (!is_torus_solution(solution)) {
    high_digits = balanced_digits(high.diagonals(), true, search);
    low_digits = high_digits ? balanced_digits(low.diagonals(), false, search) : std::nullopt;
  }
  if (!high_digits || !low_digits) {
    return std::nullopt;
  }
  NumberSquare square = empty_square(n);
  for (int row = 0; row < n; ++row) {
    for (int column = 0; column < n; ++column) {
      const auto high_digit = (*high_digits)[static_cast<std::size_t>(high.remainder(row, column))];
      const auto low_digit = (*low_digits)[static_cast<std::size_t>(low.remainder(row, column))];
      square.at(row, column) = n * high_digit + low_digit + 1;
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
    // The queens of the main diagonals get the digits k and k + 1 in the k-th four (but 0 in place
    // of the last k + 1), so that they add up to the same; the other queens get the rest.
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
