// Balances the diagonals of a Latin square by swaps of digits.
#include "boards/puzzles/balance.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <numeric>
#include <utility>

#include "boards/solutions/one_solution.hpp"

namespace nqueens {
namespace {

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

}  // namespace

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

}  // namespace nqueens
