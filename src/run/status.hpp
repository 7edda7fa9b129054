// The state of a checkpoint, without running its job.
#pragma once

#include <filesystem>

#include "report/result.hpp"

namespace nqueens {

/// Reads the newest whole generation and changes nothing on disk. Throws Error(checkpoint) if there
/// is none.
StatusReport checkpoint_status(const std::filesystem::path& path);

}  // namespace nqueens
