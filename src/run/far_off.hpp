// Tasks of a certificate whose numbers are far from what their costs promise.
#pragma once

#include <tuple>
#include <utility>
#include <vector>

#include "job/plan.hpp"
#include "store/certificate.hpp"

namespace nqueens {

using CertifiedTasks = std::vector<std::pair<TaskId, CertifiedTask>>;

/// Finds the tasks of a certificate whose numbers are farthest from their share of the total and of
/// the nodes, which is that of their cost.
///
/// Far is over 3 times the share and 10,000 more, or fewer than a 50th of its nodes and 100,000
/// fewer. No task was, of queens for N = 12 to 18 by the default cuts and to 15 by others; most had
/// less than twice their share. Counts on a torus follow no cost, and those of a task may be small.
class FarOff {
 public:
  /// @param certificate, plan  its own plan; both outlive this
  FarOff(const Certificate& certificate, const Plan& plan);

  void look_at(TaskId task, const CertifiedTask& said);

  /// The farthest, at most ten, by their numbers.
  [[nodiscard]] CertifiedTasks tasks() const;

 private:
  const Plan& plan_;
  bool follows_cost_;
  double all_counts_;
  double all_nodes_;
  std::vector<std::tuple<double, TaskId, CertifiedTask>> found_;  ///< the farthest first
};

}  // namespace nqueens
