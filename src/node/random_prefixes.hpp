// Random prefixes, for comparing kernels.
#pragma once

#include <random>

#include "nqueens/core/prefix_stream.hpp"
#include "nqueens/core/problem.hpp"
#include "nqueens/job/plan.hpp"

namespace nqueens {

/// Draws prefixes of one problem.
class RandomPrefixes {
 public:
  explicit RandomPrefixes(const Problem& problem) : problem_(problem), cost_(problem.n) {}

  /// Random queens on free squares, of placements on the first rows, until the scalar kernel is
  /// expected to visit no more than about so many nodes below them. Every open row has a free
  /// square as far as queens are found that leave one.
  Prefix draw(double most_nodes, std::mt19937_64& random) const;

 private:
  [[nodiscard]] double expected_nodes(const Prefix& prefix) const;
  [[nodiscard]] Square random_free_square(const Placement& placement,
                                          std::mt19937_64& random) const;

  Problem problem_;
  CostModel cost_;
};

}  // namespace nqueens
