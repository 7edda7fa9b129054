// `merge`: makes one checkpoint of several of a job. What they share is held against each other
// before anything is written.
//
// Sites that share a board meet here for the first time. A task that two of them have counted
// differently has no right number until a third counts it. So nothing is written then, unless the
// user leaves such tasks out, to be counted again: a union could never be told from a right one.
#pragma once

#include <filesystem>
#include <span>
#include <string>

#include "judge/finding.hpp"

namespace nqueens {

struct Merged {
  Findings findings{};  ///< what each file adds, conflicts, and what was written
  bool is_written = false;
  std::string warning{};  ///< of the writing; empty: none
};

/// Merges checkpoints of one job into a new file. Each must be whole: older generations are not
/// read. The logs of their runs become one beside it. Throws Error(checkpoint) if one is unusable
/// or of another job, Error(usage) if the output file or its log exists.
/// @param leaves_out_conflicts  tasks in conflict count as not done; else nothing is written then
Merged merge_checkpoints(std::span<const std::filesystem::path> files,
                         const std::filesystem::path& output, bool leaves_out_conflicts);

}  // namespace nqueens
