// The sums of a checkpoint, what contradicts them, and the last state of its run.

#include "view/status_reader.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include "core/number.hpp"
#include "judge/finished.hpp"
#include "judge/log_file.hpp"
#include "judge/names.hpp"
#include "nqueens/error.hpp"
#include "queue/units.hpp"
#include "system/file.hpp"
#include "system/process.hpp"

namespace nqueens {
namespace {

/// "host h1, process 4711, job 12, seen 3 s ago"
std::string text_of(const LockHolder& holder) {
  const ProcessIdentity& process = holder.process;
  return (process.pid > 0 ? process.host + ", process " + std::to_string(process.pid)
                          : "an unknown process") +
         (holder.batch_job.empty() ? "" : ", job " + holder.batch_job) + ", seen " +
         format_duration(holder.age_seconds) + " ago";
}

/// The last state of the run at work. It is missing for a moment between two lines of the log, so
/// that is read twice.
std::optional<LiveRun> last_word(const std::filesystem::path& checkpoint) {
  for (int looks = 0; looks < 2; ++looks) {
    RunState state = log_beside(checkpoint, true);
    std::error_code error;
    const auto written = std::filesystem::last_write_time(run_log_path(checkpoint), error);
    if (!state.runs.empty() && state.runs.back().said_at > 0 && !error) {
      const std::chrono::duration<double> age =
          std::filesystem::file_time_type::clock::now() - written;
      return LiveRun{.run = std::move(state.runs.back()),
                     .age_seconds = std::max(age.count(), 0.0)};
    }
  }
  return std::nullopt;
}

/// @param second  the number of its second count, if that is finished
void add_faults(const LoadedCheckpoint& loaded, const std::optional<Total>& second,
                StatusReport& status) {
  if (loaded.is_forged) {
    status.faults.push_back(status.warnings.back());
    status.warnings.pop_back();
  }
  for (const StatusReport& each : status.second) {
    status.faults.insert(status.faults.end(), each.faults.begin(), each.faults.end());
  }
  const std::string fault =
      status.finished() ? fault_of_total(total_of(loaded.checkpoint), second) : std::string();
  if (!fault.empty()) {
    status.faults.push_back("checkpoint '" + status.file + "' " + fault +
                            "; find the fault with 'nqueens verify'");
  }
}

}  // namespace

void StatusReader::add_last_word(const std::filesystem::path& path,
                                 const std::optional<LockHolder>& holder, StatusReport& status) {
  auto live = last_word(path);
  if (!live) {
    return;
  }
  Word& word = words_.try_emplace(path, Word{.said_at = live->run.said_at}).first->second;
  if (word.said_at != live->run.said_at) {
    word = {.said_at = live->run.said_at, .is_renewed = true};
  }
  const double unchanged_seconds = seconds_since(word.since);
  if (word.is_renewed) {
    live->age_seconds = unchanged_seconds;
  }
  const bool is_elsewhere = holder && (holder->process.host != this_process().host ||
                                       liveness(holder->process) == Liveness::unknown);
  const std::string run = "the run on " + live->run.start.host;
  const std::string age = format_duration(live->age_seconds);
  const std::string saved = "; what follows is what it saved";
  if (holder && live->is_fresh()) {
    status.live = std::move(live);
  } else if (is_elsewhere && unchanged_seconds < LiveRun::longest_silence) {
    status.warnings.push_back(run + " may be at work or not: by the clock here its last word is " +
                              age + " old; 'nqueens status --watch' shows whether it goes on" +
                              saved);
  } else if (!holder) {
    status.warnings.push_back(run + " has ended, or this log is a copy: its last word is " + age +
                              " old" + saved);
  } else {
    status.warnings.push_back(run + " has said nothing for " + age + saved);
  }
}

const Plan& StatusReader::plan_for(const LoadedCheckpoint& loaded) {
  const Checkpoint& checkpoint = loaded.checkpoint;
  const auto known = std::ranges::find(plans_, checkpoint.job, &Plan::job);
  if (known == plans_.end() || known->tasks() != checkpoint.queue.done.size()) {
    return plans_.emplace_back(plan_of(checkpoint.job, checkpoint.queue, loaded.file));
  }
  require_own_slices(checkpoint.job, checkpoint.queue, loaded.file);
  return *known;
}

StatusReport StatusReader::look_at(const std::filesystem::path& path,
                                   const LoadedCheckpoint& loaded) {
  const Checkpoint& checkpoint = loaded.checkpoint;
  const std::optional<Part> part = checkpoint.finished() ? std::nullopt : checkpoint.part;
  const std::vector<float>& costs = plan_for(loaded).costs;
  StatusReport status{.file = loaded.file.string(),
                      .job = checkpoint.job,
                      .part = part,
                      .all = progress_of(checkpoint.queue),
                      .wanted = progress_of(checkpoint.queue, part.value_or(Part{}), costs),
                      .runs = checkpoint.runs,
                      .saved_at = checkpoint.saved_at,
                      .warnings = loaded.warnings,
                      .is_damaged = !loaded.warnings.empty()};
  std::error_code ignored;
  if (const auto log = run_log_path(path); !std::filesystem::exists(log, ignored)) {
    status.missing_log = log.filename().string();
  }
  status.slices_bytes = status.all.slices * bytes_per_slice(checkpoint.job.problem.parts());
  status.all.count += part ? Count{} : count_above_tasks(checkpoint.job);
  std::optional<LoadedCheckpoint> second;
  try {
    second = is_second(path) ? std::nullopt : load_second(path, checkpoint.job);
    if (second) {
      status.second.push_back(look_at(second_path(path), *second));
      status.is_damaged = status.is_damaged || status.second.back().is_damaged;
    }
  } catch (const Error& error) {
    status.is_damaged = true;
    status.warnings.emplace_back(error.what());
  }
  add_faults(loaded, total_of(second), status);
  if (const double share = status.wanted.share_done; share > 0 && status.runs.elapsed_seconds > 0) {
    status.eta_seconds = status.runs.elapsed_seconds * (1 - share) / share;
  }
  const auto holder = lock_holder(first_path(path));
  if (holder) {
    status.lock_holder = text_of(*holder);
  }
  add_last_word(path, holder, status);
  return status;
}

StatusReport StatusReader::look_at(const std::filesystem::path& name) {
  const std::filesystem::path path = behind_links(name);
  return look_at(path, load_existing_checkpoint(path, BadFiles::leave));
}

JobList StatusReader::look_into(const std::filesystem::path& folder) {
  const std::set<std::filesystem::path> names = checkpoints_in(folder);
  if (names.empty()) {
    throw Error(ExitCode::checkpoint,
                "no checkpoint (NAME.ckpt) is in '" + folder.string() + "'; name another folder");
  }
  JobList list;
  for (const std::filesystem::path& name : names) {
    try {
      list.jobs.push_back(look_at(name));
    } catch (const Error& fault) {
      list.faults.emplace_back(fault.what());
    }
  }
  return list;
}

}  // namespace nqueens
