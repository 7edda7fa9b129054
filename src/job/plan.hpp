// Plan: a job cut into tasks, each with its expected cost; TaskSource: the prefixes of any task.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/prefix_stream.hpp"
#include "job/job.hpp"
#include "nqueens/number.hpp"

namespace nqueens {

using TaskId = std::uint64_t;

/// The weight of tasks: the expected number of nodes that the scalar kernel visits below a prefix,
/// right to a factor of about two and much better in sums. 0 if a row has no free square left,
/// unless dead ends are counted.
class CostModel {
 public:
  explicit CostModel(const Problem& problem);
  [[nodiscard]] double operator()(const Prefix& prefix) const;

  /// Adds to each element the expected number of nodes with so many queens below the prefix, and
  /// one for the prefix itself. @param by_queens  n + 1 elements
  void add_nodes(const Prefix& prefix, std::span<double> by_queens) const;

 private:
  int n_;
  bool in_dead_ends_;  ///< there are nodes below a prefix with a row without a free square
  /// survival_[rows left at the root][i]: the chance that a free square of the i-th of these rows
  /// is still free when the search gets there.
  std::vector<std::vector<double>> survival_;
};

struct Plan {
  Job job;
  std::uint64_t prefixes = 0;
  std::vector<float> costs;  ///< by task, in expected nodes; at least 1
  double total_cost = 0;     ///< their sum

  [[nodiscard]] std::uint64_t tasks() const { return costs.size(); }
};

/// Fills in what valid settings leave open, for which it counts the prefixes. The same settings
/// give the same Job on every machine. Throws Error(usage) if the depth makes more than
/// max_prefixes prefixes, or a task more than max_prefixes_per_task.
Job make_job(const CountSettings& settings);

/// The job with its tasks cut into slices that are expected to take `seconds` or less, where any
/// task is expected to take longer; of one prefix at least, and at most 4 million a task.
/// @param seconds  on one core at 300 million solutions a second of a large board; 0: no slices;
/// absent: default_slice_seconds()
Job cut_into_slices(Job job, std::optional<double> seconds);

/// What the longest slice should take at most: a small part of the whole job, so that the first one
/// is soon done even on one core, but from a second to a minute.
double default_slice_seconds(const Job& job);

/// The same count by another decomposition, in about the same number of tasks. Returns the same job
/// if a tiny board has no other decomposition. Not for SecondCut::none.
/// @param slice_seconds  as for cut_into_slices()
Job second_job(const Job& first, std::uint64_t tasks, SecondCut cut,
               std::optional<double> slice_seconds);

/// Enumerates the job's prefixes and weighs its tasks. Stops after limit + 1 prefixes,
/// since a job from a file may have any number.
Plan make_plan(const Job& job, std::uint64_t limit = max_prefixes);

/// Adds the queens that fit on each open row from the top, for `depth` rows, in every way.
/// @param placement  fills the first rows; the same afterwards
/// @param placed  by row of the board
void place_rows(int n, int depth, Placement& placement, std::vector<Count>& placed);

/// By row of the board, the queens that the plain search places on the rows that the prefixes of a
/// job fill; 0 on the rows below. What a job that counts placements has on top of its tasks; empty
/// for others. Up to a second for the largest boards, milliseconds for those that can be counted.
std::vector<Count> placements_above_tasks(const Job& job);

/// Their sum; 0 for a job that counts solutions. The total of a job is this plus its tasks.
Count count_above_tasks(const Job& job);

/// A walk through a sequence that can only be walked forward. It remembers places at equal
/// distances, so that a step back walks little again: all of a short walk, and of a long one some
/// hundreds, as far as it ever went.
/// @tparam Place  where the walk stands: copied to remember it
template <class Place>
class Walk {
 public:
  explicit Walk(Place start) : place_(start) { places_.emplace(0, std::move(start)); }

  [[nodiscard]] Place& place() { return place_; }

  /// Goes to a position, or to the end if that comes first.
  /// @param skip  moves a place on by a number of positions, @return false if the end came first
  template <class Skip>
  void go_to(std::uint64_t position, const Skip& skip) {
    const auto& [known, place] = *std::prev(places_.upper_bound(position));
    if (position < position_ || known > position_) {
      position_ = known;
      place_ = place;
    }
    walk_on(position, skip);
  }

  /// Goes back to the start.
  void restart() {
    position_ = 0;
    place_ = places_.at(0);
  }

  /// Goes on to a position by way of all that lie between.
  template <class Skip>
  void walk_on(std::uint64_t position, const Skip& skip) {
    while (position_ < position) {
      const std::uint64_t next = std::min((position_ / stride_ + 1) * stride_, position);
      const bool is_there = skip(place_, next - position_);
      position_ = next;
      if (!is_there) {
        return;
      }
      remember();
    }
  }

  /// What belongs to the position was read, and the walk stands at the next one.
  void step() {
    ++position_;
    remember();
  }

 private:
  static constexpr std::size_t max_places = 1024;

  /// If there are too many places it forgets every second one.
  void remember() {
    if (position_ % stride_ != 0) {
      return;
    }
    places_.try_emplace(position_, place_);
    if (places_.size() > max_places) {
      stride_ *= 2;
      std::erase_if(places_, [this](const auto& entry) { return entry.first % stride_ != 0; });
    }
  }

  std::uint64_t position_ = 0;
  Place place_;
  std::uint64_t stride_ = 1;
  std::map<std::uint64_t, Place> places_;
};

/// Gives the prefixes of tasks. In ascending order each task costs only its own enumeration, in
/// others also a walk from a place that is remembered. Memory: at most 1,024 of these, of about
/// 1 KB.
class TaskSource {
 public:
  explicit TaskSource(const Job& job) : job_(job), walk_(job.prefixes()) {}

  /// Appends the prefixes of the task; at least one if the job has that task.
  void append_prefixes(TaskId task, std::vector<Prefix>& prefixes);

 private:
  Job job_;
  Walk<PrefixStream> walk_;
};

}  // namespace nqueens
