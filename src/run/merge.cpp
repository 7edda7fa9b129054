#include "nqueens/run/merge.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <ctime>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "conflict.hpp"
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
    } else {
      ++input.confirmed;
      kept.confirmed_by = record.origin;
    }
    if (kept.confirmed_by == unknown_origin) {
      kept.confirmed_by = record.confirmed_by;
    }
  }

  [[nodiscard]] bool agree(const TaskRecord& left, const TaskRecord& right) const {
    const auto& origins = queue_.origins;
    return left.count() == right.count() &&
           (left.nodes == right.nodes ||
            !same_search(origins[left.origin].kernel, origins[right.origin].kernel, problem_));
  }

  /// The same piece of work, from a file that was copied, or so it may be: old files do not say who counted.
  [[nodiscard]] bool is_copy(const TaskRecord& left, const TaskRecord& right) const {
    const auto& origins = queue_.origins;
    const bool may_be_one = left.origin == right.origin || origins[left.origin].host.empty() ||
                            origins[right.origin].host.empty();
    return may_be_one && left.microseconds == right.microseconds;
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

/// The furthest of the second counts: those of several files need not be cut alike.
void keep_second(Checkpoint& merged, const Checkpoint& other) {
  const auto done = [](const Checkpoint& checkpoint) {
    return checkpoint.second ? totals(checkpoint.second->queue).tasks_done : 0;
  };
  if (other.second && (!merged.second || done(other) > done(merged))) {
    merged.second = other.second;
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
    keep_second(merged, checkpoint);
  }
  report.problem = merged.job.problem();
  report.conflicts = queue->conflicts();
  merged.queue = queue->take();
  const QueueTotals sums = totals(merged.queue);
  report.tasks_done = sums.tasks_done;
  report.count = to_string(sums.count);
  if (report.conflicts.empty() || on_conflict == OnConflict::leave_out) {
    merged.saved_at = std::time(nullptr);
    save_checkpoint(output, 1, merged, [&lock] { lock.require_held(); });
    report.output = output.string();
  }
  return report;
}

}  // namespace nqueens
