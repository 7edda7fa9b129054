// Slices: parts of tasks that would take long.
//
// A task's slices consist of the prefixes with at least Job::slice_depth queens below the task's
// own prefixes. These fill the most constrained line next, so that slices cost no more than the
// task; placements are counted by rows from the top. Each slice has prefixes_per_slice of them, in
// order; the last one has the rest. So the job alone determines the cut, and no list of it is kept.
#pragma once

#include <algorithm>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <list>
#include <map>
#include <string>
#include <vector>

#include "core/prefix_stream.hpp"
#include "job/plan.hpp"
#include "nqueens/number.hpp"

namespace nqueens {

/// Number of a slice in its task, from 0.
using SliceId = std::uint32_t;

/// The unit that a worker counts: a whole task, or a slice of one.
struct UnitId {
  static constexpr SliceId whole = 0xffff'ffff;

  TaskId task = 0;
  SliceId slice = whole;

  [[nodiscard]] bool is_slice() const { return slice != whole; }
  /// Number, from 0, of a task in the job or of a slice in its task.
  [[nodiscard]] std::uint64_t index() const { return is_slice() ? slice : task; }
  friend auto operator<=>(const UnitId&, const UnitId&) = default;
};

/// "task 5", "slice 3 of task 5".
std::string to_string(const UnitId& unit);

struct TaskCut {
  std::uint64_t slices = 1;
  double last = 1;  ///< size of the last slice, as a share of the others
  /// By row of the board, the placements between prefixes of the task and of its slices; empty if
  /// none are counted.
  std::vector<std::uint64_t> placed{};
};

/// A unit for a worker to count.
struct UnitPrefixes {
  UnitId unit{};
  std::vector<Prefix> prefixes{};
  /// Use another kernel than these, if the machine has one.
  std::vector<std::string> kernels_to_avoid{};
};

/// The result of a unit.
struct UnitResult {
  UnitId unit{};
  Count count;  ///< weight * completions or placements, summed over the unit's prefixes
  std::vector<std::uint64_t> placed{};  ///< by row of the board for placements, else empty
  std::uint64_t nodes = 0;              ///< queens tried
  double seconds = 0;                   ///< time in the kernel or of the device
  double processor_seconds = 0;         ///< CPU time of these; 0 for a device
  std::string kernel{};
};

/// A walk through a stream of prefixes, with random access. Each position has the same number of
/// prefixes. A stream only moves forward, so copies of it are kept at equal distances: at all
/// positions of a short walk, and at some hundreds of a long one, up to the furthest so far.
class Walk {
 public:
  /// @param each  prefixes at a position; the last position may have fewer
  Walk(const JobPrefixes& start, std::uint64_t each) : each_(each), stream_(start) {
    places_.emplace(0, start);
  }

  /// Appends the prefixes at a position.
  void append_prefixes(std::uint64_t position, std::vector<Prefix>& prefixes) {
    const auto& [known, stream] = *std::prev(places_.upper_bound(position));
    if (position < position_ || known > position_) {
      position_ = known;
      stream_ = stream;
    }
    walk_to(position);
    Prefix prefix;
    for (std::uint64_t i = 0; i < each_ && stream_.next(prefix); ++i) {
      prefixes.push_back(prefix);
    }
    ++position_;
    remember();
  }

  /// Walks from the start over at most so many positions. @return the number of prefixes
  std::uint64_t length(std::uint64_t most = std::numeric_limits<std::uint64_t>::max()) {
    position_ = 0;
    stream_ = places_.at(0);
    return walk_to(most);
  }

 private:
  static constexpr std::size_t max_places = 1024;

  /// Stops at the end of the stream. @return the number of prefixes passed
  std::uint64_t walk_to(std::uint64_t position) {
    std::uint64_t passed = 0;
    while (position_ < position) {
      const std::uint64_t next = std::min((position_ / stride_ + 1) * stride_, position);
      const std::uint64_t wanted = (next - position_) * each_;
      const std::uint64_t skipped = stream_.skip(wanted);
      passed += skipped;
      position_ = next;
      if (skipped < wanted) {
        break;
      }
      remember();
    }
    return passed;
  }

  /// Keeps a copy at every stride-th position. If there are too many, every second one goes.
  void remember() {
    if (position_ % stride_ != 0) {
      return;
    }
    places_.try_emplace(position_, stream_);
    if (places_.size() > max_places) {
      stride_ *= 2;
      std::erase_if(places_, [this](const auto& entry) { return entry.first % stride_ != 0; });
    }
  }

  std::uint64_t each_;
  std::uint64_t position_ = 0;
  JobPrefixes stream_;
  std::uint64_t stride_ = 1;
  std::map<std::uint64_t, JobPrefixes> places_;
};

/// Cuts tasks, and lists the prefixes of tasks and slices. Fastest in ascending order. Other orders
/// cost a walk from a kept position or, unless the task is one of the last 16 used, from its start.
/// Memory: the prefixes of these 16 tasks (112 bytes each), and at most 1,024 positions of some 2
/// KB for each.
class SliceSource {
 public:
  /// @param keep_going  as for PrefixStream
  explicit SliceSource(const Job& job, const KeepGoing& keep_going = {})
      : job_(job),
        keep_going_(keep_going),
        tasks_(job.prefixes(keep_going), job.prefixes_per_task) {}

  /// Walks through the prefixes of all slices: takes milliseconds or, with a small depth, many
  /// seconds.
  TaskCut cut(TaskId task);

  /// Number of slices of the task, at most `most`: it walks no further.
  std::uint64_t count_slices(TaskId task, std::uint64_t most);

  /// Appends the unit's prefixes; at least one if the job has the unit.
  void append_prefixes(const UnitId& unit, std::vector<Prefix>& prefixes);

  /// Appends to each element the prefixes of its unit. Units may be in any order.
  void append_prefixes_of(std::vector<UnitPrefixes>& units);

 private:
  /// A walk through the prefixes below those of a task.
  struct TaskWalk {
    TaskId task = 0;
    JobPrefixes::List prefixes;  ///< of the task
    Walk slices;
  };

  TaskWalk& walk_of(TaskId task);

  Job job_;
  KeepGoing keep_going_;
  Walk tasks_;
  std::list<TaskWalk> walks_;  ///< the most recently used first
};

}  // namespace nqueens
