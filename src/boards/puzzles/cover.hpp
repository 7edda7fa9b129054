// The constraint that some chess pieces dominate a board, and the branching that goes with it.
#pragma once

#include <gecode/int.hh>
#include <vector>

#include "boards/puzzles/attack_graph.hpp"

namespace nqueens {

/// What shall be dominated, shared by all copies of a model.
struct CoverProblem {
  const AttackGraph& graph;
  bool independent = false;  ///< no chess piece may attack another
  int most = 0;              ///< chess pieces
};

/// Where a search stands.
struct Cover {
  SquareSet uncovered;   ///< squares that no chess piece dominates yet
  SquareSet candidates;  ///< squares where a chess piece may still come
  SquareSet pieces;
  SquareSet attacked;  ///< by the chess pieces
  int remaining;       ///< chess pieces that may still come

  Cover(const CoverProblem& problem, const Gecode::ViewArray<Gecode::Int::BoolView>& squares);

  /// How many new squares a chess piece would dominate.
  [[nodiscard]] int gain(const CoverProblem& problem, int square) const {
    return static_cast<int>((problem.graph.dominated(square) & uncovered).count());
  }
};

/// Posts that at most `most` of the squares have chess pieces, and that these dominate the board.
/// Misses no set with the fewest chess pieces, but may miss larger ones: those with a chess piece
/// that could be left out.
/// @param squares  one variable a square
void post_cover(Gecode::Home home, const Gecode::BoolVarArgs& squares, const CoverProblem& problem);

/// Branches over the chess pieces that can dominate the square for which there are the fewest,
/// those first that dominate most new squares. An alternative leaves out the chess pieces of those
/// before it, so each set is found once.
/// @param symmetries  of the board: of each set that they send into each other at least one is
///   found; empty for all sets. Lives as long as the search.
void branch_cover(Gecode::Home home, const Gecode::BoolVarArgs& squares,
                  const CoverProblem& problem, const std::vector<std::vector<int>>& symmetries);

}  // namespace nqueens
