// A solution for every board that has one, by an explicit rule.
#pragma once

#include <cstdint>

#include "boards/solutions/solution.hpp"

namespace nqueens {

/// Largest board to construct: no memory, and 10 GB of text.
inline constexpr std::uint64_t max_construct = 1'000'000'000;

/// The even rows from 2 on, then the odd ones from 1 on, in steps like a knight's; with these
/// changes by n mod 12 (rows counted from 1 here):
///   3, 9  2 goes to the end of the even rows, 1 and 3 to the end of the odd ones;
///   8     the odd rows change places two by two: 3 1 7 5 11 9 ...;
///   2     1 and 3 change places, 5 goes to the end.
/// E. Pauls (1874) showed that every n but 2 and 3 has a solution. Proofs of such constructions: E.
/// J. Hoffman, J. C. Loessi, R. C. Moore, Constructions for the Solution of the m Queens Problem,
/// Mathematics Magazine 42 (1969).
class Construction {
 public:
  /// @param n  rows of the board, 1 or 4 to max_construct
  explicit constexpr Construction(std::uint64_t n) : n_(n), evens_(n / 2), remainder_(n % 12) {}

  /// Row of the queen in a column, both from 0: O(1).
  [[nodiscard]] constexpr Row row(std::uint64_t column) const {
    const std::uint64_t from_1 = column < evens_ ? even_row(column) : odd_row(column - evens_);
    return static_cast<Row>(from_1 - 1);
  }

 private:
  [[nodiscard]] constexpr bool rotates() const { return remainder_ == 3 || remainder_ == 9; }

  [[nodiscard]] constexpr std::uint64_t even_row(std::uint64_t index) const {
    if (rotates()) {
      return index + 1 == evens_ ? 2 : 2 * index + 4;
    }
    return 2 * index + 2;
  }

  [[nodiscard]] constexpr std::uint64_t odd_row(std::uint64_t index) const {
    const std::uint64_t from_end = n_ - evens_ - 1 - index;
    if (rotates()) {
      return from_end == 0 ? 3 : (from_end == 1 ? 1 : 2 * index + 5);
    }
    if (remainder_ == 8) {
      return index % 2 == 0 ? 2 * index + 3 : 2 * index - 1;
    }
    if (remainder_ == 2) {
      return from_end == 0 ? 5 : (index == 1 ? 1 : 2 * index + 3);
    }
    return 2 * index + 1;
  }

  std::uint64_t n_;
  std::uint64_t evens_;
  std::uint64_t remainder_;
};

}  // namespace nqueens
