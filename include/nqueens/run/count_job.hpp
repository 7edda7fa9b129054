// A whole count: checkpoint and lock, plan, master, result. What the command line calls on rank 0.
#pragma once

#include <filesystem>
#include <optional>

#include "nqueens/job/job.hpp"
#include "nqueens/job/plan.hpp"
#include "nqueens/net/transport.hpp"
#include "nqueens/report/progress.hpp"
#include "nqueens/report/result.hpp"
#include "nqueens/run/requests.hpp"
#include "nqueens/store/checkpoint.hpp"

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
  bool fundamental = false;               ///< count the fundamental solutions as well
  std::optional<double> stop_at_seconds;  ///< save and leave before so many seconds of the run have passed
  ProgressMode progress = ProgressMode::automatic;
  bool under_launcher = false;
};

struct CountOutcome {
  bool finished = false;            ///< else stopped and saved
  std::optional<RunResult> result;  ///< where finished
  bool result_saved =
      true;  ///< false where a checkpoint was wanted but the finished one could not be written
  bool everyone_left = true;  ///< false: ranks are missing, nobody may wait for them
};

/// Counts as rank 0 of the transport. Logs through spdlog; prints nothing to stdout.
/// Throws Error: usage (settings), checkpoint (unusable, locked, another job's), wrong_answer (two results
/// of a task differ), runtime_error (no worker came or is left; what was counted is saved).
/// In every case the workers have been dismissed.
CountOutcome count_job(Transport& transport, const CountRequest& request, Requests& requests);

/// Ends workers that have no master, where rank 0 cannot start: each returns from run_worker().
void dismiss_workers(Transport& transport);

/// What `status` shows. Reads the newest generation that is whole, changes nothing on disk.
/// Throws Error(checkpoint) where there is none, or none that can be read.
StatusReport checkpoint_status(const std::filesystem::path& path);

/// n18.ckpt -> n18.result.json, beside it.
std::filesystem::path result_path(const std::filesystem::path& checkpoint);

}  // namespace nqueens
