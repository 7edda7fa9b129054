// The second count of a job: a job of its own, by another decomposition and with other kernels than
// the workers' own. Its checkpoint is beside that of the first.
#pragma once

#include <filesystem>
#include <optional>

#include "run/job_run.hpp"
#include "store/checkpoint_files.hpp"

namespace nqueens {

/// The second count beside a checkpoint; nothing if there is none. Throws Error(checkpoint) if it
/// cannot be used, or is of another problem or cut as the first one.
std::optional<LoadedCheckpoint> load_second(const std::filesystem::path& checkpoint,
                                            const Job& first);

/// The request for the second count of a job; nothing if there is to be none. One that has begun
/// goes on as it began unless the user gives it up: then it is moved aside.
/// @param first  in the checkpoint of the request, if it has one
std::optional<CountRequest> second_request(const CountRequest& request, const Job& first,
                                           std::uint64_t tasks, bool has_checkpoint);

/// Saves that the second count is to do, unless it has begun.
void begin_second(const CountRequest& second, const CheckpointKeeper& first);

}  // namespace nqueens
