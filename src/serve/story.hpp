// Log lines about workers and results.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "nqueens/queue/scheduler.hpp"

namespace nqueens {

/// "task 5 was counted with different results: 7 with 40 nodes by avx512 on node1, 8 with 40 nodes
/// by avx2 on node2".
std::string describe_votes(const Dispute& dispute, const OriginTable& origins);

/// @param host  empty if nobody knows
/// @param returned  tasks that the workers held
void log_loss(const std::vector<int>& workers, const std::string& host, const std::string& why,
              std::uint64_t returned);

/// Logs what became of a result, if that is worth a line.
void log_taken(const Outcome& outcome, const TaskResult& result, WorkerId worker,
               const std::string& host, const OriginTable& origins);

void log_suspects(const SuspectHost& suspect);

}  // namespace nqueens
