// The state of a job, from its checkpoint, its plan and its lock.

#include "run/status.hpp"

#include <string>
#include <utility>

#include "core/duration.hpp"
#include "core/error.hpp"
#include "queue/units.hpp"
#include "run/count_result.hpp"
#include "run/live_file.hpp"
#include "run/saved_share.hpp"
#include "store/checkpoint_files.hpp"
#include "system/lock_file.hpp"
#include "system/process.hpp"
#include "system/regular_file.hpp"

namespace nqueens {

StatusReport checkpoint_status(const std::filesystem::path& name) {
  const std::filesystem::path path = behind_links(name);
  const LoadedCheckpoint loaded = load_existing_checkpoint(path, BadFiles::leave);
  const Checkpoint& checkpoint = loaded.checkpoint;
  const QueueTotals sums = totals(checkpoint.queue);
  StatusReport status{.file = loaded.file.string(),
                      .job = checkpoint.job,
                      .tasks = checkpoint.queue.done.size(),
                      .tasks_done = sums.tasks_done,
                      .tasks_confirmed = sums.tasks_confirmed,
                      .tasks_in_progress = checkpoint.queue.in_slices.size(),
                      .slices = sums.slices,
                      .slices_done = sums.slices_done,
                      .slices_bytes = sums.slices * bytes_per_slice(checkpoint.job.problem.parts()),
                      .count = total_of(checkpoint.job, checkpoint.queue).count,
                      .nodes = sums.nodes,
                      .share_done = share_done(
                          plan_of(checkpoint.job, checkpoint.queue, loaded.file), checkpoint.queue),
                      .runs = checkpoint.runs,
                      .saved_at = checkpoint.saved_at,
                      .warnings = loaded.warnings};
  try {
    if (const auto second = second_path(path); has_generations(second)) {
      status.second.push_back(checkpoint_status(second));
    }
  } catch (const Error& error) {
    status.warnings.emplace_back(error.what());
  }
  if (status.share_done > 0) {
    status.eta_seconds = status.runs.elapsed_seconds * (1 - status.share_done) / status.share_done;
  }
  const auto holder = lock_holder(first_path(path));
  if (holder) {
    const ProcessIdentity& process = holder->process;
    status.lock_holder =
        (process.pid > 0 ? process.host + ", process " + std::to_string(process.pid)
                         : "an unknown process") +
        (holder->batch_job.empty() ? "" : ", job " + holder->batch_job) + ", seen " +
        format_duration(holder->age_seconds) + " ago";
  }
  const bool is_elsewhere = holder && (holder->process.host != this_process().host ||
                                       liveness(holder->process) == Liveness::unknown);
  if (auto live = is_elsewhere ? watch_live(path) : read_live(path)) {
    status.live_age_seconds = live->age_seconds;
    if (live->is_fresh() && status.lock_holder) {
      status.live = std::move(live->report);
    } else {
      status.warnings.push_back("the run on " + live->report.host + " has said nothing for " +
                                format_duration(live->age_seconds) +
                                "; what follows is what it saved");
    }
  }
  return status;
}

}  // namespace nqueens
