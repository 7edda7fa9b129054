// How much of a job a checkpoint holds.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "job/plan.hpp"
#include "store/checkpoint_files.hpp"

namespace nqueens {

/// Finished tasks, of the part if there is one.
std::uint64_t tasks_done(const QueueSnapshot& queue, const std::optional<Part>& part);

/// The finished share of the expected cost of the job or its part, from 0 to 1.
double share_done(const Plan& plan, const QueueSnapshot& queue,
                  const std::optional<Part>& part = std::nullopt);

struct SavedText {
  std::string mark;  ///< a word that changes with anything that is saved: "12.0.73251.0"
  std::string text;  ///< "n18.ckpt: 12 of 40 tasks done"
};
SavedText describe_saved(const LoadedCheckpoint& loaded);

}  // namespace nqueens
