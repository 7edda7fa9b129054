// The processors that this process may run on.
#pragma once

#include <vector>

namespace nqueens {

/// Their numbers; empty if there are more than a cpu_set_t holds.
std::vector<int> allowed_processors();

/// Their number, at least one.
int usable_processors();

/// Keeps the calling thread on one of the processors if it may; does nothing if the list is empty.
void stay_on_one(const std::vector<int>& processors, int thread);

/// The processor that runs the calling thread now.
int current_processor();

}  // namespace nqueens
