// Slices of tasks: what is handed out where a task would take long.
//
// The slices of a task are cut from the prefixes below its own, with Job::slice_depth queens or
// more. These fill the most constrained line next, as the kernels do, so that they cost no more
// than the task; placements are counted by rows from the top. Each slice is prefixes_per_slice of
// them, in their order, the last one what is left. So the cut of a task depends on the job alone,
// and no list of it is kept.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <list>
#include <optional>
#include <string>
#include <vector>

#include "core/prefix_stream.hpp"
#include "job/plan.hpp"

namespace nqueens {

/// Expected nodes a second of one core that counts 300 million solutions a second: a large board
/// has 1.1 to 1.3 nodes of the cost model a solution (N = 26 to 28).
inline constexpr double nodes_per_second = 4e8;

/// What a count should take on such a core, right to a factor of about two. Takes milliseconds,
/// since it weighs prefixes of few queens only.
double quick_core_seconds(const CountSettings& settings);

/// A slice of a task, from 0.
using SliceId = std::uint32_t;

/// What a worker counts at once: a whole task, or a slice of one.
struct UnitId {
  static constexpr SliceId whole = 0xffff'ffff;

  TaskId task = 0;
  SliceId slice = whole;

  [[nodiscard]] bool is_slice() const { return slice != whole; }
  /// Its number, from 0: that of a task in the job, that of a slice in its task.
  [[nodiscard]] std::uint64_t index() const { return is_slice() ? slice : task; }
  friend auto operator<=>(const UnitId&, const UnitId&) = default;
};

/// "task 5", "slice 3 of task 5".
std::string to_string(const UnitId& unit);

/// How a task is cut.
struct TaskCut {
  std::uint64_t slices = 1;
  double last = 1;  ///< prefixes of the last slice, as a share of those of the others
  /// By row of the board, the placements between the task's prefixes and those of its slices;
  /// empty for other quantities.
  std::vector<std::uint64_t> placed{};
};

/// What is sent of a unit to the worker that is to count it.
struct UnitPrefixes {
  UnitId unit{};
  std::vector<Prefix> prefixes{};
  /// To be counted with another kernel, if the machine has one.
  std::vector<std::string> kernels_to_avoid{};
};

/// Cuts tasks, and gives the prefixes of tasks and slices. Fastest in ascending order; other orders
/// cost a walk from a place that is remembered, or from the start of a task that is none of the 16
/// that were cut, or whose slices were given, last. Memory: of each of these 16 its prefixes (100
/// bytes each), and at most 1,024 places of about 1 KB.
class SliceSource {
 public:
  explicit SliceSource(const Job& job);

  /// Walks through the prefixes of all slices.
  TaskCut cut(TaskId task);

  /// Appends the prefixes of the unit; at least one if the job has it.
  void append_prefixes(const UnitId& unit, std::vector<Prefix>& prefixes);

  /// Appends to the `prefixes` of each of these those of its `unit`, whatever their order.
  void append_prefixes_of(std::vector<UnitPrefixes>& units);

 private:
  /// Between two prefixes below those of a task.
  struct Place {
    std::size_t above = 0;  ///< the number of the task's prefix that `below` is below
    std::optional<PrefixStream> below{};
  };

  /// Through the prefixes below those of a task.
  struct TaskWalk {
    TaskId task = 0;
    std::vector<Prefix> prefixes{};      ///< of the task
    Walk<Place> slices = Walk(Place{});  ///< by slice
  };

  TaskWalk& walk_of(TaskId task);
  std::uint64_t skip(const TaskWalk& walk, Place& place, std::uint64_t count) const;
  bool next(TaskWalk& walk, Prefix& prefix) const;
  [[nodiscard]] PrefixStream below(const Prefix& prefix) const;

  Job job_;
  TaskSource tasks_;
  std::list<TaskWalk> walks_;  ///< the latest first
};

}  // namespace nqueens
