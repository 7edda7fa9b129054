// Checkpoint: the state of a job on disk, so that a crash costs a few minutes at most.
#pragma once

#include <cstdint>

#include "job/job.hpp"
#include "queue/snapshot.hpp"

namespace nqueens {

struct Checkpoint {
  Job job;
  QueueSnapshot queue;
  std::int64_t saved_at = 0;     ///< seconds since 1970-01-01 UTC
  std::uint64_t check_seed = 0;  ///< chooses the tasks to count twice
  Runs runs{};

  /// All tasks of the job are done.
  [[nodiscard]] bool finished() const { return queue.finished(); }
};

}  // namespace nqueens
