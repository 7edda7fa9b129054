// Whether the chess pieces of an arrangement attack one another, and whether they attack the whole
// board.
//
// It walks the moves over the board, square by square, and knows nothing of how the arrangement was
// found.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "boards/solutions/arrangement.hpp"

namespace nqueens {

enum class ArrangementFaultKind : std::uint8_t {
  off_board,    ///< `first` is off the board
  same_square,  ///< `first` and `second` are on one square
  attack,       ///< `first` attacks `second`
  unguarded,    ///< no chess piece stands on `square` or attacks it
};

/// What is wrong with an arrangement.
struct ArrangementFault {
  ArrangementFaultKind kind = ArrangementFaultKind::off_board;
  PlacedPiece first{};
  PlacedPiece second{};
  Square square{};
  friend bool operator==(const ArrangementFault&, const ArrangementFault&) = default;
};

// A rider goes on up to the first occupied square of its line, and a leaper jumps over what is
// between. Each check takes the arrangement's chess pieces in their order and reports a misplaced
// one first. Boards have at least one square, and take a byte or two for each.

/// The first chess piece that is off the board or on the square of an earlier one.
std::optional<ArrangementFault> find_misplaced(const Arrangement& arrangement);

/// The first chess piece that attacks another. Pawns are not attacked: they only block lines.
std::optional<ArrangementFault> find_attack(const Arrangement& arrangement);

/// The first square, row by row, that is neither occupied nor attacked.
std::optional<ArrangementFault> find_unguarded(const Arrangement& arrangement);

/// For users, with rows and columns counted from 1: "the queen at column 1, row 1 attacks the
/// knight at column 3, row 3".
std::string describe(const ArrangementFault& fault);

}  // namespace nqueens
