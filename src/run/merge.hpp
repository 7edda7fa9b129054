// Merges checkpoints of one job into one.
#pragma once

#include <filesystem>
#include <span>

#include "run/verification.hpp"

namespace nqueens {

enum class OnConflict {
  write_nothing,  ///< the files stay as they are
  leave_out,      ///< tasks in conflict count as not done
};

/// Merges the checkpoints into a new file. Each must be whole: older generations are not read.
/// Throws Error(checkpoint) if one is unusable or of another job, Error(usage) if the output file
/// exists.
MergeReport merge_checkpoints(std::span<const std::filesystem::path> files,
                              const std::filesystem::path& output, OnConflict on_conflict);

}  // namespace nqueens
