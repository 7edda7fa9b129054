// A whole count: checkpoint and lock, plan, master, result. What the command line calls on rank 0.
#pragma once

#include <chrono>
#include <exception>
#include <filesystem>
#include <optional>
#include <vector>

#include "nqueens/job/job.hpp"
#include "nqueens/job/plan.hpp"
#include "nqueens/net/transport.hpp"
#include "nqueens/report/progress.hpp"
#include "nqueens/report/result.hpp"
#include "nqueens/store/checkpoint.hpp"
#include "nqueens/system/process.hpp"
#include "nqueens/system/signals.hpp"

namespace nqueens {

/// What to do where a checkpoint is or is not there.
enum class StartMode {
  automatic,  ///< go on from the checkpoint where there is one, else start
  fresh,      ///< start over; the old checkpoint becomes an older generation
  resume,     ///< go on from the checkpoint, which must be there; the job is the checkpoint's
};

struct CountRequest {
  JobSettings settings;  ///< with StartMode::resume settings.count is ignored
  StartMode start = StartMode::automatic;
  std::optional<Part> part;             ///< count no other tasks
  int fundamental_up_to_n = 0;          ///< count the fundamental solutions of boards up to this size as well
  std::optional<double> limit_seconds;  ///< save and leave before so many seconds since `started` have passed
  std::chrono::steady_clock::time_point started = std::chrono::steady_clock::now();  ///< the process
  ProgressMode progress = ProgressMode::automatic;
  bool under_launcher = false;
};

enum class CountEnd {
  finished,         ///< all that was asked for is counted
  stopped,          ///< by a signal or the time limit, and saved
  stopped_unsaved,  ///< the same without a checkpoint, or the last save failed
};

struct CountOutcome {
  CountEnd end = CountEnd::finished;
  /// Where all solutions, or those of the part, are counted: also of a run that was stopped while it counted
  /// the fundamental ones.
  std::optional<RunResult> result;
  bool result_saved = true;    ///< false where a checkpoint was wanted but could not be written at the end
  bool everyone_left = true;   ///< false: ranks are missing; see Master::everyone_left()
  std::exception_ptr failure;  ///< what ended the run after it had begun to serve workers; else nothing
  std::vector<ProcessIdentity>
      hung_workers;  ///< to be killed when all is said: a launcher would wait for them
};

/// Counts as rank 0 of the transport. Logs through spdlog; prints nothing to stdout.
/// Throws Error where the run does not begin: usage (settings), checkpoint (unusable, locked, another job's),
/// stopped (told to stop while it waited for another machine's lock). Later errors are in the outcome's
/// failure, since its other fields then say how to end: wrong_answer (two results of a task differ),
/// checkpoint (the lock is another run's), runtime_error (no worker came or is left). The workers have been
/// dismissed, but where not everyone_left.
CountOutcome count_job(Transport& transport, const CountRequest& request, Requests& requests);

/// What `status` shows. Reads the newest generation that is whole, changes nothing on disk.
/// Throws Error(checkpoint) where there is none, or none that can be read.
StatusReport checkpoint_status(const std::filesystem::path& path);

/// n18.ckpt -> n18.result.json, beside it.
std::filesystem::path result_path(const std::filesystem::path& checkpoint);

}  // namespace nqueens
