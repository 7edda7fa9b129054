// Random prefixes: a sample of the whole board, and others to compare kernels.
#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include "core/prefix_stream.hpp"
#include "job/job.hpp"
#include "job/plan.hpp"

namespace nqueens {

/// Uniform in [0, 1), the same on every machine.
double uniform(std::mt19937_64& random);

/// A prefix drawn to represent others.
struct SampledPrefix {
  Prefix prefix;
  double sample_weight = 1;  ///< 1 / the expected number of its draws
  double placed = 0;  ///< of a count of placements: an estimate of those between root and prefix
  double expected_nodes = 0;  ///< below the prefix; 0: nothing left to count
};

/// A random sample of a board, to estimate its count and cost.
///
/// A round draws prefixes at equal steps of expected cost, from a random start. Each gets further
/// queens, drawn in proportion to the expected cost below, until the rest is small enough to count.
/// Each count is divided by the probability of its draw, so every round is an unbiased, independent
/// estimate. docs/algorithm.md has the variance.
class PrefixSample {
 public:
  /// @param max_nodes  expected below a drawn prefix
  PrefixSample(const Job& job, double max_nodes);

  /// The same number and seed give the same round on every machine.
  [[nodiscard]] std::vector<SampledPrefix> round(std::uint64_t number, std::uint64_t seed) const;

  /// The prefixes with the fewest queens, which all others extend.
  [[nodiscard]] const std::vector<Prefix>& roots() const { return roots_; }

 private:
  void grow(SampledPrefix& drawn, std::mt19937_64& random) const;
  [[nodiscard]] std::vector<Square> next_squares(const Placement& placement) const;

  Job job_;
  double max_nodes_;
  CostModel cost_;
  std::vector<Prefix> roots_;
  std::vector<double> costs_up_to_;  ///< by root: the sum of expected costs up to it
};

/// Draws prefixes of a problem to compare kernels.
class RandomPrefixes {
 public:
  explicit RandomPrefixes(const Problem& problem) : problem_(problem), cost_(problem) {}

  /// Puts random queens on free squares (for placements on the first rows) until at most about
  /// max_nodes scalar nodes are expected below, but some if possible.
  Prefix draw(double max_nodes, std::mt19937_64& random) const;

 private:
  [[nodiscard]] double expected_nodes(const Prefix& prefix) const;
  [[nodiscard]] Square random_free_square(const Placement& placement,
                                          std::mt19937_64& random) const;

  Problem problem_;
  CostModel cost_;
};

}  // namespace nqueens
