// What can be counted.
#pragma once

#include <cstdint>

#pragma GCC visibility push(default)
namespace nqueens {

/// Boards have 1 to max_board rows, so that the 2N - 1 diagonals of a direction fit a 64-bit word.
inline constexpr int max_board = 32;

/// The same for solutions that a quarter turn leaves unchanged.
inline constexpr int max_quarter_turn_board = 64;

/// What is counted, for each number n of rows.
enum class Sequence : std::uint8_t {
  queens,               ///< ways to place n non-attacking queens on the square board: OEIS A000170
  torus,                ///< the same on a torus, whose edges are joined: OEIS A051906
  placements,           ///< queens that a plain search places, row by row: OEIS A319283 less one
  amazons,              ///< the same for amazons, queens that also move like a knight: OEIS A051223
  half_turn_queens,     ///< solutions of queens that a half turn leaves unchanged: OEIS A032522
  quarter_turn_queens,  ///< the same for a quarter turn: OEIS A033148
  half_turn_amazons,    ///< solutions of amazons that a half turn leaves unchanged
  quarter_turn_amazons,  ///< the same for a quarter turn: twice OEIS A352661
};

}  // namespace nqueens
#pragma GCC visibility pop
