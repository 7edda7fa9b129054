// A whole count: checkpoint and lock, plan, master, result. What the command line calls on rank 0.
#pragma once

#include <exception>
#include <optional>

#include "nqueens/net/transport.hpp"
#include "nqueens/report/result.hpp"
#include "nqueens/run/count_request.hpp"
#include "nqueens/serve/serve.hpp"
#include "nqueens/system/signals.hpp"

namespace nqueens {

enum class CountEnd {
  finished,         ///< all that was asked for is counted
  stopped,          ///< by a signal or the time limit, and saved
  stopped_unsaved,  ///< the same without a checkpoint, or the last save failed
};

struct CountOutcome {
  CountEnd end = CountEnd::finished;
  /// Where all solutions, or those of the part, are counted: also of a run that was stopped while
  /// it counted the fundamental ones.
  std::optional<RunResult> result;
  bool result_saved =
      true;  ///< false where a checkpoint was wanted but could not be written at the end
  std::exception_ptr
      failure;  ///< what ended the run after it had begun to serve workers; else nothing
  Ending ending;
};

/// Counts as rank 0 of the transport. Logs through spdlog; prints nothing to stdout.
/// Throws Error where the run does not begin: usage (settings), checkpoint (unusable, locked,
/// another job's), stopped (told to stop while it waited for another machine's lock). Later errors
/// are in the outcome's failure, since its other fields then say how to end: wrong_answer (two
/// results of a task differ), checkpoint (the lock is another run's), runtime_error (no worker came
/// or is left). The workers have been dismissed, but where not Ending::everyone_left.
CountOutcome count_job(Transport& transport, const CountRequest& request, Requests& requests);

}  // namespace nqueens
