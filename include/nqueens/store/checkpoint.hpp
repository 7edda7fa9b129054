// Checkpoint: the state of a job, to be kept on disk, so that no machine's death costs more than a
// few minutes' work.
#pragma once

#include <cstdint>
#include <optional>

#include "nqueens/job/job.hpp"
#include "nqueens/job/runs.hpp"
#include "nqueens/queue/snapshot.hpp"

namespace nqueens {

/// The whole count once more, by another decomposition.
struct SecondCount {
  Job job;  ///< of the same problem
  QueueSnapshot queue;

  friend bool operator==(const SecondCount&, const SecondCount&) = default;
};

struct Checkpoint {
  Job job;
  QueueSnapshot queue;
  std::optional<SecondCount> second;  ///< where the user has asked for one
  std::int64_t saved_at = 0;          ///< seconds since 1970-01-01 UTC
  std::uint64_t check_seed = 0;       ///< which tasks are chosen to be counted twice
  Runs runs;

  /// All tasks of the job are done; the second count is not looked at.
  [[nodiscard]] bool finished() const { return queue.finished(); }
};

}  // namespace nqueens
