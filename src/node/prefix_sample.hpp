// A random sample of a board, for estimates of its count and cost.
//
// A round draws prefixes at equal steps of their expected cost, from a random start. Each drawn
// prefix gets further queens, drawn in proportion to the expected cost of what they leave, until
// little enough is left to be counted. What is counted stands for the inverse of the chance of its
// draw, so every round is an unbiased estimate, independent of the others. docs/algorithm.md has
// the variance.
#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include "core/prefix_stream.hpp"
#include "job/job.hpp"
#include "job/plan.hpp"

namespace nqueens {

/// A prefix to count.
struct DrawnPrefix {
  Prefix prefix;
  double stands_for = 1;  ///< the inverse of how often a round is expected to draw it
  double placed = 0;  ///< of a count of placements: the estimate of those between root and prefix
  double expected_nodes = 0;  ///< below the prefix; 0: nothing is left to count
};

class PrefixSample {
 public:
  /// @param max_nodes  expected below a drawn prefix
  PrefixSample(const Job& job, double max_nodes);

  /// The same round for the same number and seed, on every machine.
  [[nodiscard]] std::vector<DrawnPrefix> round(std::uint64_t number, std::uint64_t seed) const;

  /// The prefixes that all others are below: those with the fewest queens.
  [[nodiscard]] const std::vector<Prefix>& roots() const { return roots_; }

 private:
  void grow(DrawnPrefix& drawn, std::mt19937_64& random) const;
  [[nodiscard]] std::vector<Square> next_line(const Placement& placement) const;

  Job job_;
  double max_nodes_;
  CostModel cost_;
  std::vector<Prefix> roots_;
  std::vector<double> costs_up_to_;  ///< by root: its expected cost and those of all before it
};

}  // namespace nqueens
