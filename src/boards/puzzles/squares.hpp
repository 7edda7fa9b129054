// The squares of a board in models: numbers, variables, attacked squares, and the lines and cliques
// in which each square attacks all others.
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

// Squares are numbered from 0, row by row.

inline Square square_of(BoardSize size, int number) {
  return {.row = number / size.columns, .column = number % size.columns};
}

/// @param piece_on  std::optional<ChessPiece>(int number)
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

/// The first square with the largest merit; there must be one.
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

/// The squares that one kind of chess piece attacks. Pieces in between are ignored, which makes no
/// difference among pieces of one kind: if a rider attacks another beyond a third on their line, it
/// attacks the third as well; whatever the third hides from it, the third attacks.
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
  /// The attacked squares and its own.
  [[nodiscard]] const SquareSet& dominated(int from) const {
    return dominated_[static_cast<std::size_t>(from)];
  }
  /// The arrangement of chess pieces on some squares. @param has_piece  bool(int number)
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

/// Puts chess pieces on squares until all are dominated, each where it dominates most new squares,
/// or the fewest.
/// @param independent  no chess piece may attack another
Arrangement greedy_domination(const AttackGraph& graph, bool independent, bool fewest = false);

/// Squares that all attack each other, so that at most one has a chess piece. A clique expresses
/// many pairs in one constraint, and cliques bound the number of chess pieces. They are found from
/// the attacks alone: the lines of riders, the 2 x 2 blocks of kings, the pairs of knights.
using Clique = std::vector<int>;

struct Cliques {
  /// Covers every attack by at least one clique. Greedy: each is as large as possible.
  std::vector<Clique> cover;
  /// Has every square in exactly one clique: at least as many as chess pieces fit. The better of
  /// two greedy rules: the largest clique of the cover first, which suits lines, or the square with
  /// the fewest free neighbours first, which suits leaps.
  std::vector<Clique> partition;

  explicit Cliques(const AttackGraph& graph);
};

/// The symmetries of the board, which preserve attacks: eight of a square, four of a rectangle.
/// Each lists the image of every square; the first is the identity.
using Symmetries = std::vector<std::vector<int>>;
Symmetries symmetries_of(BoardSize size);

/// The lines of a board along which queens attack.
using Line = std::vector<int>;
struct BoardLines {
  std::vector<Line> rows;
  std::vector<Line> columns;
  std::vector<Line> diagonals;  ///< in both directions, of at least two squares

  explicit BoardLines(BoardSize size);
};

/// @tparam Array  Gecode::BoolVarArray or Gecode::IntVarArray
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
