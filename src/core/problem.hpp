// The problem: a sequence and its n. Finished counts are compared with the published ones, which
// are never used as an answer.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>

#include "core/sequence.hpp"
#include "nqueens/number.hpp"

namespace nqueens {

struct Problem {
  int n = 0;  ///< rows, 1 to max_board
  Sequence sequence = Sequence::queens;

  [[nodiscard]] constexpr const SequenceRow& row() const { return row_of(sequence); }

  /// How many numbers a count has: one, or one for each row of the board.
  [[nodiscard]] constexpr std::size_t values() const {
    return row().by_row ? static_cast<std::size_t>(n) : 1;
  }

  /// How many of these are kept beside their sum: those of the rows.
  [[nodiscard]] constexpr std::size_t parts() const { return row().by_row ? values() : 0; }

  /// Whether solutions up to rotation and reflection are counted.
  [[nodiscard]] constexpr bool has_fundamental() const { return !row().fundamental_source.empty(); }

  friend bool operator==(const Problem&, const Problem&) = default;
};

/// The limits of its sequence on a board of n rows.
constexpr CutLimits cut_limits(const Problem& problem) {
  CutLimits limits = problem.row().limits;
  limits.min_depth = std::min(limits.min_depth, problem.n);
  limits.max_depth = std::min(limits.max_depth, problem.n);
  return limits;
}

/// The published count, if there is one.
std::optional<Count> known_count(const Problem& problem);

/// The same of solutions up to rotation and reflection.
std::optional<Count> known_fundamental_solutions(const Problem& problem);

/// For messages: "n=16", "n=23 torus", "n=17 placements", "n=16 amazon".
std::string to_string(const Problem& problem);

}  // namespace nqueens
