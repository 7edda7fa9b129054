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

/// Nothing if no run is at work, or was killed.
std::optional<LiveRun> read_live(const std::filesystem::path& checkpoint) {
  const std::filesystem::path path = run_log_path(checkpoint);
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) {
    return std::nullopt;
  }
  std::ifstream lines(path);
  std::string start;
  std::string last;
  for (std::string line; std::getline(lines, line) && !lines.eof();) {
    if (line.find(R"("event":"start")") != std::string::npos) {
      start = line;
    }
    last = std::move(line);
  }
  const auto written = std::filesystem::last_write_time(path, error);
  auto begun = decode_run_event(start);
  auto state = decode_run_event(last);
  auto* const its_start = begun ? std::get_if<RunStart>(&begun->body) : nullptr;
  auto* const now = state ? std::get_if<RunNow>(&state->body) : nullptr;
  if (error || its_start == nullptr || now == nullptr) {
    return std::nullopt;
  }
  const std::chrono::duration<double> age = std::filesystem::file_time_type::clock::now() - written;
  return LiveRun{.started_at = begun->time,
                 .updated_at = state->time,
                 .start = std::move(*its_start),
                 .state = std::move(*now),
                 .age_seconds = std::max(age.count(), 0.0)};
}

/// The same for a run on another machine, whose clock may be wrong: looks at a log that seems to be
/// old until there is more, at most for 12 s.
std::optional<LiveRun> watch_live(const std::filesystem::path& checkpoint) {
  constexpr double max_look_seconds = 12;
  const Clock::time_point begin = Clock::now();
  std::optional<LiveRun> live = read_live(checkpoint);
  while (live && !live->is_fresh() && seconds_since(begin) < max_look_seconds) {
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    std::optional<LiveRun> later = read_live(checkpoint);
    if (later && later->updated_at != live->updated_at) {
      later->age_seconds = 0;
    }
    live = std::move(later);
  }
  return live;
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
  if (auto live = is_elsewhere ? watch_live(path) : read_live(path)) {
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
