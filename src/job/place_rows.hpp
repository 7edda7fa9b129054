// The placements that lie above prefixes.
#pragma once

#include <vector>

#include "core/board.hpp"
#include "nqueens/number.hpp"

namespace nqueens {

/// Adds the queens that fit on each open row from the top, for `depth` rows, in every way.
/// @param placement  fills the first rows; the same afterwards
/// @param placed  by row of the board
void place_rows(int n, int depth, Placement& placement, std::vector<Count>& placed);

}  // namespace nqueens
