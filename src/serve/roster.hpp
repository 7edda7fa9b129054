// Roster: questions about all workers and their processes.
#pragma once

#include <string>
#include <vector>

#include "queue/workers.hpp"
#include "serve/ranks.hpp"

namespace nqueens {

/// Its process is, as far as can be seen.
bool is_dead(const Workers::Worker& worker);

/// All have spoken once, and have left or are dead.
bool all_gone(const Workers& workers);
/// All have left and live to be dismissed, as far as can be seen.
bool all_wait(const Workers& workers);
/// Somebody has neither left nor been given up.
bool somebody_stays(const Workers& workers);
/// Those that have died since they were last heard, in ascending order; those of one process
/// together.
std::vector<std::vector<WorkerId>> newly_dead(const Workers& workers);
/// One line about the kernels of all workers; empty until each was ready once.
std::string describe_kernels(const Workers& workers);
/// Other processes on this machine that have not left and still live.
std::vector<HungProcess> hung_processes(const Workers& workers);

}  // namespace nqueens
