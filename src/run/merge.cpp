// Merges the tasks of one file after the other, and compares those that they share.

#include <algorithm>
#include <ctime>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/error.hpp"
#include "core/number.hpp"
#include "job/slices.hpp"
#include "kernel/kernel.hpp"
#include "run/count_result.hpp"
#include "run/merged_files.hpp"
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

bool hold_the_same(const std::filesystem::path& one, const std::filesystem::path& other) {
  using Bytes = std::istreambuf_iterator<char>;
  std::ifstream left(one, std::ios::binary);
  std::ifstream right(other, std::ios::binary);
  return left && right && std::equal(Bytes(left), Bytes(), Bytes(right), Bytes());
}

Error exists_already(const std::filesystem::path& file) {
  return {ExitCode::usage,
          "'" + file.string() + "' exists; name a new file for the merged checkpoint"};
}

/// The log of runs appears just before the checkpoint. One that is there already may be that of a
/// merge of these files that was killed in between.
/// @return a warning, or nothing
std::string write_merged(const std::filesystem::path& output, const Checkpoint& merged,
                         const MergedFiles& files, const LockFile& lock) {
  const std::filesystem::path path = run_log_path(output);
  std::unique_ptr<AtomicFile> log;
  std::string fault;
  const auto try_log = [&](const std::function<void()>& step) {
    try {
      step();
    } catch (const Error& error) {
      log.reset();
      fault = std::string(error.what()) + "; the log of runs of the parts is not merged";
    }
  };
  try_log([&] {
    log = std::make_unique<AtomicFile>(path);
    files.write_log(*log);
    log->sync();
  });
  if (std::filesystem::exists(path) && !(log && hold_the_same(path, log->temporary()))) {
    throw exists_already(path);
  }
  const std::string warning = save_checkpoint(output, 1, merged, [&] {
    lock.require_held();
    if (log) {
      try_log([&] { log->commit(); });
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
  MergedFiles parts;
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
    parts.add({.file = file,
               .provenance = provenance_of(behind_links(file), checkpoint),
               .runs = checkpoint.runs,
               .saved_at = checkpoint.saved_at});
  }
  merged.runs = parts.runs();
  report.problem = merged.job.problem;
  queue->report_conflicts(report);
  merged.queue = queue->take();
  const QueueTotals sums = totals(merged.queue);
  report.tasks_done = sums.tasks_done;
  report.slices_done = sums.slices_done;
  report.count = to_string(sums.count);
  if (report.conflicts.empty() || leaves_out_conflicts) {
    merged.saved_at = std::time(nullptr);
    report.warning = write_merged(output, merged, parts, lock);
    report.output = output.string();
  }
  return report;
}

}  // namespace nqueens
