// Greedy cliques: each takes the neighbour that leaves most common neighbours.
#include "boards/puzzles/cliques.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <limits>
#include <utility>

namespace nqueens {
namespace {

/// The clique, made larger until no square of `common`, the neighbours of all its squares, is left.
Clique grown(const AttackGraph& graph, Clique clique, SquareSet common, const SquareSet& free) {
  while (common.any()) {
    int best = -1;
    std::pair<std::size_t, std::size_t> best_merit;  // few free neighbours where others are alike
    for_each(common, [&](int square) {
      const std::pair merit(
          (common & graph.attacked(square)).count(),
          std::numeric_limits<std::size_t>::max() - (free & graph.attacked(square)).count());
      if (best < 0 || merit > best_merit) {
        best = square;
        best_merit = merit;
      }
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
    int first = -1;
    std::size_t fewest = std::numeric_limits<std::size_t>::max();
    for_each(free, [&](int square) {
      const std::size_t neighbours = (free & graph.attacked(square)).count();
      if (neighbours < fewest) {
        first = square;
        fewest = neighbours;
      }
    });
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
