// Greedy cliques: each takes the neighbour that leaves most common neighbours.
#include "boards/puzzles/cliques.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <utility>

namespace nqueens {
namespace {

int neighbours(const AttackGraph& graph, int square, const SquareSet& among) {
  return static_cast<int>((among & graph.attacked(square)).count());
}

/// The clique, made larger until no square of `common`, the neighbours of all its squares, is left.
Clique grown(const AttackGraph& graph, Clique clique, SquareSet common, const SquareSet& free) {
  while (common.any()) {
    const int best = best_square(common, [&](int square) {  // few free neighbours break ties
      return std::pair(neighbours(graph, square, common), -neighbours(graph, square, free));
    });
    clique.push_back(best);
    common &= graph.attacked(best);
  }
  return clique;
}

/// The square with the fewest free neighbours first.
std::vector<Clique> partition_by_squares(const AttackGraph& graph) {
  std::vector<Clique> cliques;
  SquareSet free = graph.all();
  while (free.any()) {
    const int first =
        best_square(free, [&](int square) { return -neighbours(graph, square, free); });
    cliques.push_back(grown(graph, {first}, free & graph.attacked(first), free));
    for (const int square : cliques.back()) {
      free[static_cast<std::size_t>(square)] = false;
    }
  }
  return cliques;
}

/// The largest rest of a clique of the cover first.
std::vector<Clique> partition_by_cliques(const AttackGraph& graph,
                                         const std::vector<Clique>& cover) {
  std::vector<Clique> cliques;
  SquareSet free = graph.all();
  const auto rest_of = [&free](const Clique& clique) {
    Clique rest;
    std::ranges::copy_if(clique, std::back_inserter(rest),
                         [&free](int square) { return free[static_cast<std::size_t>(square)]; });
    return rest;
  };
  while (free.any()) {
    Clique largest;
    for (const Clique& clique : cover) {
      if (Clique rest = rest_of(clique); rest.size() > largest.size()) {
        largest = std::move(rest);
      }
    }
    if (largest.empty()) {
      largest = {static_cast<int>(free._Find_first())};  // it is attacked by none
    }
    for (const int square : largest) {
      free[static_cast<std::size_t>(square)] = false;
    }
    cliques.push_back(std::move(largest));
  }
  return cliques;
}

}  // namespace

std::vector<Clique> clique_cover(const AttackGraph& graph) {
  std::vector<Clique> cliques;
  std::vector<SquareSet> missing;  // attacks of each square that no clique has yet
  for (int square = 0; square < graph.squares(); ++square) {
    missing.push_back(graph.attacked(square));
  }
  for (int from = 0; from < graph.squares(); ++from) {
    const auto row = static_cast<std::size_t>(from);
    while (missing[row].any()) {
      const int to = static_cast<int>(missing[row]._Find_first());
      Clique clique = grown(graph, {from, to}, graph.attacked(from) & graph.attacked(to), {});
      for (const int square : clique) {
        for (const int other : clique) {
          missing[static_cast<std::size_t>(square)][static_cast<std::size_t>(other)] = false;
        }
      }
      cliques.push_back(std::move(clique));
    }
  }
  return cliques;
}

std::vector<Clique> clique_partition(const AttackGraph& graph, const std::vector<Clique>& cover) {
  auto by_cliques = partition_by_cliques(graph, cover);
  auto by_squares = partition_by_squares(graph);
  return by_cliques.size() <= by_squares.size() ? by_cliques : by_squares;
}

}  // namespace nqueens
