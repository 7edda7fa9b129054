// Merges the tasks of one file after the other, and compares those that they share.

#include <algorithm>
#include <ctime>
#include <fstream>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "core/error.hpp"
#include "core/number.hpp"
#include "job/slices.hpp"
#include "kernel/kernel.hpp"
#include "run/count_result.hpp"
#include "run/provenance.hpp"
#include "run/verification.hpp"
#include "store/checkpoint_files.hpp"
#include "system/atomic_file.hpp"
#include "system/file.hpp"
#include "system/lock_file.hpp"

namespace nqueens {
namespace {

/// Collects the units of one file after the other.
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
      return queue_.done[task] || totals(slices).tasks_done == 0;
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
      ours.set(index, record, theirs.placed_by(index));
      ++tally.added;
      return;
    }
    TaskRecord& kept = ours.records[index];
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
    const bool is_sure = is_confirmed_elsewhere(kept, queue_.origins);
    if (is_copy(kept, record)) {
      ++tally.known;
      if (kept.confirmed_by == unknown_origin ||
          (!is_sure && is_confirmed_elsewhere(record, queue_.origins))) {
        kept.confirmed_by = record.confirmed_by;
      }
      return;
    }
    ++tally.confirmed;
    kept.confirmed_by = is_sure ? kept.confirmed_by : record.origin;
  }

  /// Whether a record may be a copy of one in the queue. Old files do not say who counted, and
  /// short tasks may take the same time twice.
  [[nodiscard]] bool is_copy(const TaskRecord& kept, const TaskRecord& other) const {
    const auto& origins = queue_.origins;
    const bool may_be_one = kept.origin == other.origin || origins[kept.origin].host.empty() ||
                            origins[other.origin].host.empty();
    return (may_be_one && kept.microseconds == other.microseconds) ||
           (kept.confirmed_by != unknown_origin && kept.confirmed_by == other.origin);
  }

  Job job_;
  SameSearch same_search_;
  QueueSnapshot queue_;                        ///< a task that is done may have slices in conflict
  std::map<UnitId, std::vector<Vote>> votes_;  ///< of units in conflict
};

/// A file that was merged, and where its counts come from.
struct MergedFile {
  std::filesystem::path file;
  Provenance provenance;
};

/// Those of its log of runs, each with a start of another number. A result is of the part alone.
void add_events(const std::filesystem::path& log, double ended, std::uint64_t& starts,
                AtomicFile& merged) {
  std::ifstream lines(log);
  const auto write = [&merged](RunEvent event) { merged.write(encode(std::move(event)) + "\n"); };
  bool is_open = false;
  for (std::string line; std::getline(lines, line);) {
    auto event = decode_run_event(line);
    if (!event || std::holds_alternative<RunNow>(event->body)) {
      continue;
    }
    if (auto* const start = std::get_if<RunStart>(&event->body)) {
      start->start = ++starts;
      is_open = true;
    } else if (std::holds_alternative<RunFinish>(event->body)) {
      event->body = RunStop{.reason = "all of it is counted", .saved = true};
    }
    is_open = is_open && !std::holds_alternative<RunStop>(event->body);
    write(std::move(*event));
  }
  if (is_open) {
    write({.time = ended, .body = RunStop{.reason = "no word of its end", .saved = true}});
  }
}

/// The log of runs of the merged job has those of its parts, one after the other.
void write_log(const std::filesystem::path& path, const std::vector<MergedFile>& parts) {
  AtomicFile merged(path);
  std::uint64_t starts = 0;
  for (const MergedFile& part : parts) {
    const Provenance& known = part.provenance;
    const RunEvent input{
        .time = known.ended,
        .body =
            RunInput{.file = part.file.string(), .started = known.started, .ended = known.ended}};
    merged.write(encode(input) + "\n");
    add_events(run_log_path(behind_links(part.file)), known.ended, starts, merged);
  }
  merged.commit();
}

}  // namespace

MergeReport merge_checkpoints(std::span<const std::filesystem::path> files,
                              const std::filesystem::path& output, bool leaves_out_conflicts) {
  const LockFile lock(first_path(output));
  const std::filesystem::path log = run_log_path(output);
  for (const std::filesystem::path& file : {output, log}) {
    if (std::filesystem::exists(file)) {
      throw Error(ExitCode::usage,
                  "'" + file.string() + "' exists; name a new file for the merged checkpoint");
    }
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
      queue.emplace(checkpoint.job, checkpoint.queue.done.size());
      report.tasks = checkpoint.queue.done.size();
    }
    require_same_job(file, checkpoint.job, merged.job, "merge the checkpoints of one job only");
    if (checkpoint.queue.done.size() != report.tasks) {
      throw Error(ExitCode::checkpoint, "checkpoint '" + file.string() + "' has " +
                                            amount_of(checkpoint.queue.done.size(), "task") +
                                            ", those before " + std::to_string(report.tasks) +
                                            "; they are not of one job");
    }
    require_own_slices(checkpoint.job, checkpoint.queue, file);
    MergeReport::Input& input = report.inputs.emplace_back();
    input.file = file.string();
    queue->add(checkpoint.queue, input);
    merged.runs += checkpoint.runs;
    parts.push_back({file, provenance_of(behind_links(file), checkpoint)});
  }
  report.problem = merged.job.problem;
  queue->report_conflicts(report);
  merged.queue = queue->take();
  const QueueTotals sums = totals(merged.queue);
  report.tasks_done = sums.tasks_done;
  report.slices_done = sums.slices_done;
  report.count = to_string(sums.count);
  if (report.conflicts.empty() || leaves_out_conflicts) {
    merged.saved_at = std::time(nullptr);
    report.warning = save_checkpoint(output, 1, merged, [&lock] { lock.require_held(); });
    report.output = output.string();
    try {
      write_log(log, parts);
    } catch (const Error& error) {
      report.warning += (report.warning.empty() ? "" : "; ") + std::string(error.what()) +
                        "; the log of runs of the parts is not merged";
    }
  }
  return report;
}

}  // namespace nqueens
