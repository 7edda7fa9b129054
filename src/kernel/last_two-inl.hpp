// The last two rows of a board in closed form, for every search that counts solutions.

#if defined(NQUEENS_LAST_TWO_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef NQUEENS_LAST_TWO_INL_HPP
#undef NQUEENS_LAST_TWO_INL_HPP
#else
#define NQUEENS_LAST_TWO_INL_HPP
#endif

#include <cstdint>

#include "kernel/lanes-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace nqueens {
namespace HWY_NAMESPACE {

/// Two columns are left for two rows. If they are so far apart that the queens would attack each
/// other there is no solution. Otherwise: none unless each column and each row has a free square,
/// two if all four squares are free, else one.
/// @param first, second  free squares of the two rows
/// @param attacked  distances of columns, 1 to 31, at which queens attack each other: for diagonals
/// the distance of the rows
/// @return the boards that have a solution
template <class... Distances>
HWY_INLINE Mask count_last_two(Words columns, Words first, Words second, std::uint64_t& count,
                               Distances... attacked) {
  Mask solved = passed(and_common(have_common(first, first), second, second));
  solved = equal(solved, hn::Or(first, second), columns);
  const Words lower = hn::And(columns, hn::Sub(hn::Zero(Tag()), columns));
  ((solved = differ(solved, hn::Or(lower, shift_left(lower, attacked)), columns)), ...);
  count += static_cast<std::uint64_t>(count_true(solved));
  count += static_cast<std::uint64_t>(count_true(equal(solved, first, second)));
  return solved;
}

}  // namespace HWY_NAMESPACE
}  // namespace nqueens
HWY_AFTER_NAMESPACE();

#endif  // include guard, once for each target
