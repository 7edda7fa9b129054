// Random prefixes: a sample that represents the whole board, and others to compare kernels.
#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include "core/prefix_stream.hpp"
#include "job/job.hpp"
#include "job/plan.hpp"

namespace nqueens {

/// From 0 up to 1, the same on every machine.
double uniform(std::mt19937_64& random);

/// A prefix that represents many like it.
struct SampledPrefix {
  Prefix prefix;
  double sample_weight = 1;  ///< the inverse of the expected number of its draws
  double placed = 0;  ///< of a count of placements: the estimate of those between root and prefix
  double expected_nodes = 0;  ///< below the prefix; 0: nothing is left to count
};

/// A random sample of a board, for estimates of its count and cost.
///
/// A round draws prefixes at equal steps of their expected cost, from a random start. Each drawn
/// prefix gets further queens, drawn in proportion to the expected cost of what they leave, until
/// little enough is left to be counted. Each count is divided by the chance of its draw, so
/// every round is an unbiased estimate, independent of the others. docs/algorithm.md has
/// the variance.
class PrefixSample {
 public:
  /// @param max_nodes  expected below a drawn prefix
  PrefixSample(const Job& job, double max_nodes);

  /// The same round for the same number and seed, on every machine.
  [[nodiscard]] std::vector<SampledPrefix> round(std::uint64_t number, std::uint64_t seed) const;

  /// The prefixes that all others are below: those with the fewest queens.
  [[nodiscard]] const std::vector<Prefix>& roots() const { return roots_; }

 private:
  void grow(SampledPrefix& drawn, std::mt19937_64& random) const;
  [[nodiscard]] std::vector<Square> next_squares(const Placement& placement) const;

  Job job_;
  double max_nodes_;
  CostModel cost_;
  std::vector<Prefix> roots_;
  std::vector<double> costs_up_to_;  ///< by root: its expected cost and those of all before it
};

/// Draws prefixes of one problem, for comparing kernels.
class RandomPrefixes {
 public:
  explicit RandomPrefixes(const Problem& problem) : problem_(problem), cost_(problem) {}

  /// Puts random queens on free squares (for placements on the first rows) until the scalar kernel
  /// is expected to visit about max_nodes nodes below them, or fewer, but some if it can.
  Prefix draw(double max_nodes, std::mt19937_64& random) const;

 private:
  [[nodiscard]] double expected_nodes(const Prefix& prefix) const;
  [[nodiscard]] Square random_free_square(const Placement& placement,
                                          std::mt19937_64& random) const;

  Problem problem_;
  CostModel cost_;
};

}  // namespace nqueens
