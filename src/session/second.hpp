// The second count of a job: a job of its own, by another decomposition and with other kernels than
// the workers' default ones. Its checkpoint is beside that of the first.
//
// The checkpoint is written when the first count starts. So whoever resumes need not ask for the
// second count again, and a finished first count does not pass for a checked one.
#pragma once

#include <optional>

#include "session/job.hpp"

namespace nqueens {

/// The request for the second count; nothing if none is wanted. A second count that has begun keeps
/// its decomposition unless the user gives it up, which moves it aside. A new one is saved at once.
/// @param first  counts all tasks
std::optional<CountRequest> second_request(const JobRun& first);

}  // namespace nqueens
