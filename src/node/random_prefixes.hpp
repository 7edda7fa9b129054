// Random prefixes, for comparing kernels.
#pragma once

#include <cmath>
#include <random>

#include "core/prefix_stream.hpp"
#include "core/problem.hpp"
#include "job/plan.hpp"

namespace nqueens {

/// Draws prefixes of one problem.
class RandomPrefixes {
 public:
  explicit RandomPrefixes(const Problem& problem) : problem_(problem), cost_(problem) {}

  /// Puts random queens on free squares (for placements on the first rows) until the scalar kernel
  /// is expected to visit about max_nodes nodes below them, or fewer. If it can, it leaves a free
  /// square in every open row.
  Prefix draw(double max_nodes, std::mt19937_64& random) const;

 private:
  [[nodiscard]] double expected_nodes(const Prefix& prefix) const;
  [[nodiscard]] Square random_free_square(const Placement& placement,
                                          std::mt19937_64& random) const;

  Problem problem_;
  CostModel cost_;
};

/// From 0 up to 1, the same on every machine.
inline double uniform(std::mt19937_64& random) {
  return std::ldexp(static_cast<double>(random() >> 11), -53);
}

}  // namespace nqueens
