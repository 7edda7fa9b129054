// What a count would do: its job, and what its checkpoint holds of it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "job/plan.hpp"
#include "run/count_request.hpp"

namespace nqueens {

/// What the checkpoint holds of what is to be counted: of the whole job, or of one part.
struct SavedShare {
  std::filesystem::path file;  ///< the generation that was read
  std::uint64_t tasks_done = 0;
  double share_done = 0;                ///< of the expected cost
  std::vector<std::string> warnings{};  ///< of newer generations that are damaged
};

struct DryRun {
  Plan plan{};
  CheckpointSettings checkpoint{};            ///< as the count would use it
  std::optional<std::uint64_t> part_tasks{};  ///< the tasks of the part, if there is one
  std::optional<SavedShare> saved{};          ///< where the count would go on from a checkpoint
};

/// Changes nothing on disk and takes no lock. Throws Error as the count would: usage (the cut),
/// checkpoint (unusable or another job's).
DryRun dry_run(const JobSettings& settings, StartMode start);

/// One line for scripts: a word that changes with anything that is saved for such a start, a blank,
/// and what that is; empty if nothing is. Throws Error(checkpoint).
std::string saved_line(const JobSettings& settings, StartMode start);

}  // namespace nqueens
