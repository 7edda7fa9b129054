// A whole count on rank 0: checkpoint and lock, plan, master, result.
#pragma once

#include <optional>

#include "net/transport.hpp"
#include "report/result.hpp"
#include "run/count_request.hpp"
#include "serve/serve.hpp"
#include "system/signals.hpp"

namespace nqueens {

enum class CountEnd {
  finished,         ///< everything asked for is counted
  stopped,          ///< by a signal or the time limit, and saved
  stopped_unsaved,  ///< stopped without a checkpoint, or the last save failed
};

struct CountOutcome {
  CountEnd end = CountEnd::finished;
  /// Set if all solutions, or those of the part, are counted, even if the run was stopped while it
  /// counted the fundamental ones.
  std::optional<RunResult> result;
  bool checkpoint_saved = true;  ///< false if its last save failed
  bool result_saved = true;      ///< false if the result file could not be written
};

/// Counts as rank 0 of the transport. Logs through spdlog; prints nothing to stdout.
/// @param ending  how the other ranks are, also where this throws; left alone where the run does
/// not begin: the workers have been dismissed then
/// Throws Error where the run does not begin: usage (settings), checkpoint (unusable, locked,
/// another job's), stopped (told to stop while it waited for another machine's lock). Later:
/// wrong_answer (two results of a task differ), checkpoint (the lock is another run's),
/// runtime_error (no worker came or is left).
CountOutcome count_job(Transport& transport, const CountRequest& request, Requests& requests,
                       Ending& ending);

}  // namespace nqueens
