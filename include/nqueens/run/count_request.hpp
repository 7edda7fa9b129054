// What is asked of a count: the job, where it begins, and when it has to end.
#pragma once

#include <optional>

#include "nqueens/job/job.hpp"
#include "nqueens/report/progress.hpp"
#include "nqueens/system/clock.hpp"

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
  std::optional<Part> part;  ///< count no other tasks
  int fundamental_up_to_n =
      0;  ///< count the fundamental solutions of boards up to this size as well
  std::optional<double>
      limit_seconds;  ///< save and leave before so many seconds since `started` have passed
  Clock::time_point started = Clock::now();  ///< the process
  ProgressMode progress = ProgressMode::automatic;
  bool under_launcher = false;
};

}  // namespace nqueens
