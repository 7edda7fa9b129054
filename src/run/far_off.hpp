// Tasks of a certificate whose numbers are far from what their costs promise.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "job/plan.hpp"
#include "store/certificate.hpp"

namespace nqueens {

using CertifiedTasks = std::vector<std::pair<TaskId, CertifiedTask>>;

/// The tasks of a certificate whose numbers are farthest from their share of the total and
/// of the nodes, which is that of their cost: ten at most, in their order.
///
/// Far is over 3 times the share and 10,000 more, or fewer than a 50th of its nodes and 100,000
/// fewer. No task was, of queens for N = 12 to 18 by the default cuts and to 15 by others; most had
/// less than twice their share. Counts on a torus follow no cost, and those of a task may be small.
/// @param tasks, plan  those of the certificate, equally many
CertifiedTasks far_off_tasks(const Certificate& certificate, std::span<const CertifiedTask> tasks,
                             const Plan& plan);

}  // namespace nqueens
