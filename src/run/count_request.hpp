// The request for a count: the job, where it begins, and when it must end.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "job/job.hpp"
#include "system/clock.hpp"

namespace nqueens {

/// What to do with or without a checkpoint.
enum class StartMode {
  automatic,   ///< go on from the checkpoint if there is one, else start
  fresh,       ///< start over; the old checkpoint is moved aside
  fresh_done,  ///< an earlier start has done that: as automatic
  resume,      ///< go on from the checkpoint, which must exist and names the job
};

struct CountRequest {
  JobSettings settings;  ///< with StartMode::resume settings.count is ignored
  StartMode start = StartMode::automatic;
  std::optional<Job> again{};   ///< a second count: this job, unless its checkpoint says another
  int fundamental_up_to_n = 0;  ///< also count the fundamental solutions of boards up to this size
  Clock::time_point started = Clock::now();  ///< the process, from which a limit counts
  int ranks = 1;                             ///< of this run
  std::vector<int> workers_of_ranks{};       ///< of each of these
  std::string described{};                   ///< the ranks, for the log; empty: not worth a line
  bool under_launcher = false;
};

}  // namespace nqueens
