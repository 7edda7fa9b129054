// A whole count on rank 0: checkpoint and lock, plan, master, result.
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

/// Counts as rank 0 with these workers. Logs through spdlog; prints nothing to stdout.
/// Throws Error if the run does not begin: usage (settings), checkpoint (unusable, locked, another
/// job's), stopped (told to stop while it waited for another machine's lock or enumerated prefixes;
/// without a checkpoint that is runtime_error). Later: wrong_answer
/// (two results of a task differ), checkpoint (the lock is another run's), runtime_error (no worker
/// came or is left).
CountOutcome count_job(WorkerPool& pool, const CountRequest& request);

}  // namespace nqueens
