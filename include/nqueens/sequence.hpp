// What can be counted.
#pragma once

#include <cstdint>

#pragma GCC visibility push(default)
namespace nqueens {

/// Boards have 1 to max_board rows. With 32 every set of diagonals (2N - 1 of them) fits a 64-bit
/// word.
inline constexpr int max_board = 32;

/// The same of solutions that a quarter turn leaves as they are.
inline constexpr int max_quarter_turn_board = 64;

/// A count for each n, the rows of the board.
enum class Sequence : std::uint8_t {
  queens,            ///< ways to place n non-attacking queens on the square board: OEIS A000170
  torus,             ///< the same on a torus, whose edges are joined: OEIS A051906
  placements,        ///< queens that the plain search places, row after row: OEIS A319283 less one
  amazons,           ///< as queens; an amazon moves like a knight, too: OEIS A051223
  half_turn_queens,  ///< of queens, those that a half turn leaves as they are: OEIS A032522
  quarter_turn_queens,   ///< likewise a quarter turn: OEIS A033148
  half_turn_amazons,     ///< of amazons
  quarter_turn_amazons,  ///< twice OEIS A352661
};

}  // namespace nqueens
#pragma GCC visibility pop
