// Fundamental solutions: those up to rotation and reflection.
//
// By Burnside's lemma their number is the mean, over the eight symmetries of the square, of the
// solutions that each one fixes. For n >= 2 no reflection fixes a solution, so it is (all + fixed
// by the half turn + 2 * fixed by a quarter turn) / 8. Those fixed are sequences of their own,
// which take about the square root of the whole count.
#pragma once

#include <functional>
#include <optional>

#include "core/prefix_stream.hpp"
#include "nqueens/number.hpp"

namespace nqueens {

/// Counts a board with the scalar kernel, on this thread. Nothing if it was stopped.
std::optional<Count> count_whole(const Problem& problem, const KeepGoing& keep_going = {});

/// Eight times the solutions up to rotation and reflection: all, those that the half turn fixes,
/// and twice those that a quarter turn fixes. Nothing if `count` gives nothing.
/// @param problem  with Problem::has_fundamental(), n >= 2
/// @param count    of a board whose solutions a turn fixes
std::optional<Count> burnside_sum(const Problem& problem, Count all,
                                  const std::function<std::optional<Count>(const Problem&)>& count);

/// Solutions up to rotation and reflection, given the number of all solutions; of queens OEIS
/// A002562, of amazons A051224. Nothing if it was stopped. Throws Error(wrong_answer) if no number
/// of all solutions goes with those that the turns fix.
/// @param problem  with Problem::has_fundamental()
std::optional<Count> count_fundamental(const Problem& problem, Count all,
                                       const KeepGoing& keep_going = {});

}  // namespace nqueens
