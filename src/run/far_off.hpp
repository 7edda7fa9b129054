// Tasks of a certificate whose numbers are far from what their costs promise.
#pragma once

#include <filesystem>
#include <utility>
#include <vector>

#include "job/plan.hpp"
#include "store/certificate.hpp"

namespace nqueens {

using CertifiedTasks = std::vector<std::pair<TaskId, CertifiedTask>>;

/// The tasks of a readable certificate whose numbers are farthest from their share of the total and
/// of the nodes, which is that of their cost: ten at most, in their order.
///
/// Of queens for N = 12 to 18, whatever the cut, no task had over 3 times its share and 10,000 more
/// (1.9 times of nodes), and none 1 / 50 of its nodes. Amazons and placements keep to that; counts
/// on a torus follow no cost. A count may be small by nature.
CertifiedTasks far_off_tasks(const std::filesystem::path& file, const Certificate& certificate,
                             const Plan& plan);

}  // namespace nqueens
