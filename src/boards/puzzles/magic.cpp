// Makes magic squares of solutions.
#include "boards/puzzles/magic.hpp"

#include <algorithm>
#include <numeric>

#include "boards/puzzles/balance.hpp"
#include "boards/puzzles/latin.hpp"
#include "boards/solutions/solution.hpp"

namespace nqueens {
namespace {

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

}  // namespace nqueens
