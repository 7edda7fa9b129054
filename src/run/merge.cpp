// Merges the tasks of one file after the other, and compares those that they share.

#include <algorithm>
#include <ctime>
#include <functional>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include "core/number.hpp"
#include "core/text.hpp"
#include "job/slices.hpp"
#include "judge/names.hpp"
#include "judge/total.hpp"
#include "kernel/kernel.hpp"
#include "nqueens/error.hpp"
#include "run/log_file.hpp"
#include "run/verification.hpp"
#include "store/checkpoint_files.hpp"
#include "system/file.hpp"
#include "system/lock_file.hpp"

namespace nqueens {
namespace {

class MergedQueue {
 public:
  explicit MergedQueue(const Job& job, std::size_t tasks)
      : job_(job), same_search_(same_search(job.problem)), queue_(tasks, job.problem.parts()) {}

  void add(const QueueSnapshot& other, MergeReport::Input& input) {
    for (TaskId task = 0; task < other.done.size(); ++task) {
      if (other.done[task]) {
        add({.task = task}, queue_, other, other.origins, input.tasks);
        forget_slices(task);
      }
    }
    for (const auto& [task, theirs] : other.in_slices) {
      if (queue_.done[task] && !queue_.in_slices.contains(task)) {
        continue;
      }
      UnitRecords& ours =
          queue_.in_slices.try_emplace(task, theirs.done.size(), queue_.rows).first->second;
      for (SliceId slice = 0; slice < theirs.done.size(); ++slice) {
        if (theirs.done[slice]) {
          add({.task = task, .slice = slice}, ours, theirs, other.origins, input.slices);
        }
      }
    }
  }

  [[nodiscard]] std::uint64_t tasks() const { return queue_.done.size(); }

  void report_conflicts(MergeReport& report) const {
    report.origins = queue_.origins;
    for (const auto& [unit, votes] : votes_) {
      report.conflicts.push_back({.unit = unit, .votes = votes, .winner = {}});
    }
  }

  /// Units in conflict are not done. Slices that are a whole task fold.
  [[nodiscard]] QueueSnapshot take() {
    for (const auto& [unit, votes] : votes_) {
      queue_.clear(unit);
    }
    SliceSource source(job_);
    std::erase_if(queue_.in_slices, [&](const auto& entry) {
      const auto& [task, slices] = entry;
      if (!queue_.done[task] && slices.finished()) {
        const Vote folded = fold(slices, source.cut(task).placed, queue_.origins);
        queue_.set(task, folded.record, folded.placed);
      }
      return queue_.done[task] || progress_of(slices).tasks_done == 0;
    });
    return std::move(queue_);
  }

 private:
  /// Of a task that is done. They cannot be compared with it, but if they differ among themselves,
  /// that stays a conflict.
  void forget_slices(TaskId task) {
    const auto votes = votes_.lower_bound({.task = task, .slice = 0});
    if (votes == votes_.end() || votes->first.task != task || !votes->first.is_slice()) {
      queue_.in_slices.erase(task);
    }
  }

  void add(const UnitId& unit, UnitRecords& ours, const UnitRecords& theirs,
           const OriginTable& their_origins, MergeReport::Tally& tally) {
    ++tally.done;
    const std::uint64_t index = unit.index();
    TaskRecord record = theirs.records[index];
    record.origin = queue_.origins.add(their_origins[record.origin]);
    record.confirmed_by = queue_.origins.add(their_origins[record.confirmed_by]);
    if (!ours.done[index]) {
      ours.set(index, record, theirs.records.parts(index));
      ++tally.added;
      return;
    }
    TaskRecord kept = ours.records[index];
    Vote first = ours.vote(index);
    Vote other = theirs.vote(index);
    other.record = record;
    if (votes_.contains(unit) || !agree(first, other, queue_.origins, same_search_)) {
      ++tally.conflicts;
      auto& votes = votes_[unit];
      if (votes.empty()) {
        votes.push_back(std::move(first));
      }
      votes.push_back(std::move(other));
      return;
    }
    if (is_copy(kept, record)) {
      ++tally.known;
      if (kept.confirmed_by == unknown_origin || (!is_confirmed_elsewhere(kept, queue_.origins) &&
                                                  is_confirmed_elsewhere(record, queue_.origins))) {
        kept.confirmed_by = record.confirmed_by;
      }
    } else if (kept.confirmed_by != unknown_origin) {
      ++tally.known;  // it may be what has confirmed it, of which the file keeps nothing but a name
    } else {
      ++tally.confirmed;
      kept.confirmed_by = record.origin;
    }
    ours.records.set(index, kept);
  }

  /// Whether one record may be a copy of the other. Names are easily changed: what took as long to
  /// the microsecond and tried as many queens is one record, whoever is said to have counted it.
  /// Two counts of a task of microseconds may be taken for copies; then nothing is confirmed.
  static bool is_copy(const TaskRecord& one, const TaskRecord& other) {
    return one.microseconds == other.microseconds && one.nodes == other.nodes;
  }

  Job job_;
  SameSearch same_search_;
  QueueSnapshot queue_;                        ///< a task that is done may have slices in conflict
  std::map<UnitId, std::vector<Vote>> votes_;  ///< of units in conflict
};

/// What tells a start of a job from all others: when, and as which process of which host.
using StartId = std::tuple<double, std::string, std::int64_t>;

StartId id_of(double time, const RunStart& start) {
  return {time, start.host, start.process};
}

/// A file that was merged, and where its counts come from.
struct MergedFile {
  std::filesystem::path file;
  RunState log;
  Provenance provenance;
  Runs runs;
  std::int64_t saved_at = 0;
  std::set<StartId> own_starts{};  ///< that no file saved later has
};

/// The runs of the file, less the times of starts that are those of other files.
Runs own_runs(const MergedFile& file) {
  Runs runs = file.runs;
  for (const RunState::Run& run : file.log.runs) {
    if (!file.own_starts.contains(id_of(run.time, run.start))) {
      runs.elapsed_seconds -= run.now().seconds;
      for (const RunState::Point& point : run.points) {
        runs.worker_seconds -= point.busy;
      }
    }
  }
  runs.worker_seconds = std::max(runs.worker_seconds, 0.0);
  runs.elapsed_seconds = std::max(runs.elapsed_seconds, 0.0);
  runs.starts = file.own_starts.size() + file.provenance.starts_without_log;
  return runs;
}

/// Gives each start to one file: a file may be a copy of another, or have gone on from one. So the
/// latest ones come first. @return the sums over all runs, each once but for checks and losses
Runs share_starts(std::vector<MergedFile>& files) {
  std::vector<MergedFile*> latest_first;
  std::ranges::transform(files, std::back_inserter(latest_first), [](auto& file) { return &file; });
  std::ranges::stable_sort(latest_first, std::ranges::greater(), [](const MergedFile* file) {
    return std::pair(file->saved_at, file->provenance.starts.size());
  });
  std::set<StartId> known;
  std::set<std::pair<std::int64_t, double>> ends;  // tells copies without their log
  Runs all;
  for (MergedFile* const file : latest_first) {
    for (const auto& [time, what] : file->provenance.starts) {
      if (known.insert(id_of(time, what)).second) {
        file->own_starts.insert(id_of(time, what));
      }
    }
    const bool is_new = ends.emplace(file->saved_at, file->runs.elapsed_seconds).second;
    if (!file->own_starts.empty() || (file->provenance.starts_without_log > 0 && is_new)) {
      all += own_runs(*file);
    }
  }
  return all;
}

/// The log of runs of the merged job has the own starts of its files, one file after the other,
/// numbered anew. A result is of the part alone.
std::string merged_log(const std::vector<MergedFile>& files) {
  std::string log;
  const auto write = [&log](RunEvent event) { log += as_line(encode(std::move(event))); };
  std::uint64_t starts = 0;
  for (const MergedFile& file : files) {
    const Provenance& known = file.provenance;
    write({.time = known.ended,
           .body = RunInput{
               .file = file.file.string(), .started = known.started, .ended = known.ended}});
    bool is_own = true;
    bool is_open = false;
    read_events(run_log_path(behind_links(file.file)), [&](RunEvent event) {
      auto* const start = std::get_if<RunStart>(&event.body);
      is_own = std::holds_alternative<RunInput>(event.body) ||
               (start != nullptr ? file.own_starts.contains(id_of(event.time, *start)) : is_own);
      if (!is_own || std::holds_alternative<RunNow>(event.body)) {
        return;
      }
      if (start != nullptr) {
        start->start = ++starts;
        is_open = true;
      } else if (std::holds_alternative<RunFinish>(event.body)) {
        event.body = RunStop{.reason = "all of it is counted", .saved = true};
      }
      is_open = is_open && !std::holds_alternative<RunStop>(event.body);
      write(std::move(event));
    });
    if (is_open) {
      write({.time = known.ended, .body = RunStop{.reason = "no word of its end", .saved = true}});
    }
  }
  return log;
}

Error exists_already(const std::filesystem::path& file) {
  return {ExitCode::usage,
          "'" + file.string() + "' exists; name a new file for the merged checkpoint"};
}

/// The log of runs appears just before the checkpoint. One that is there already may be that of a
/// merge of these files that was killed in between.
/// @return a warning, or nothing
std::string write_merged(const std::filesystem::path& output, const Checkpoint& merged,
                         const std::string& log, const LockFile& lock) {
  const std::filesystem::path path = run_log_path(output);
  if (std::filesystem::exists(path) && read_up_to(path, log.size() + 1) != log) {
    throw exists_already(path);
  }
  std::string fault;
  const std::string warning = save_checkpoint(output, 1, merged, [&] {
    lock.require_held();
    try {
      write_atomically(path, log);
    } catch (const Error& error) {
      fault = std::string(error.what()) + "; the log of runs of the parts is not merged";
    }
  });
  return warning + (warning.empty() || fault.empty() ? "" : "; ") + fault;
}

}  // namespace

MergeReport merge_checkpoints(std::span<const std::filesystem::path> files,
                              const std::filesystem::path& output, bool leaves_out_conflicts) {
  const LockFile lock(first_path(output));
  if (std::filesystem::exists(output)) {
    throw exists_already(output);
  }
  MergeReport report;
  Checkpoint merged;
  std::optional<MergedQueue> queue;
  std::vector<MergedFile> parts;
  for (const std::filesystem::path& file : files) {
    const Checkpoint checkpoint = read_checkpoint(file);
    if (!queue) {
      merged.job = checkpoint.job;
      merged.check_seed = checkpoint.check_seed;
      merged.part = checkpoint.part;
      queue.emplace(checkpoint.job, checkpoint.queue.done.size());
    }
    if (merged.part != checkpoint.part) {
      merged.part.reset();  // of several parts it is the whole that is to be counted
    }
    require_same_job(file, checkpoint.job, merged.job, "merge the checkpoints of one job only");
    if (checkpoint.queue.done.size() != queue->tasks()) {
      throw Error(ExitCode::checkpoint, "checkpoint '" + file.string() + "' has " +
                                            amount_of(checkpoint.queue.done.size(), "task") +
                                            ", those before " + std::to_string(queue->tasks()) +
                                            "; they are not of one job");
    }
    require_own_slices(checkpoint.job, checkpoint.queue, file);
    MergeReport::Input& input = report.inputs.emplace_back();
    input.file = file.string();
    queue->add(checkpoint.queue, input);
    RunState log = log_beside(behind_links(file));
    Provenance provenance = provenance_of(log, checkpoint);
    parts.push_back({.file = file,
                     .log = std::move(log),
                     .provenance = std::move(provenance),
                     .runs = checkpoint.runs,
                     .saved_at = checkpoint.saved_at});
  }
  merged.runs = share_starts(parts);
  report.problem = merged.job.problem;
  queue->report_conflicts(report);
  merged.queue = queue->take();
  report.progress = progress_of(merged.queue);
  if (const auto fault = merged.finished() ? fault_of(total_of(merged)) : std::string();
      !fault.empty()) {
    report.fault = "the merged count " + fault + "; find the fault with 'nqueens verify'";
  }
  if (report.conflicts.empty() || leaves_out_conflicts) {
    merged.saved_at = std::time(nullptr);
    report.warning = write_merged(output, merged, merged_log(parts), lock);
    report.output = output.string();
  }
  return report;
}

}  // namespace nqueens
