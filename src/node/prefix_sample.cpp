// Systematic draws among the first prefixes, then a random descent weighted by expected cost.

#include "node/prefix_sample.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>

#include "node/random_prefixes.hpp"

namespace nqueens {
namespace {

/// Draws of a round. Fewer would spoil the equal steps, more would leave a slow kernel with too few
/// rounds.
constexpr std::size_t draws = 32;

void append_squares(int line, bool is_row, LineSet free, std::vector<Square>& squares) {
  for (; free != 0; free = without_lowest(free)) {
    squares.push_back(is_row ? Square{line, lowest_line(free)} : Square{lowest_line(free), line});
  }
}

/// The first element above the value; where rounding has made the value the last sum, the first
/// that reaches it.
std::size_t first_above(const std::vector<double>& sums, double value) {
  auto found = std::ranges::upper_bound(sums, value);
  if (found == sums.end()) {
    found = std::ranges::lower_bound(sums, sums.back());
  }
  return static_cast<std::size_t>(found - sums.begin());
}

}  // namespace

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

std::vector<DrawnPrefix> PrefixSample::round(std::uint64_t number, std::uint64_t seed) const {
  std::vector<DrawnPrefix> drawn;
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
    drawn.push_back({.prefix = roots_[root], .stands_for = total / (draws * cost)});
    grow(drawn.back(), random);
  }
  return drawn;
}

void PrefixSample::grow(DrawnPrefix& drawn, std::mt19937_64& random) const {
  const int n = job_.problem.n;
  Placement& placement = drawn.prefix.placement;
  std::vector<double> costs_up_to;
  for (double nodes = cost_(drawn.prefix);; nodes = cost_(drawn.prefix)) {
    if (placement.queens() == n || nodes <= max_nodes_) {
      drawn.expected_nodes = nodes;
      return;
    }
    const std::vector<Square> squares = next_line(placement);
    if (job_.problem.row().by_row) {
      drawn.placed += drawn.stands_for * drawn.prefix.weight * static_cast<double>(squares.size());
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
    drawn.stands_for *= total / cost;
    placement.toggle(n, squares[chosen]);
  }
}

/// The free squares of the line that gets the next queen, as in the job: rows from the top as far
/// as its prefixes go, then the most constrained line, as in its slices and in the kernels.
std::vector<Square> PrefixSample::next_line(const Placement& placement) const {
  const int n = job_.problem.n;
  std::vector<Square> squares;
  if (placement.queens() < job_.depth || job_.problem.row().by_row) {
    const int row = lowest_line(all_lines(n) & ~placement.rows);
    append_squares(row, true, placement.free_in_row(n, row), squares);
    return squares;
  }
  std::array<LineSet, max_board> columns{};  // by column, its free rows
  int fewest = max_board + 1;
  int line = 0;
  bool is_row = true;
  LineSet free = 0;
  const auto look_at = [&](bool of_row, int index, LineSet squares_of_line) {
    if (std::popcount(squares_of_line) < fewest) {
      fewest = std::popcount(squares_of_line);
      line = index;
      is_row = of_row;
      free = squares_of_line;
    }
  };
  for (LineSet left = all_lines(n) & ~placement.rows; left != 0; left = without_lowest(left)) {
    const int row = lowest_line(left);
    const LineSet in_row = placement.free_in_row(n, row);
    look_at(true, row, in_row);
    for (LineSet each = in_row; each != 0; each = without_lowest(each)) {
      columns[static_cast<std::size_t>(lowest_line(each))] |= LineSet{1} << row;
    }
  }
  for (LineSet left = all_lines(n) & ~placement.columns; left != 0; left = without_lowest(left)) {
    look_at(false, lowest_line(left), columns[static_cast<std::size_t>(lowest_line(left))]);
  }
  append_squares(line, is_row, free, squares);
  return squares;
}

}  // namespace nqueens
