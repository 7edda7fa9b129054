// Counts the solutions that a rotation maps to themselves, and with them the fundamental solutions.
//
// By Burnside's lemma the number of solutions up to rotation and reflection is the mean, over the
// eight symmetries of the square, of the solutions that each one fixes. For n >= 2 no reflection
// fixes a solution, so it is (all + fixed by the half turn + 2 * fixed by a quarter turn) / 8. Two
// small searches here give both fixed counts: they place whole orbits of two or four queens.
#pragma once

#include <functional>
#include <optional>

#include "core/sequence.hpp"
#include "nqueens/number.hpp"

namespace nqueens {

/// Asked now and then during a search; true gives the search up.
using Interrupted = std::function<bool()>;

/// Solutions of the square that a turn by 180 degrees maps to themselves; of queens OEIS A032522.
/// Nothing if interrupted.
std::optional<Count> count_fixed_by_half_turn(const Problem& problem,
                                              const Interrupted& interrupted = {});

/// Solutions of the square that a turn by 90 degrees maps to themselves; of queens OEIS A033148.
/// Nothing if interrupted.
std::optional<Count> count_fixed_by_quarter_turn(const Problem& problem,
                                                 const Interrupted& interrupted = {});

/// Solutions up to rotation and reflection, given the number of all solutions; of queens OEIS
/// A002562, of amazons A051224. Nothing if interrupted. Throws std::logic_error if the three counts
/// contradict one another (not divisible by 8).
/// @param problem  with Problem::has_fundamental()
std::optional<Count> count_fundamental(const Problem& problem, Count all,
                                       const Interrupted& interrupted = {});

}  // namespace nqueens
