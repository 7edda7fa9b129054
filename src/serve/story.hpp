// What the log says of results.
#pragma once

#include <string>

#include "nqueens/queue/scheduler.hpp"

namespace nqueens {

/// "task 5 was counted with different results: 7 with 40 nodes by avx512 on node1, 8 with 40 nodes
/// by avx2 on node2".
std::string describe_votes(const Dispute& dispute, const WorkQueue& queue);

/// What has become of a result, as far as it is worth a line.
void log_taken(const Taken& taken, const TaskResult& result, WorkerId worker,
               const std::string& host, const WorkQueue& queue);

}  // namespace nqueens
