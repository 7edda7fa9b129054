// Whether squares of numbers are what they are said to be, by adding up and looking at each queen.
#pragma once

#include <optional>
#include <string>

#include "boards/solutions/number_square.hpp"

namespace nqueens {

/// Why a square is not magic, for users: "row 2 adds up to 33, not 34". Nothing if it has each
/// number from 1 to n^2 once, and all rows, columns and both main diagonals have the same sum.
std::optional<std::string> find_magic_fault(const NumberSquare& square);

/// Whether the diagonals of the torus, too, have the sum of the rows of a magic square.
bool is_pandiagonal(const NumberSquare& square);

/// Why the squares of each number from 1 to n are not a solution of the n queens: "number 3: the
/// queens at column 1, row 1 and column 2, row 2 are on the same diagonal". Nothing if they are.
std::optional<std::string> find_latin_fault(const NumberSquare& square);

}  // namespace nqueens
