// The second count of a job: a job of its own, by another decomposition and with other kernels than
// the workers' own. Its checkpoint is beside that of the first.
#pragma once

#include <filesystem>
#include <optional>

#include "run/count_request.hpp"
#include "store/checkpoint_files.hpp"

namespace nqueens {

/// n18.ckpt -> n18.second.ckpt, n18 -> n18.second, beside it; empty for an empty path.
std::filesystem::path second_path(const std::filesystem::path& checkpoint);

/// The inverse; any other name stays as it is. A job and its second count have one lock, that of
/// the first.
std::filesystem::path first_path(const std::filesystem::path& checkpoint);

/// Whether a checkpoint has the name of a second count.
inline bool is_second(const std::filesystem::path& checkpoint) {
  return first_path(checkpoint) != checkpoint;
}

/// The second count beside a checkpoint; nothing if there is none. Throws Error(checkpoint) if it
/// cannot be used, or is of another problem or cut as the first one.
std::optional<LoadedCheckpoint> load_second(const std::filesystem::path& checkpoint,
                                            const Job& first);

/// The request for the second count of a job; nothing if there is to be none. One that has begun
/// goes on as it began unless the user gives it up: then it is moved aside.
/// @param first  in the checkpoint of the request, where it has one
std::optional<CountRequest> second_request(const CountRequest& request, const Job& first,
                                           std::uint64_t tasks, bool has_checkpoint);

}  // namespace nqueens
