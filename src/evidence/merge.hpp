// `merge`: makes one checkpoint from several of one job, after comparing the tasks they share.
//
// The results of several sites meet here for the first time. If two counts of a task differ, a
// third must decide. Until then a merged file could not be told from a correct one. So nothing is
// written, unless the user drops such tasks, to be counted again.
#pragma once

#include <filesystem>
#include <span>
#include <string>

#include "judge/finding.hpp"

namespace nqueens {

struct Merged {
  Findings findings{};  ///< what each file adds, conflicts, and the merged file
  bool is_written = false;
  std::string warning{};  ///< about writing; empty: none
};

/// Merges checkpoints of one job and their logs of runs into new files. Reads no older generations.
/// Throws Error(checkpoint) if one is unusable or of another job, Error(usage) if the output file
/// or its log exists.
/// @param leaves_out_conflicts  tasks in conflict count as not done; otherwise they prevent writing
Merged merge_checkpoints(std::span<const std::filesystem::path> files,
                         const std::filesystem::path& output, bool leaves_out_conflicts);

}  // namespace nqueens
