// The automaton of the lines in which pawns part queens. After G. Pesant, A Regular Language
// Membership Constraint for Finite Sequences of Variables (2004).
#pragma once

#include <gecode/int.hh>

namespace nqueens {

/// What is on a square.
enum Content : int { empty, queen, pawn };

/// Reads lines in which no queen sees another. Pawns cut a line into parts, and at most so many
/// parts are without a queen.
Gecode::DFA parted_line(int max_without);

}  // namespace nqueens
