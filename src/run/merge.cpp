#include "nqueens/run/merge.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <ctime>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "conflict.hpp"
#include "count_result.hpp"
#include "kernel_names.hpp"
#include "nqueens/core/error.hpp"
#include "nqueens/kernel/kernel.hpp"
#include "nqueens/store/checkpoint.hpp"
#include "nqueens/store/lock_file.hpp"

namespace nqueens {
namespace {

/// The tasks of one file after the other come in here.
class MergedQueue {
 public:
  explicit MergedQueue(const Problem& problem, std::size_t tasks)
      : problem_(problem), queue_(tasks, problem.parts()) {}

  MergeReport::Input add(const QueueSnapshot& other) {
    MergeReport::Input input;
    for (TaskId task = 0; task < other.done.size(); ++task) {
      if (other.done[task]) {
        ++input.tasks_done;
        add(other, task, input);
      }
    }
    return input;
  }

  [[nodiscard]] std::vector<Conflict> conflicts() const {
    std::vector<Conflict> list;
    for (const auto& [task, votes] : votes_) {
      list.push_back(describe_conflict({.task = task, .votes = votes, .winner = {}}, queue_.origins));
    }
    return list;
  }

  /// Tasks in conflict are not done.
  [[nodiscard]] QueueSnapshot take() {
    for (const auto& [task, votes] : votes_) {
      queue_.clear(task);
    }
    return std::move(queue_);
  }

 private:
  void add(const QueueSnapshot& other, TaskId task, MergeReport::Input& input) {
    TaskRecord record = other.records[task];
    record.origin = queue_.origins.add(other.origins[record.origin]);
    record.confirmed_by = queue_.origins.add(other.origins[record.confirmed_by]);
    if (!queue_.done[task]) {
      queue_.set(task, record, other.placed_by(task));
      ++input.added;
      return;
    }
    TaskRecord& kept = queue_.records[task];
    if (votes_.contains(task) || !agree(kept, record) ||
        !std::ranges::equal(queue_.placed_by(task), other.placed_by(task))) {
      ++input.conflicts;
      auto& votes = votes_[task];
      if (votes.empty()) {
        votes.push_back({.record = kept});
      }
      votes.push_back({.record = record});
      return;
    }
    if (is_copy(kept, record)) {
      ++input.known;
      if (kept.confirmed_by == unknown_origin) {
        kept.confirmed_by = record.confirmed_by;
      }
      return;
    }
    ++input.confirmed;
    if (!queue_.is_confirmed_elsewhere(task)) {
      kept.confirmed_by = record.origin;
    }
  }

  [[nodiscard]] bool agree(const TaskRecord& left, const TaskRecord& right) const {
    const auto& origins = queue_.origins;
    return left.count() == right.count() &&
           (left.nodes == right.nodes ||
            !same_search(origins[left.origin].kernel, origins[right.origin].kernel, problem_));
  }

  /// A piece of work that is in the queue already, from a file that was copied, or so it may be: old files do
  /// not say who counted, and short tasks take the same time again.
  [[nodiscard]] bool is_copy(const TaskRecord& kept, const TaskRecord& other) const {
    const auto& origins = queue_.origins;
    const bool may_be_one = kept.origin == other.origin || origins[kept.origin].host.empty() ||
                            origins[other.origin].host.empty();
    return (may_be_one && kept.microseconds == other.microseconds) ||
           (kept.confirmed_by != unknown_origin && kept.confirmed_by == other.origin);
  }

  Problem problem_;
  QueueSnapshot queue_;
  std::map<TaskId, std::vector<Vote>> votes_;  ///< of tasks in conflict
};

void add_history(Checkpoint& merged, const Checkpoint& other) {
  merged.starts += other.starts;
  merged.elapsed_seconds += other.elapsed_seconds;
  merged.worker_seconds += other.worker_seconds;
  merged.lost_workers += other.lost_workers;
  merged.check_seconds += other.check_seconds;
  merged.disputes += other.disputes;
  merged.kernels = join_names(split_names(merged.kernels + "," + other.kernels));
}

/// Whether two second counts cannot both be right, as far as can be seen: those cut alike by their tasks,
/// others by their totals.
bool contradict(const SecondCount& left, const SecondCount& right) {
  if (left.job == right.job && left.queue.done.size() == right.queue.done.size()) {
    for (TaskId task = 0; task < left.queue.done.size(); ++task) {
      if (left.queue.done[task] && right.queue.done[task] &&
          (left.queue.records[task].count() != right.queue.records[task].count() ||
           !std::ranges::equal(left.queue.placed_by(task), right.queue.placed_by(task)))) {
        return true;
      }
    }
    return false;
  }
  return left.queue.finished() && right.queue.finished() &&
         total_of(left.job, left.queue) != total_of(right.job, right.queue);
}

/// The furthest of the second counts: those of several files need not be cut alike.
void keep_second(Checkpoint& merged, Checkpoint& other) {
  const auto done = [](const Checkpoint& checkpoint) {
    return checkpoint.second ? totals(checkpoint.second->queue).tasks_done : 0;
  };
  if (other.second && (!merged.second || done(other) > done(merged))) {
    merged.second = std::move(other.second);
  }
}

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
    Checkpoint checkpoint = read_checkpoint(file);
    if (!queue) {
      merged.job = checkpoint.job;
      merged.check_seed = checkpoint.check_seed;
      queue.emplace(checkpoint.job.problem(), checkpoint.queue.done.size());
      report.tasks = checkpoint.queue.done.size();
    }
    require_same_job(file, checkpoint.job, merged.job, "merge the checkpoints of one job only");
    if (checkpoint.queue.done.size() != report.tasks) {
      throw Error(ExitCode::checkpoint,
                  "checkpoint '" + file.string() + "' has " + std::to_string(checkpoint.queue.done.size()) +
                      " tasks, those before " + std::to_string(report.tasks) + "; they are not of one job");
    }
    report.inputs.push_back(queue->add(checkpoint.queue));
    report.inputs.back().file = file.string();
    add_history(merged, checkpoint);
    report.second_conflict = report.second_conflict || (merged.second && checkpoint.second &&
                                                        contradict(*merged.second, *checkpoint.second));
    keep_second(merged, checkpoint);
  }
  if (report.second_conflict) {
    merged.second.reset();
  }
  report.problem = merged.job.problem();
  report.conflicts = queue->conflicts();
  merged.queue = queue->take();
  const QueueTotals sums = totals(merged.queue);
  report.tasks_done = sums.tasks_done;
  report.count = to_string(sums.count);
  if (!report.has_conflict() || on_conflict == OnConflict::leave_out) {
    merged.saved_at = std::time(nullptr);
    save_checkpoint(output, 1, merged, [&lock] { lock.require_held(); });
    report.output = output.string();
  }
  return report;
}

}  // namespace nqueens
