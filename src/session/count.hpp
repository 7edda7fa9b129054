// A count on rank 0, from the lock to the result.
//
// A number that a machine has counted is no evidence that it has counted right. So a count may be
// two jobs, of which the second counts the board again by another decomposition: a wrong kernel, a
// lost task or a flipped bit would have to err alike in both. The first result is written before
// the second count begins, and again, as confirmed or contradicted, when that is finished.
#pragma once

#include <optional>

#include "report/result.hpp"
#include "session/job.hpp"

namespace nqueens {

struct CountOutcome {
  /// Set if all solutions, or those of the part, are counted, even if the run was stopped while it
  /// counted the fundamental ones.
  std::optional<RunResult> result{};
  bool stopped = false;          ///< by a signal or the time limit
  bool checkpoint_saved = true;  ///< false if its last save failed; if stopped, also if it has none
  bool result_saved = true;      ///< false if the result file could not be written
};

/// Counts as rank 0 with the workers of a session. Logs through spdlog; prints nothing to stdout.
/// Throws Error if the run does not begin: usage (settings), checkpoint (unusable, locked, another
/// job's), stopped (told to stop while it waited for another machine's lock or enumerated prefixes;
/// without a checkpoint that is runtime_error). Later: wrong_answer
/// (two results of a task differ), checkpoint (the lock is another run's), runtime_error (no worker
/// came or is left).
CountOutcome count(Session& session, const CountRequest& request);

}  // namespace nqueens
