// Plan: a job cut into tasks, each with its expected cost; TaskSource: the prefixes of any task.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "nqueens/core/count.hpp"
#include "nqueens/core/prefix_stream.hpp"
#include "nqueens/job/job.hpp"

namespace nqueens {

using TaskId = std::uint64_t;

/// Expected number of nodes that the scalar kernel visits below a prefix, good to a factor of about
/// two and much better in sums: what tasks are weighed by. 0 where a row has no free square left.
class CostModel {
 public:
  explicit CostModel(int n);
  [[nodiscard]] double operator()(const Prefix& prefix) const;

 private:
  int n_;
  /// survival_[rows left at the root][i]: chance that a square of the i-th of these rows that is
  /// free at the root still is when the search comes to it.
  std::vector<std::vector<double>> survival_;
};

struct Plan {
  Job job;
  std::uint64_t prefixes = 0;
  std::vector<float> costs;  ///< by task, in expected nodes; at least 1
  double total_cost = 0;     ///< their sum

  [[nodiscard]] std::uint64_t tasks() const { return costs.size(); }
};

/// Fills in what the settings leave open; counts the prefixes for that. The settings are valid (see
/// validate()); the same ones give the same Job on every machine. Throws Error(usage) where the
/// depth makes more than max_prefixes prefixes, or the number of tasks puts more than
/// max_prefixes_per_task into one.
Job make_job(const CountSettings& settings);

/// The job that counts the same by another decomposition, in about as many tasks, but a million at
/// most; the same job where a board of a few rows can be cut in no other way. Not for
/// SecondCut::none.
Job second_job(const Job& first, std::uint64_t tasks, SecondCut cut);

/// Enumerates the job's prefixes and weighs its tasks. Of a job from a file, which may be any, no
/// more prefixes are looked at than one behind `most_prefixes`: the plan then has one more.
Plan make_plan(const Job& job, std::uint64_t most_prefixes = max_prefixes);

/// By row of the board, the queens that the plain search places on the rows that the prefixes of a
/// job fill; 0 on the rows below. What a job that counts placements has on top of its tasks; empty
/// for others. Up to a second for the largest boards, milliseconds for those that can be counted.
std::vector<Count> placements_above_tasks(const Job& job);

/// Their sum; 0 for a job that counts anything else. What a job counts is this and what its tasks
/// add up to.
Count count_above_tasks(const Job& job);

/// Gives the prefixes of tasks. In order of their numbers each costs its own enumeration only; for
/// any other order, positions of the stream are remembered along the way, and at most `stride`
/// tasks are enumerated again. Memory: at most 1,024 positions of about 1 KB.
class TaskSource {
 public:
  explicit TaskSource(const Job& job);

  /// Appends the prefixes of the task; at least one, where the job has that task.
  void append_prefixes(TaskId task, std::vector<Prefix>& prefixes);

 private:
  void remember(TaskId task);

  Job job_;
  PrefixStream stream_;
  TaskId position_ = 0;  ///< the task at which stream_ stands
  std::uint64_t stride_ = 1;
  std::map<TaskId, PrefixStream> bookmarks_;
};

}  // namespace nqueens
