// Merges the tasks of one file after the other, and compares those that they share.

#include "run/merge.hpp"

#include <algorithm>
#include <ctime>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "core/error.hpp"
#include "core/number.hpp"
#include "job/slices.hpp"
#include "kernel/kernel.hpp"
#include "run/conflict.hpp"
#include "run/count_result.hpp"
#include "store/checkpoint_files.hpp"
#include "system/lock_file.hpp"

namespace nqueens {
namespace {

/// Collects the tasks of one file after the other; or, for a task in progress, its slices.
class MergedQueue {
 public:
  explicit MergedQueue(const Job& job, std::size_t size)
      : job_(job), queue_(size, job.problem.parts()) {}

  /// @param slices  what has come of the slices
  MergeReport::Tally add(const QueueSnapshot& other, MergeReport::Tally& slices) {
    MergeReport::Tally tally;
    for (TaskId task = 0; task < other.done.size(); ++task) {
      if (other.done[task]) {
        ++tally.done;
        add(other, task, tally);
        forget_slices(task);
      }
    }
    for (const auto& [task, its_slices] : other.in_slices) {
      if (!queue_.done[task] || in_slices_.contains(task)) {
        add_slices(task, its_slices, slices);
      }
    }
    return tally;
  }

  [[nodiscard]] std::vector<Conflict> conflicts() const {
    std::vector<Conflict> list;
    for (const auto& [task, votes] : votes_) {
      list.push_back(describe_conflict({.unit = {.task = task}, .votes = votes, .winner = {}},
                                       queue_.origins));
    }
    for (const auto& [task, slices] : in_slices_) {
      for (Conflict& conflict : slices.conflicts()) {
        conflict.slice = std::exchange(conflict.number, task);
        list.push_back(std::move(conflict));
      }
    }
    return list;
  }

  /// Tasks and slices in conflict are not done. Slices that are a whole task fold.
  [[nodiscard]] QueueSnapshot take() {
    for (const auto& [task, votes] : votes_) {
      queue_.clear(task);
    }
    SliceSource source(job_);
    for (auto& [task, merged] : in_slices_) {
      QueueSnapshot slices = merged.take();
      if (queue_.done[task]) {
        continue;
      }
      if (slices.finished()) {
        const FoldedTask folded = fold(slices, source.cut(task).placed, queue_.origins);
        queue_.set(task, folded.record, folded.placed);
      } else if (totals(slices).tasks_done > 0) {
        queue_.in_slices.push_back({.task = task, .slices = std::move(slices)});
      }
    }
    return std::move(queue_);
  }

 private:
  /// Of a task that is done. They cannot be compared with it, but where they differ among
  /// themselves, that stays a conflict.
  void forget_slices(TaskId task) {
    if (const auto slices = in_slices_.find(task);
        slices != in_slices_.end() && slices->second.votes_.empty()) {
      in_slices_.erase(slices);
    }
  }

  void add_slices(TaskId task, const QueueSnapshot& other, MergeReport::Tally& tally) {
    MergedQueue& slices =
        in_slices_.try_emplace(task, MergedQueue(job_, other.done.size())).first->second;
    MergeReport::Tally none;
    const MergeReport::Tally added = slices.add(other, none);
    tally.done += added.done;
    tally.added += added.added;
    tally.known += added.known;
    tally.confirmed += added.confirmed;
    tally.conflicts += added.conflicts;
  }

  void add(const QueueSnapshot& other, TaskId task, MergeReport::Tally& tally) {
    TaskRecord record = other.records[task];
    record.origin = queue_.origins.add(other.origins[record.origin]);
    record.confirmed_by = queue_.origins.add(other.origins[record.confirmed_by]);
    if (!queue_.done[task]) {
      queue_.set(task, record, other.placed_by(task));
      ++tally.added;
      return;
    }
    TaskRecord& kept = queue_.records[task];
    if (votes_.contains(task) || !agree(kept, record) ||
        !std::ranges::equal(queue_.placed_by(task), other.placed_by(task))) {
      ++tally.conflicts;
      auto& votes = votes_[task];
      if (votes.empty()) {
        votes.push_back({.record = kept});
      }
      votes.push_back({.record = record});
      return;
    }
    if (is_copy(kept, record)) {
      ++tally.known;
      if (kept.confirmed_by == unknown_origin ||
          (other.is_confirmed_elsewhere(task) && !queue_.is_confirmed_elsewhere(task))) {
        kept.confirmed_by = record.confirmed_by;
      }
      return;
    }
    ++tally.confirmed;
    if (!queue_.is_confirmed_elsewhere(task)) {
      kept.confirmed_by = record.origin;
    }
  }

  [[nodiscard]] bool agree(const TaskRecord& left, const TaskRecord& right) const {
    const auto& origins = queue_.origins;
    return left.count() == right.count() &&
           (left.nodes == right.nodes ||
            !same_search(origins[left.origin].kernel, origins[right.origin].kernel, job_.problem));
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
  QueueSnapshot queue_;
  std::map<TaskId, MergedQueue> in_slices_;
  std::map<TaskId, std::vector<Vote>> votes_;  ///< of tasks in conflict
};

}  // namespace

MergeReport merge_checkpoints(std::span<const std::filesystem::path> files,
                              const std::filesystem::path& output, OnConflict on_conflict) {
  const LockFile lock(output);
  if (std::filesystem::exists(output)) {
    throw Error(ExitCode::usage,
                "'" + output.string() + "' exists; name a new file for the merged checkpoint");
  }
  MergeReport report;
  Checkpoint merged;
  std::optional<MergedQueue> queue;
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
    input.tasks = queue->add(checkpoint.queue, input.slices);
    merged.runs += checkpoint.runs;
  }
  report.problem = merged.job.problem;
  report.conflicts = queue->conflicts();
  merged.queue = queue->take();
  const QueueTotals sums = totals(merged.queue);
  report.tasks_done = sums.tasks_done;
  report.slices_done = sums.slices_done;
  report.count = to_string(sums.count);
  if (report.conflicts.empty() || on_conflict == OnConflict::leave_out) {
    merged.saved_at = std::time(nullptr);
    report.warning = save_checkpoint(output, 1, merged, [&lock] { lock.require_held(); });
    report.output = output.string();
  }
  return report;
}

}  // namespace nqueens
