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

/// A word that changes with anything that is saved, and a text: "12.0.73251.0 n18.ckpt: 12 of 40
/// tasks done".
std::string describe_saved(const LoadedCheckpoint& loaded);

/// "12 of 40 tasks (symmetry mirror, depth 4)".
std::string describe_done(const SecondCount& second);

}  // namespace nqueens
