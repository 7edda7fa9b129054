// The second count of a job: a job of its own, by another decomposition and with other kernels than
// the workers' own. Its checkpoint is beside that of the first.
//
// It is on disk from the start of the first count on. So whoever resumes the first need not say
// again that there is to be a second one, and a first count that finishes is not shown as checked
// before its second count is.
#pragma once

#include <optional>

#include "session/job.hpp"

namespace nqueens {

/// The request for the second count of a job; nothing if there is to be none. One that has begun
/// goes on as it began unless the user gives it up: then it is moved aside. It is saved that it is
/// to do, unless it has begun.
/// @param first  of which all tasks are counted
std::optional<CountRequest> second_request(const JobRun& first);

}  // namespace nqueens
