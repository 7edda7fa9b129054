// Slices of tasks: what is handed out if a task would take long.
//
// The slices of a task are cut from the prefixes below its own, with Job::slice_depth queens or
// more. These fill the most constrained line next, so that they cost no more than the task;
// placements are counted by rows from the top. Each slice is prefixes_per_slice of them, in their
// order, the last one what is left. So the cut of a task depends on the job alone, and no list of
// it is kept.
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
  /// By row of the board, the placements between prefixes of the task and of its slices;
  /// empty for other quantities.
  std::vector<std::uint64_t> placed{};
};

/// What a worker gets of a unit that it is to count.
struct UnitPrefixes {
  UnitId unit{};
  std::vector<Prefix> prefixes{};
  /// To be counted with another kernel, if the machine has one.
  std::vector<std::string> kernels_to_avoid{};
};

/// What a worker reports of a unit.
struct UnitResult {
  UnitId unit{};
  Count count;  ///< weight * completions or placements, summed over the unit's prefixes
  std::vector<std::uint64_t>
      placed{};             ///< of placements, which are its parts by row of the board; else empty
  std::uint64_t nodes = 0;  ///< queens tried
  double seconds = 0;       ///< in the kernel, or of the device
  double processor_seconds = 0;  ///< processor time of these; 0 of a device
  std::string kernel{};          ///< that counted it
};

/// A walk through a stream of prefixes, with the same number at each position. A stream only goes
/// forward, so the walk remembers places at equal distances, and a step back walks a little again:
/// all places of a short walk, some hundreds of a long one, up to the furthest position so far.
class Walk {
 public:
  /// @param each  prefixes at a position; the last one may have fewer
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

  /// Walks from the start to the end, or over so many positions. @return the number of prefixes
  std::uint64_t length(std::uint64_t most = std::numeric_limits<std::uint64_t>::max()) {
    position_ = 0;
    stream_ = places_.at(0);
    return walk_to(most);
  }

 private:
  static constexpr std::size_t max_places = 1024;

  /// Or to the end if that comes first. @return the number of prefixes on the way
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

  /// If there are too many places it forgets every second one.
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

/// Cuts tasks, and gives the prefixes of tasks and slices. Fastest in ascending order. Other orders
/// cost a walk from a remembered place or, unless the task is one of the last 16 used, from its
/// start. Memory: for each of these 16 tasks its prefixes (112 bytes each), and at most 1,024
/// places of some 2 KB.
class SliceSource {
 public:
  /// @param keep_going  as for PrefixStream
  explicit SliceSource(const Job& job, const KeepGoing& keep_going = {})
      : job_(job),
        keep_going_(keep_going),
        tasks_(job.prefixes(keep_going), job.prefixes_per_task) {}

  /// Walks through the prefixes of all slices: milliseconds or, with a small depth, many seconds.
  TaskCut cut(TaskId task);

  /// How many slices cut() makes of the task, at most `most`: it walks no further.
  std::uint64_t count_slices(TaskId task, std::uint64_t most);

  /// Appends the prefixes of the unit; at least one if the job has it.
  void append_prefixes(const UnitId& unit, std::vector<Prefix>& prefixes);

  /// Appends to each element's `prefixes` the prefixes of its `unit`, in any order of units.
  void append_prefixes_of(std::vector<UnitPrefixes>& units);

 private:
  /// Through the prefixes below those of a task.
  struct TaskWalk {
    TaskId task = 0;
    JobPrefixes::List prefixes;  ///< of the task
    Walk slices;
  };

  TaskWalk& walk_of(TaskId task);

  Job job_;
  KeepGoing keep_going_;
  Walk tasks_;
  std::list<TaskWalk> walks_;  ///< the latest first
};

}  // namespace nqueens
