// A knight's moves, for searches of amazons that go from line to line.
#pragma once

namespace nqueens {

/// How far aside an amazon attacks in a line so far away besides its own column and its diagonals:
/// by a knight's move. Beyond the knight's reach it is the distance itself, which is a diagonal.
/// @param away  lines, 1 or more
constexpr int knights_aside(int away) {
  return away <= 2 ? 3 - away : away;
}

}  // namespace nqueens
