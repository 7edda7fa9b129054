// The plan of a job that a file names, and which may be any.
#pragma once

#include <cstdint>
#include <filesystem>

#include "nqueens/job/plan.hpp"

namespace nqueens {

/// The plan of a job with so many tasks in a checkpoint. A job is cut the same way on every
/// machine; if this program cuts it into another number of tasks, the checkpoint is not what it
/// says: Error(checkpoint).
Plan plan_of(const Job& job, std::uint64_t tasks, const std::filesystem::path& file);

}  // namespace nqueens
