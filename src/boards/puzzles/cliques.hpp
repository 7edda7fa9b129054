// Cliques of an attack graph: squares of which each attacks all others, so that at most one has a
// chess piece.
//
// They are found from the attacks alone: the lines of riders, the 2 x 2 blocks of kings, the pairs
// of knights. Sets of cliques say in one constraint what pairs of squares say in many, and how many
// chess pieces there can be at most.
#pragma once

#include <vector>

#include "boards/puzzles/squares.hpp"

namespace nqueens {

using Clique = std::vector<int>;

/// Cliques that have every attack in at least one. Greedy: each is as large as it gets.
std::vector<Clique> clique_cover(const AttackGraph& graph);

/// Cliques that have every square in exactly one: as many as chess pieces can stand, or more. The
/// better of two greedy rules: the largest clique of the cover first, which is best for lines, or
/// the square with the fewest free neighbours first, which is best for leaps.
std::vector<Clique> clique_partition(const AttackGraph& graph, const std::vector<Clique>& cover);

}  // namespace nqueens
