// Processors that this process may run on.
#pragma once

#include <vector>

namespace nqueens {

/// Their numbers; none where there are more than a cpu_set_t names.
std::vector<int> allowed_processors();

/// How many there are; at least one.
int usable_processors();

/// Keeps the calling thread on one of the processors, as far as it may; anywhere where there are
/// none.
void stay_on_one(const std::vector<int>& processors, int thread);

/// The one that runs the calling thread at this moment.
int current_processor();

}  // namespace nqueens
