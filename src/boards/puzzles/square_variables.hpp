// The variables of a model that has one for each square of a board.
#pragma once

#include <cstddef>
#include <gecode/int.hh>
#include <vector>

#include "boards/puzzles/attack_graph.hpp"

namespace nqueens {

/// Those of some squares. @tparam Array  Gecode::BoolVarArray or Gecode::IntVarArray
template <class Array>
[[nodiscard]] typename Gecode::ArrayTraits<Array>::ArgsType variables_of(
    const Array& all, const std::vector<int>& squares) {
  typename Gecode::ArrayTraits<Array>::ArgsType chosen;
  for (const int square : squares) {
    chosen << all[square];
  }
  return chosen;
}

/// The squares whose variable is 1, in a solution.
[[nodiscard]] inline SquareSet squares_with_one(const Gecode::BoolVarArray& all) {
  SquareSet squares;
  for (int number = 0; number < all.size(); ++number) {
    squares[static_cast<std::size_t>(number)] = all[number].val() == 1;
  }
  return squares;
}

}  // namespace nqueens
