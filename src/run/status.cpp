// The state of a job, from its checkpoint, its plan and its lock.

#include "run/status.hpp"

#include <algorithm>
#include <chrono>
#include <fstream>
#include <optional>
#include <string>
#include <thread>
#include <utility>

#include "core/duration.hpp"
#include "core/error.hpp"
#include "queue/units.hpp"
#include "run/count_result.hpp"
#include "run/saved_share.hpp"
#include "store/checkpoint_files.hpp"
#include "system/clock.hpp"
#include "system/lock_file.hpp"
#include "system/process.hpp"
#include "system/regular_file.hpp"

namespace nqueens {
namespace {

/// The last event of a log, and the last start before it.
struct LogEnd {
  std::optional<RunEvent> start;
  std::optional<RunEvent> last;

  [[nodiscard]] bool is_of_ended_run() const {
    return !start || !last || std::holds_alternative<RunStop>(last->body) ||
           std::holds_alternative<RunFinish>(last->body);
  }
};

LogEnd end_of(const std::filesystem::path& log) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(log, ignored)) {
    return {};
  }
  std::ifstream lines(log);
  std::string start;
  std::string last;
  for (std::string line; std::getline(lines, line) && !lines.eof();) {
    if (line.find(R"("event":"start")") != std::string::npos) {
      start = line;
    }
    last = std::move(line);
  }
  return {.start = decode_run_event(start), .last = decode_run_event(last)};
}

std::optional<LiveRun> read_live(const LogEnd& end, const std::filesystem::path& log) {
  std::error_code error;
  const auto written = std::filesystem::last_write_time(log, error);
  const auto* const now = end.last ? std::get_if<RunNow>(&end.last->body) : nullptr;
  const auto* const start = end.start ? std::get_if<RunStart>(&end.start->body) : nullptr;
  if (error || now == nullptr || start == nullptr) {
    return std::nullopt;
  }
  const std::chrono::duration<double> age = std::filesystem::file_time_type::clock::now() - written;
  return LiveRun{.started_at = end.start->time,
                 .updated_at = end.last->time,
                 .start = *start,
                 .state = *now,
                 .age_seconds = std::max(age.count(), 0.0)};
}

/// Empty if no run is at work, or none that has left a word. Between two lines its state may be
/// missing for a moment. The clock of another machine may be wrong: a log from there that seems old
/// is watched until there is more, at most for 12 s.
std::optional<LiveRun> find_live(const std::filesystem::path& checkpoint, bool is_held,
                                 bool is_elsewhere) {
  const std::filesystem::path log = run_log_path(checkpoint);
  const Clock::time_point begin = Clock::now();
  std::optional<LiveRun> live;
  while (true) {
    const LogEnd end = end_of(log);
    if (auto later = read_live(end, log)) {
      if (live && later->updated_at != live->updated_at) {
        later->age_seconds = 0;
      }
      live = std::move(later);
    }
    const double patience = !live ? 1 : (live->is_fresh() || !is_elsewhere ? 0 : 12);
    if (!is_held || end.is_of_ended_run() || seconds_since(begin) >= patience) {
      return live;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
}

}  // namespace

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
  if (auto live = find_live(path, holder.has_value(), is_elsewhere)) {
    if (live->is_fresh() && status.lock_holder) {
      status.live = std::move(live);
    } else {
      status.warnings.push_back("the run on " + live->start.host + " has said nothing for " +
                                format_duration(live->age_seconds) +
                                "; what follows is what it saved");
    }
  }
  return status;
}

}  // namespace nqueens
