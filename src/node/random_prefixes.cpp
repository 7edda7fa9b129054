// Random descent on a board until few enough nodes are expected below.

#include "node/random_prefixes.hpp"

#include <array>
#include <bit>
#include <cstddef>

namespace nqueens {
namespace {

/// Queens on random squares of a large board more often than not leave a row without a free square.
constexpr int max_tries = 100;

/// A torus drops more children: its boards have fewer nodes than the square by this factor or more.
constexpr double nodes_of_torus = 1.0 / 20;

}  // namespace

Prefix RandomPrefixes::draw(double max_nodes, std::mt19937_64& random) const {
  Prefix prefix;
  for (int tries = 0; tries < max_tries; ++tries) {
    prefix = {};
    prefix.placement.moves = problem_.row().moves;
    double nodes = expected_nodes(prefix);
    while (nodes > max_nodes) {  // so that every open row has a free square
      prefix.placement.toggle(problem_.n, random_free_square(prefix.placement, random));
      nodes = expected_nodes(prefix);
    }
    if (nodes > 0) {
      break;
    }
  }
  return prefix;
}

double RandomPrefixes::expected_nodes(const Prefix& prefix) const {
  return cost_(prefix) * (problem_.row().moves.board == Board::torus ? nodes_of_torus : 1);
}

Square RandomPrefixes::random_free_square(const Placement& placement,
                                          std::mt19937_64& random) const {
  const int n = problem_.n;
  std::array<LineSet, max_board> free{};
  std::uint64_t squares = 0;
  const int end = problem_.row().by_row ? placement.queens() + 1 : n;
  for (int row = 0; row < end; ++row) {
    free[static_cast<std::size_t>(row)] = placement.free_in_row(n, row);
    squares += static_cast<std::uint64_t>(std::popcount(free[static_cast<std::size_t>(row)]));
  }
  std::uint64_t chosen = random() % squares;
  int row = 0;
  for (; chosen >= static_cast<std::uint64_t>(std::popcount(free[static_cast<std::size_t>(row)]));
       ++row) {
    chosen -= static_cast<std::uint64_t>(std::popcount(free[static_cast<std::size_t>(row)]));
  }
  LineSet columns = free[static_cast<std::size_t>(row)];
  for (; chosen > 0; --chosen) {
    columns = without_lowest(columns);
  }
  return {row, lowest_line(columns)};
}

}  // namespace nqueens
