// The squares of a board in models: their numbers and variables, which of them a chess piece
// attacks, and the lines and cliques in which each attacks all others.
#pragma once

#include <bitset>
#include <cstddef>
#include <gecode/int.hh>
#include <optional>
#include <utility>
#include <vector>

#include "boards/puzzles/puzzle.hpp"
#include "boards/solutions/arrangement.hpp"

namespace nqueens {

// Squares have numbers: row by row, in a row by column, from 0.

inline Square square_of(BoardSize size, int number) {
  return {.row = number / size.columns, .column = number % size.columns};
}

/// What is on each square. @param piece_on  std::optional<ChessPiece>(int number)
template <class PieceOn>
Arrangement arrangement_of(BoardSize size, PieceOn piece_on) {
  Arrangement arrangement{.rows = size.rows, .columns = size.columns, .pieces = {}};
  for (int number = 0; number < size.squares(); ++number) {
    if (const std::optional<ChessPiece> piece = piece_on(number)) {
      arrangement.pieces.push_back({.piece = *piece, .square = square_of(size, number)});
    }
  }
  return arrangement;
}

using SquareSet = std::bitset<max_puzzle_squares>;

template <class Do>
void for_each(const SquareSet& squares, Do act) {
  for (std::size_t bit = squares._Find_first(); bit < squares.size();
       bit = squares._Find_next(bit)) {
    act(static_cast<int>(bit));
  }
}

/// The first of some squares, at least one, with the largest merit.
template <class Merit>
int best_square(const SquareSet& squares, Merit merit_of) {
  std::optional<std::pair<decltype(merit_of(0)), int>> best;
  for_each(squares, [&](int square) {
    if (const auto merit = merit_of(square); !best || merit > best->first) {
      best = {merit, square};
    }
  });
  return best->second;
}

/// The squares that one kind of chess piece attacks. What stands between two squares is not looked
/// at: among chess pieces of one kind it makes no difference. If a rider attacks another one
/// behind a third on their line, it attacks the third; and what the third hides from it, the third
/// attacks.
class AttackGraph {
 public:
  /// Throws Error(usage) above max_puzzle_squares.
  AttackGraph(BoardSize size, ChessPiece piece);

  [[nodiscard]] int squares() const { return size_.squares(); }
  [[nodiscard]] SquareSet all() const;
  /// The squares that a chess piece attacks, without its own.
  [[nodiscard]] const SquareSet& attacked(int from) const {
    return attacked_[static_cast<std::size_t>(from)];
  }
  /// The same and its own.
  [[nodiscard]] const SquareSet& dominated(int from) const {
    return dominated_[static_cast<std::size_t>(from)];
  }
  /// The chess pieces on some squares. @param has_piece  bool(int number)
  template <class HasPiece>
  [[nodiscard]] Arrangement arrangement(HasPiece has_piece) const {
    return arrangement_of(size_, [&](int number) {
      return has_piece(number) ? std::optional(piece_) : std::nullopt;
    });
  }

 private:
  BoardSize size_;
  ChessPiece piece_;
  std::vector<SquareSet> attacked_;
  std::vector<SquareSet> dominated_;
};

/// Puts chess pieces on squares one by one until all are dominated: where a chess piece dominates
/// most new squares, or the fewest.
/// @param independent  no chess piece may attack another
Arrangement greedy_domination(const AttackGraph& graph, bool independent, bool fewest = false);

/// Squares of which each attacks all others, so that at most one has a chess piece. Cliques say in
/// one constraint what pairs of squares say in many, and how many chess pieces there can be at
/// most. They are found from the attacks alone: the lines of riders, the 2 x 2 blocks of kings, the
/// pairs of knights.
using Clique = std::vector<int>;

struct Cliques {
  /// Has every attack in at least one clique. Greedy: each is as large as it gets.
  std::vector<Clique> cover;
  /// Has every square in exactly one clique: as many as chess pieces can stand, or more. The better
  /// of two greedy rules: the largest clique of the cover first, which is best for lines, or the
  /// square with the fewest free neighbours first, which is best for leaps.
  std::vector<Clique> partition;

  explicit Cliques(const AttackGraph& graph);
};

/// The symmetries of the board, which keep all attacks: eight of a square, four of a rectangle.
/// Each is the list of the squares that it sends the squares to; the first is the identity.
using Symmetries = std::vector<std::vector<int>>;
Symmetries symmetries_of(BoardSize size);

/// The lines of a board on which queens see one another.
using Line = std::vector<int>;
struct BoardLines {
  std::vector<Line> rows;
  std::vector<Line> columns;
  std::vector<Line> diagonals;  ///< of both directions, of two squares and more

  explicit BoardLines(BoardSize size);
};

/// The variables of some squares. @tparam Array  Gecode::BoolVarArray or Gecode::IntVarArray
template <class Array>
[[nodiscard]] typename Gecode::ArrayTraits<Array>::ArgsType variables_of(
    const Array& all, const std::vector<int>& squares) {
  typename Gecode::ArrayTraits<Array>::ArgsType chosen;
  for (const int square : squares) {
    chosen << all[square];
  }
  return chosen;
}

}  // namespace nqueens
