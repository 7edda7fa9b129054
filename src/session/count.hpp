// A count on rank 0, from the lock to the result.
//
// A machine's count alone does not prove that it is right. So a second job can count the board
// again by another decomposition: a wrong kernel, a lost task or a flipped bit would have to cause
// the same error in both. The first result is written before the second count begins; when that
// ends, it is written again as confirmed or contradicted.
#pragma once

#include <optional>

#include "report/result.hpp"
#include "session/job.hpp"

namespace nqueens {

struct CountOutcome {
  /// Set if all solutions of the board or part are counted, even if the run was stopped while
  /// counting fundamental solutions.
  std::optional<RunResult> result{};
  bool stopped = false;          ///< by a signal or the time limit
  bool checkpoint_saved = true;  ///< false: the last save failed, or stopped without a checkpoint
  bool result_saved = true;      ///< false if the result file could not be written
};

/// Counts as rank 0 with the workers of a session. Logs through spdlog; prints nothing to stdout.
/// Throws Error. Before counting: usage (settings), checkpoint (unusable, locked, of another job),
/// stopped (while waiting for a lock or enumerating prefixes; runtime_error without a checkpoint).
/// Later: wrong_answer (two results of a task differ), checkpoint (another run took the lock),
/// runtime_error (no worker came or is left).
CountOutcome count(Session& session, const CountRequest& request);

}  // namespace nqueens
