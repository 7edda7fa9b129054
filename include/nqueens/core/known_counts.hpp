// Published numbers of solutions, to compare a finished count with; never to answer one.
#pragma once

#include <cstdint>
#include <optional>

#include "nqueens/core/count.hpp"

namespace nqueens {

/// Largest board whose count is published: 27 (Preusser and Engelhardt, 2016).
inline constexpr int max_known_board = 27;

/// OEIS A000170: all solutions on an n x n board; nothing where no value is published.
std::optional<Count> known_solutions(int n);

/// OEIS A002562: solutions up to rotation and reflection.
std::optional<Count> known_fundamental_solutions(int n);

}  // namespace nqueens
