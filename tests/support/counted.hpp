// Checkpoints of small boards, counted task by task by one kernel, without the queue.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "job/slices.hpp"
#include "kernel/kernel.hpp"
#include "store/checkpoint.hpp"

namespace nqueens::test {

/// Who counts, and how long each task takes.
struct By {
  std::string host = "a";
  std::uint64_t microseconds = 1000;
  std::string_view kernel = "scalar";
};

class Counting {
 public:
  Counting(const Job& job, QueueSnapshot& queue, const By& by)
      : problem_(job.problem), source_(job), queue_(queue), by_(by) {
    const KernelEntry& entry = choose_kernel(by.kernel, job.problem.sequence);
    kernel_ = entry.make(job.problem);
    origin_ = queue.origins.add({.kernel = entry.record_name(), .host = by.host});
  }

  void count(const UnitId& unit) {
    std::vector<Prefix> prefixes;
    source_.append_prefixes(unit, prefixes);
    std::vector<std::uint64_t> counts(problem_.values());
    std::vector<std::uint64_t> placed(problem_.parts());
    const std::uint64_t before = kernel_->nodes();
    Count sum;
    for (const Prefix& prefix : prefixes) {
      kernel_->count({&prefix, 1}, counts);
      for (std::size_t i = 0; i < counts.size(); ++i) {
        sum += Count{counts[i]} * prefix.weight;
        if (!placed.empty()) {
          placed[i] += counts[i] * prefix.weight;
        }
      }
    }
    const UnitRecord record{.count = sum,
                            .nodes = kernel_->nodes() - before,
                            .microseconds = by_.microseconds + unit.index(),
                            .origin = origin_};
    UnitRecords& units = unit.is_slice() ? queue_.in_slices.at(unit.task) : queue_;
    units.set(unit.index(), record, placed);
  }

  /// Cuts a task of which no slice is done. @return the number of slices
  std::size_t open(TaskId task) {
    const std::size_t slices = source_.cut(task).slices;
    queue_.in_slices.try_emplace(task, slices, queue_.rows);
    return slices;
  }

 private:
  Problem problem_;
  SliceSource source_;
  QueueSnapshot& queue_;
  By by_;
  std::unique_ptr<Kernel> kernel_;
  OriginId origin_ = unknown_origin;
};

/// A checkpoint without finished tasks.
inline Checkpoint begun(const Job& job) {
  Checkpoint checkpoint{.job = job, .queue = {}, .saved_at = 1'795'233'720};
  const std::uint64_t prefixes = job.prefixes().skip(max_prefixes);
  checkpoint.queue = QueueSnapshot(
      static_cast<std::size_t>((prefixes + job.prefixes_per_task - 1) / job.prefixes_per_task),
      job.problem.parts());
  checkpoint.runs.starts = 1;
  checkpoint.runs.elapsed_seconds = 2;
  checkpoint.runs.kernel_seconds = 1.5;
  return checkpoint;
}

/// All tasks of a part are finished.
inline Checkpoint counted(const Job& job, const By& by = {}, const Part& part = {}) {
  Checkpoint checkpoint = begun(job);
  Counting counting(job, checkpoint.queue, by);
  for (TaskId task = 0; task < checkpoint.queue.done.size(); ++task) {
    if (part.has(task)) {
      counting.count({.task = task});
    }
  }
  checkpoint.runs.kernels = by.kernel;
  if (part != Part{}) {
    checkpoint.part = part;
  }
  return checkpoint;
}

/// Adds to the count of a task.
inline void add(Checkpoint& checkpoint, TaskId task, std::uint64_t more) {
  UnitRecord record = checkpoint.queue.records[task];
  record.count += more;
  checkpoint.queue.records.set(task, record);
}

/// Eight queens in about 5 tasks.
inline Job eight(int depth = 2, std::uint64_t prefixes_per_task = 4) {
  return {.problem = {.n = 8}, .depth = depth, .prefixes_per_task = prefixes_per_task};
}

}  // namespace nqueens::test
