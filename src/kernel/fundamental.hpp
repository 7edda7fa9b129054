// Fundamental solutions: those up to rotation and reflection.
//
// By Burnside's lemma, their number is the mean number of solutions that each of the eight
// symmetries of the square fixes. For n >= 2 no reflection fixes a solution, so it is (all + fixed
// by the half turn + 2 * fixed by a quarter turn) / 8. The fixed solutions are sequences of their
// own, whose counts take about the square root of the work.
#pragma once

#include <functional>
#include <optional>

#include "core/prefix_stream.hpp"
#include "nqueens/number.hpp"

namespace nqueens {

/// Counts a board with the scalar kernel, on this thread. Empty if stopped.
std::optional<Count> count_whole(const Problem& problem, const KeepGoing& keep_going = {});

/// Eight times the solutions up to rotation and reflection: all solutions, plus those fixed by the
/// half turn, plus twice those fixed by a quarter turn. Empty if `count` returns nothing.
/// @param problem  with Problem::has_fundamental(), n >= 2
/// @param count    counts a problem of solutions that a turn fixes
std::optional<Count> burnside_sum(const Problem& problem, Count all,
                                  const std::function<std::optional<Count>(const Problem&)>& count);

/// Solutions up to rotation and reflection, given the number of all solutions; for queens OEIS
/// A002562, for amazons A051224. Empty if stopped. Throws Error(wrong_answer) if `all` cannot be
/// right, given the solutions that turns fix.
/// @param problem  with Problem::has_fundamental()
std::optional<Count> count_fundamental(const Problem& problem, Count all,
                                       const KeepGoing& keep_going = {});

}  // namespace nqueens
