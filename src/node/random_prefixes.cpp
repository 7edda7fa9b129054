// Random descents, weighted by expected cost or uniform.

#include "node/random_prefixes.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace nqueens {
namespace {

/// Draws per round. Fewer would spoil the equal steps; more would leave a slow kernel too few
/// rounds.
constexpr std::size_t draws = 32;

/// On a large board, random queens usually leave some row without a free square.
constexpr int max_tries = 100;

/// A torus prunes more: its boards have fewer nodes than the square by at least this factor.
constexpr double nodes_of_torus = 1.0 / 20;

void append_squares(int n, const Placement& placement, BoardLine line,
                    std::vector<Square>& squares) {
  for (LineSet free = placement.free_in(n, line); free != 0; free = without_lowest(free)) {
    squares.push_back(line.square(lowest_line(free)));
  }
}

/// The first element above the value. If rounding made the value the last sum: the first element
/// equal to it.
std::size_t first_above(const std::vector<double>& sums, double value) {
  auto found = std::ranges::upper_bound(sums, value);
  if (found == sums.end()) {
    found = std::ranges::lower_bound(sums, sums.back());
  }
  return static_cast<std::size_t>(found - sums.begin());
}

}  // namespace

double uniform(std::mt19937_64& random) {
  return std::ldexp(static_cast<double>(random() >> 11), -53);
}

PrefixSample::PrefixSample(const Job& job, double max_nodes)
    : job_(job), max_nodes_(max_nodes), cost_(job.problem) {
  const Problem& problem = job.problem;
  PrefixStream stream(problem, job.symmetry, cut_limits(problem).min_depth);
  double cost = 0;
  for (Prefix prefix; stream.next(prefix);) {
    cost += cost_(prefix);
    roots_.push_back(prefix);
    costs_up_to_.push_back(cost);
  }
}

std::vector<SampledPrefix> PrefixSample::round(std::uint64_t number, std::uint64_t seed) const {
  std::vector<SampledPrefix> drawn;
  const double total = roots_.empty() ? 0 : costs_up_to_.back();
  if (!(total > 0)) {
    return drawn;
  }
  std::seed_seq words{seed, seed >> 32, number, number >> 32};
  std::mt19937_64 random(words);
  const double start = uniform(random);
  for (std::size_t i = 0; i < draws; ++i) {
    const double wanted = (static_cast<double>(i) + start) * total / draws;
    const std::size_t root = first_above(costs_up_to_, wanted);
    const double cost = costs_up_to_[root] - (root == 0 ? 0 : costs_up_to_[root - 1]);
    drawn.push_back({.prefix = roots_[root], .sample_weight = total / (draws * cost)});
    grow(drawn.back(), random);
  }
  return drawn;
}

void PrefixSample::grow(SampledPrefix& drawn, std::mt19937_64& random) const {
  const int n = job_.problem.n;
  Placement& placement = drawn.prefix.placement;
  std::vector<double> costs_up_to;
  for (double nodes = cost_(drawn.prefix);; nodes = cost_(drawn.prefix)) {
    if (placement.queens() == n || nodes <= max_nodes_) {
      drawn.expected_nodes = nodes;
      return;
    }
    const std::vector<Square> squares = next_squares(placement);
    if (job_.problem.info().by_row) {
      drawn.placed +=
          drawn.sample_weight * drawn.prefix.weight * static_cast<double>(squares.size());
    }
    costs_up_to.clear();
    double total = 0;
    for (const Square& square : squares) {
      placement.toggle(n, square);
      total += cost_(drawn.prefix);
      placement.toggle(n, square);
      costs_up_to.push_back(total);
    }
    if (!(total > 0)) {
      return;
    }
    const std::size_t chosen = first_above(costs_up_to, uniform(random) * total);
    const double cost = costs_up_to[chosen] - (chosen == 0 ? 0 : costs_up_to[chosen - 1]);
    drawn.sample_weight *= total / cost;
    placement.toggle(n, squares[chosen]);
  }
}

/// The free squares of the line that gets the next queen, in the order of the job and its slices.
std::vector<Square> PrefixSample::next_squares(const Placement& placement) const {
  const int n = job_.problem.n;
  const LineOrder order = placement.queens() < job_.depth ? job_.order : job_.order_below();
  std::vector<Square> squares;
  append_squares(n, placement, next_line(n, placement, order), squares);
  return squares;
}

Prefix RandomPrefixes::draw(double max_nodes, std::mt19937_64& random) const {
  Prefix prefix;
  for (int tries = 0; tries < max_tries; ++tries) {
    prefix = {};
    prefix.placement.moves = problem_.info().moves;
    double nodes = expected_nodes(prefix);
    while (nodes > max_nodes) {  // leaves the next row a free square
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
  return cost_(prefix) * (problem_.info().moves.board == Board::torus ? nodes_of_torus : 1);
}

Square RandomPrefixes::random_free_square(const Placement& placement,
                                          std::mt19937_64& random) const {
  const int n = problem_.n;
  const int end = problem_.info().by_row ? placement.queens() + 1 : n;
  std::vector<Square> squares;
  for (int row = 0; row < end; ++row) {
    append_squares(n, placement, {.number = row}, squares);
  }
  return squares[random() % squares.size()];
}

}  // namespace nqueens
