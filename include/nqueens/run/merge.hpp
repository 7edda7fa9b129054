// Checkpoints of one job from several places become one.
#pragma once

#include <filesystem>
#include <span>

#include "nqueens/report/verification.hpp"

namespace nqueens {

enum class OnConflict {
  write_nothing,  ///< the files stay as they are
  leave_out,      ///< tasks in conflict are not done in the merged file
};

/// Merges the checkpoints into a new one. Each file must be whole: older generations are not looked
/// for. Throws Error(checkpoint) where one cannot be used or is of another job, Error(usage) where
/// there is a file of the output's name.
MergeReport merge_checkpoints(std::span<const std::filesystem::path> files,
                              const std::filesystem::path& output, OnConflict on_conflict);

}  // namespace nqueens
