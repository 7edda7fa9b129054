// Units are what workers count one at a time: tasks and slices. Here are their states, results and
// totals: one table of the job's tasks, and one of slices for each task in progress.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <unordered_map>
#include <vector>

#include "job/slices.hpp"
#include "nqueens/number.hpp"
#include "queue/worker_table.hpp"

namespace nqueens {

enum class UnitStage : std::uint8_t {
  todo,      ///< waits for its first count
  out,       ///< leased for its first count; or a task in progress
  left_out,  ///< this run does not count it
  done,
  to_check,  ///< done, waits for a check
  in_check,  ///< done, leased for a check
};

struct UnitState {
  UnitStage stage : 3 = UnitStage::todo;
  bool was_checked : 1 = false;   ///< a check is or was open
  bool is_confirmed : 1 = false;  ///< all votes agreed when the last check ended
};

/// The tasks of a job, or the slices of one task.
struct UnitTable {
  [[nodiscard]] std::size_t size() const { return costs.size(); }
  [[nodiscard]] UnitId unit(std::uint64_t index) const {
    return task ? UnitId{.task = *task, .slice = static_cast<SliceId>(index)}
                : UnitId{.task = index};
  }

  std::optional<TaskId> task;  ///< that the slices are of; empty for a table of tasks
  std::vector<float> costs;
  UnitRecords records;
  std::vector<UnitState> states;
  std::vector<WorkerId> counted_by;  ///< the worker whose count stands
  // Long units go first, so that a run does not end waiting for one. An exact sort would cost each
  // task an enumeration of the prefix stream. Instead, a few passes go over the table, each in
  // order and each taking the longer half of what is left. The last pass takes the rest.
  std::vector<float> bounds_of_passes;  ///< least cost of each pass; the last one has none
  std::size_t pass = 0;
  std::uint64_t next_in_pass = 0;    ///< index to look at next
  std::set<std::uint64_t> returned;  ///< taken and put back
  std::uint64_t todo = 0;
  std::uint64_t done = 0;
  std::uint64_t open_checks = 0;
};

/// Bytes of memory of a count's part below 10^12.
inline constexpr std::size_t bytes_per_part = 5;

/// Bytes of memory of a slice with large numbers.
constexpr std::size_t bytes_per_slice(std::size_t rows) {
  constexpr std::size_t record = 17;
  return sizeof(float) + record + rows * bytes_per_part + sizeof(UnitState) + sizeof(WorkerId);
}

/// A task in progress: it is cut into slices.
struct OpenTask {
  enum class Purpose : std::uint8_t {
    count,
    check,  ///< the task is done, and this is another vote
    keep,   ///< left out by this run
  };
  Purpose purpose = Purpose::count;
  std::vector<std::uint64_t> above{};  ///< TaskCut::placed
  UnitTable slices;
  std::set<WorkerId> voters{};  ///< of a check: the known workers of the first count
};

/// Totals. Costs include those of slices.
struct QueueState {
  std::uint64_t todo = 0;    ///< units that wait for their first count
  std::uint64_t leased = 0;  ///< tasks that are leased or in progress
  double total_cost = 0;
  double todo_cost = 0;
  std::uint64_t todo_checks = 0;  ///< units that wait for a check
  double todo_checks_cost = 0;    ///< of todo_checks, in a first count
  double done_cost = 0;
  std::uint64_t checks = 0;      ///< results of checks
  double check_seconds = 0;      ///< time of checks in the kernel
  std::uint64_t retries = 0;     ///< leases that ended without a result
  std::uint64_t duplicates = 0;  ///< repeated results that agreed
};

class Units {
 public:
  using Purpose = OpenTask::Purpose;

  /// @param costs  by task, positive, in any unit
  /// @param rows  of the board if placements are counted, else 0
  /// @param before  results of earlier runs
  /// Throws std::invalid_argument if `before` is not of this job.
  Units(std::vector<float> costs, std::size_t rows, std::optional<UnitRecords> before,
        OriginTable origins);

  /// Includes counts that are in doubt. The record of a task in progress is empty.
  [[nodiscard]] const UnitTable& tasks() const { return tasks_; }
  [[nodiscard]] const std::unordered_map<TaskId, OpenTask>& in_progress() const { return open_; }
  [[nodiscard]] OpenTask& in_progress(TaskId task) { return open_.at(task); }
  /// Tasks in progress with slices to do, lowest first. @param purpose  count or check
  [[nodiscard]] const std::set<TaskId>& with_slices_to(Purpose purpose) const {
    return purpose == Purpose::check ? to_check_ : to_count_;
  }
  /// Includes slices and counts in doubt, but not the tasks that this run leaves out.
  [[nodiscard]] Progress progress() const;
  [[nodiscard]] const QueueState& state() const { return state_; }
  [[nodiscard]] QueueState& state() { return state_; }
  [[nodiscard]] const OriginTable& origins() const { return origins_; }
  [[nodiscard]] OriginTable& origins() { return origins_; }
  [[nodiscard]] QueueSnapshot snapshot() const;

  /// Whether the job has this task, or a task in progress has this slice. The functions below need
  /// it.
  [[nodiscard]] bool has(const UnitId& unit) const;
  [[nodiscard]] UnitTable& table(const UnitId& unit) {
    return unit.is_slice() ? open_.at(unit.task).slices : tasks_;
  }
  [[nodiscard]] const UnitTable& table(const UnitId& unit) const {
    return unit.is_slice() ? open_.at(unit.task).slices : tasks_;
  }
  [[nodiscard]] UnitState& flags(const UnitId& unit) { return table(unit).states[unit.index()]; }
  [[nodiscard]] bool is_done(const UnitId& unit) const {
    return table(unit).records.done[unit.index()];
  }
  [[nodiscard]] double cost(const UnitId& unit) const {
    return static_cast<double>(table(unit).costs[unit.index()]);
  }
  /// Whether it is a slice in a check of a done task.
  [[nodiscard]] bool is_of_check(const UnitId& unit) const {
    return unit.is_slice() && open_.at(unit.task).purpose == Purpose::check;
  }

  /// Takes the next task, or the next slice of a task in progress: first those put back, then the
  /// rest in passes.
  std::optional<UnitId> take(std::optional<TaskId> slice_of = {});
  void put_back(const UnitId& unit);
  void set_stage(const UnitId& unit, UnitStage stage);
  /// Excludes these tasks from this run, unless they are done.
  void leave_out(const std::function<bool(TaskId)>& is_left_out);
  /// Sets or replaces the unit's result. Throws OutOfRange, with nothing changed, if the
  /// sum of all tasks passes 2^128.
  void set(const UnitId& unit, const Vote& vote);

  /// Adds a table of the task's slices. @param before  results of earlier runs
  const UnitTable& open(TaskId task, Purpose purpose, TaskCut cut,
                        std::optional<UnitRecords> before);
  /// Removes the table of the task's slices, which are all done. Their sum becomes the result of
  /// the task unless they were a check. @return the sum
  Vote close(TaskId task);

 private:
  void add(UnitTable& table, bool leaves_out);
  void count(const UnitId& unit, UnitStage stage, bool adds);

  UnitTable tasks_;
  std::unordered_map<TaskId, OpenTask> open_;
  std::set<TaskId> to_count_;
  std::set<TaskId> to_check_;
  OriginTable origins_;
  Progress progress_;  ///< except share_done
  QueueState state_;
};

}  // namespace nqueens
