// Counts the solutions that a rotation maps to themselves, and with them the fundamental solutions.
//
// By Burnside's lemma the number of solutions up to rotation and reflection is the mean, over the
// eight symmetries of the square, of the solutions that each one fixes. For n >= 2 no reflection
// fixes a solution, so it is (all + fixed by the half turn + 2 * fixed by a quarter turn) / 8. Two
// small searches here give both fixed counts: they place whole orbits of two or four queens.
#pragma once

#include <functional>
#include <optional>

#include "nqueens/core/count.hpp"

namespace nqueens {

/// Asked now and then during a search; true gives the search up.
using Interrupted = std::function<bool()>;

/// OEIS A032522: solutions that a turn by 180 degrees maps to themselves. Nothing if interrupted.
std::optional<Count> count_fixed_by_half_turn(int n, const Interrupted& interrupted = {});

/// OEIS A033148: solutions that a turn by 90 degrees maps to themselves. Nothing if interrupted.
std::optional<Count> count_fixed_by_quarter_turn(int n, const Interrupted& interrupted = {});

/// OEIS A002562: solutions up to rotation and reflection, given the number of all solutions.
/// Nothing if interrupted. Throws std::logic_error if the three counts contradict one another (not
/// divisible by 8).
std::optional<Count> count_fundamental(int n, Count all, const Interrupted& interrupted = {});

}  // namespace nqueens
