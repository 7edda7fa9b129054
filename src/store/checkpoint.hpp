// Checkpoint: the state of a job on disk, so that a crash costs a few minutes at most.
#pragma once

#include <cstdint>
#include <optional>

#include "job/job.hpp"
#include "job/runs.hpp"
#include "queue/snapshot.hpp"

namespace nqueens {

/// The second count, by another decomposition.
struct SecondCount {
  Job job;  ///< of the same problem
  QueueSnapshot queue;

  friend bool operator==(const SecondCount&, const SecondCount&) = default;
};

struct Checkpoint {
  Job job;
  QueueSnapshot queue;
  std::optional<SecondCount> second;  ///< if the user has asked for one
  std::int64_t saved_at = 0;          ///< seconds since 1970-01-01 UTC
  std::uint64_t check_seed = 0;       ///< chooses the tasks to count twice
  Runs runs;

  /// All tasks of the job are done, apart from the second count.
  [[nodiscard]] bool finished() const { return queue.finished(); }
};

}  // namespace nqueens
