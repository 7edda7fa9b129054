// Makes a kernel for a problem.
#pragma once

#include <cassert>
#include <memory>

#include "core/problem.hpp"
#include "kernel/kernel.hpp"

namespace nqueens {

using MakeKernel = std::unique_ptr<Kernel> (*)(const Problem&);

/// The kernel with one name for a problem.
template <MakeKernel Solutions, MakeKernel Placements, MakeKernel Torus, MakeKernel Amazons>
std::unique_ptr<Kernel> make_by_problem(const Problem& problem) {
  assert(is_countable(problem));
  if (problem.chess_piece == ChessPiece::amazon) {
    return Amazons(problem);
  }
  if (problem.board == Board::torus) {
    return Torus(problem);
  }
  return (problem.quantity == Quantity::placements ? Placements : Solutions)(problem);
}

}  // namespace nqueens
