// Units, which workers count one at a time: their states, results and totals. One table has the
// tasks of a job, and each task in progress has one with its slices.
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

/// How far a unit is.
enum class UnitStage : std::uint8_t {
  todo,      ///< can be handed out for its first count
  out,       ///< is leased for that; or a task in progress
  left_out,  ///< this run does not count it
  done,
  to_check,  ///< done, and can be handed out to be counted once more
  in_check,  ///< done, and leased for that
};

struct UnitState {
  UnitStage stage : 3 = UnitStage::todo;
  bool was_checked : 1 = false;   ///< a check is or was open
  bool is_confirmed : 1 = false;  ///< all votes agreed when they were last decided on
};

/// The tasks of a job, or the slices of one.
struct UnitTable {
  [[nodiscard]] std::size_t size() const { return costs.size(); }
  [[nodiscard]] UnitId unit(std::uint64_t index) const {
    return task ? UnitId{.task = *task, .slice = static_cast<SliceId>(index)}
                : UnitId{.task = index};
  }

  std::optional<TaskId> task;  ///< whose slices these are
  std::vector<float> costs;
  UnitRecords records;
  std::vector<UnitState> states;
  std::vector<WorkerId> counted_by;  ///< whose count stands
  // Long units go first, so that the end of a run does not wait for one. Sorted exactly, each task
  // would cost an enumeration of the prefix stream of its own. So there are a few passes over the
  // table, each in its order, and each with the longer half of what is left. The last pass has the
  // rest.
  std::vector<float> bounds_of_passes;  ///< the least cost; the last pass has none
  std::size_t pass = 0;
  std::uint64_t next_in_pass = 0;    ///< to be looked at next
  std::set<std::uint64_t> returned;  ///< to do again
  std::uint64_t todo = 0;
  std::uint64_t done = 0;
  std::uint64_t open_checks = 0;
};

/// Memory of a count's part, if it is below 10^12.
inline constexpr std::size_t bytes_per_part = 5;

/// Memory of a slice of a task in progress, if its numbers are large.
constexpr std::size_t bytes_per_slice(std::size_t rows) {
  constexpr std::size_t record = 17;
  return sizeof(float) + record + rows * bytes_per_part + sizeof(UnitState) + sizeof(WorkerId);
}

/// A task in progress.
struct OpenTask {
  enum class Purpose : std::uint8_t {
    count,
    check,  ///< the task is done, and this is another vote
    keep,   ///< this run leaves out what is to do
  };
  Purpose purpose = Purpose::count;
  std::vector<std::uint64_t> above{};  ///< TaskCut::placed
  UnitTable slices;
  std::set<WorkerId> voters{};  ///< of a check: who is known to have counted slices before
};

/// What is to do, and what came of it beside results. Costs include those of slices.
struct QueueState {
  std::uint64_t todo = 0;    ///< units that can be handed out for their first count
  std::uint64_t leased = 0;  ///< tasks that are leased or in progress
  double total_cost = 0;
  double todo_cost = 0;
  std::uint64_t todo_checks = 0;  ///< units that can be handed out to be counted once more
  double todo_checks_cost = 0;    ///< of a first count of these
  double done_cost = 0;
  std::uint64_t checks = 0;      ///< results of checks
  double check_seconds = 0;      ///< their time in the kernel
  std::uint64_t retries = 0;     ///< leases that ended without a result
  std::uint64_t duplicates = 0;  ///< results that came again, and agreed
};

class Units {
 public:
  using Purpose = OpenTask::Purpose;

  /// @param costs  by task; any positive unit
  /// @param rows  that placements are counted on; 0 if something else is counted
  /// @param before  results of earlier runs
  /// Throws std::invalid_argument if these are not of this job.
  Units(std::vector<float> costs, std::size_t rows, std::optional<UnitRecords> before,
        OriginTable origins);

  /// The tasks, also with counts that are in doubt; the record of one in progress is empty.
  [[nodiscard]] const UnitTable& tasks() const { return tasks_; }
  [[nodiscard]] const std::unordered_map<TaskId, OpenTask>& in_progress() const { return open_; }
  [[nodiscard]] OpenTask& in_progress(TaskId task) { return open_.at(task); }
  /// Tasks in progress with slices to do, lowest first. @param purpose  count or check
  [[nodiscard]] const std::set<TaskId>& with_slices_to(Purpose purpose) const {
    return purpose == Purpose::check ? to_check_ : to_count_;
  }
  /// Without the tasks that this run leaves out; with slices, and counts that are in doubt.
  [[nodiscard]] Progress progress() const;
  [[nodiscard]] const QueueState& state() const { return state_; }
  [[nodiscard]] QueueState& state() { return state_; }
  [[nodiscard]] const OriginTable& origins() const { return origins_; }
  [[nodiscard]] OriginTable& origins() { return origins_; }
  /// All records, with those of slices.
  [[nodiscard]] QueueSnapshot snapshot() const;

  /// Whether it is a task of the job, or a slice of one in progress. All that follows is for these.
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
  /// Whether it is a slice of a task that is done, and is counted once more.
  [[nodiscard]] bool is_of_check(const UnitId& unit) const {
    return unit.is_slice() && open_.at(unit.task).purpose == Purpose::check;
  }

  /// Takes out the next task that is to do, or the next slice of a task in progress: first those
  /// that came back, then the rest in passes.
  std::optional<UnitId> take(std::optional<TaskId> slice_of = {});
  /// It is to do again.
  void put_back(const UnitId& unit);
  void set_stage(const UnitId& unit, UnitStage stage);
  /// This run does not count these, unless they are done.
  void leave_out(const std::function<bool(TaskId)>& is_it);
  /// It has that result, for the first time or instead of another one. Throws std::overflow_error
  /// if the sum of all tasks passes 2^128: nothing has changed then.
  void set(const UnitId& unit, const Vote& vote);

  /// The task gets a table of its slices. @param before  see the constructor
  const UnitTable& open(TaskId task, Purpose purpose, TaskCut cut,
                        std::optional<UnitRecords> before);
  /// The table of its slices, which are all done, goes. @return what they add up to, which is the
  /// result of the task unless they were a check
  Vote close(TaskId task);

 private:
  void add(UnitTable& table, bool leaves_out);
  void count(const UnitId& unit, UnitStage stage, bool is_in_it);

  UnitTable tasks_;
  std::unordered_map<TaskId, OpenTask> open_;
  std::set<TaskId> to_count_;
  std::set<TaskId> to_check_;
  OriginTable origins_;
  Progress progress_;  ///< but its share_done
  QueueState state_;
};

}  // namespace nqueens
