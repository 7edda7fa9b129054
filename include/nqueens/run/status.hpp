// What can be told of a checkpoint without running its job.
#pragma once

#include <filesystem>

#include "nqueens/report/result.hpp"

namespace nqueens {

/// What `status` shows. Reads the newest generation that is whole, changes nothing on disk.
/// Throws Error(checkpoint) where there is none, or none that can be read.
StatusReport checkpoint_status(const std::filesystem::path& path);

}  // namespace nqueens
