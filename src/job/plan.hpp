// Plan: a job cut into tasks, each with its expected cost.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/prefix_stream.hpp"
#include "job/job.hpp"
#include "nqueens/error.hpp"
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

  /// Adds to each element the expected number of nodes with that many queens below the prefix, and
  /// one for the prefix itself. @param by_queens  n + 1 elements
  void add_nodes(const Prefix& prefix, std::span<double> by_queens) const;

 private:
  /// Visits the expected number of nodes of each level below. @return false at a dead end
  template <class Visit>
  bool visit_levels(const Placement& placement, const Visit& visit) const;

  int n_;
  int orbit_;          ///< queens that are placed at once
  bool in_dead_ends_;  ///< there are nodes below a prefix with a row without a free square
  /// survival_[queens or orbits left at the root][i]: the chance that a free square of the i-th of
  /// their rows is still free when the search gets there.
  std::vector<std::vector<double>> survival_;
};

/// Expected nodes a second of one core that counts 300 million solutions a second: a large board
/// has 1.1 to 1.3 nodes of the cost model a solution (N = 26 to 28).
inline constexpr double nodes_per_second = 4e8;

/// What a count should take on such a core, right to a factor of about two. Takes milliseconds,
/// since it weighs prefixes of few queens only.
double quick_core_seconds(const CountSettings& settings);

/// Bounds the longest task: CostModel expects that no task is longer than some time, and none is
/// longer than this many times that.
inline constexpr double longest_by_model = 2;

struct Plan {
  Job job;
  std::uint64_t prefixes = 0;
  std::vector<float> costs;  ///< by task, in expected nodes; at least 1
  double total_cost = 0;     ///< their sum

  [[nodiscard]] std::uint64_t tasks() const { return costs.size(); }
  /// A bound of the share of the work in the longest task, by longest_by_model. At most 1.
  [[nodiscard]] double longest_share() const;
};

/// Fills in what valid settings leave open, for which it counts the prefixes. The same settings
/// give the same Job on every machine. Throws Error(usage) if the depth makes more than
/// max_prefixes prefixes, or a task more than max_prefixes_per_task.
Job make_job(const CountSettings& settings, const KeepGoing& keep_going = {});

/// The job with the least depth, from its own on, that makes so many prefixes; or with the one that
/// makes the most, before a depth makes fewer. Depths that make equally many are one depth, of
/// orbits.
Job deepen(Job job, std::uint64_t prefixes, const KeepGoing& keep_going = {});

/// The job with its tasks cut into slices that are expected to take `seconds` or less, if any
/// task is expected to take longer; of one prefix at least, and at most 4 million a task.
/// @param seconds  on one core at 300 million solutions a second of a large board; 0: no slices;
/// absent: default_slice_seconds()
/// @param prefixes  the number in the job, if it is known
Job cut_into_slices(Job job, std::optional<double> seconds,
                    std::optional<std::uint64_t> prefixes = std::nullopt,
                    const KeepGoing& keep_going = {});

/// What the longest slice should take at most: a small part of the whole job, so that the first one
/// is soon done even on one core, but from a second to a minute.
double default_slice_seconds(const Job& job, const KeepGoing& keep_going = {});
/// The same, without a walk. @param nodes  expected of the whole job
double default_slice_seconds(double nodes);

/// Whether two jobs of a problem number the same prefixes in the same sequence, by whatever depth
/// or symmetry they name them: queens that break the symmetry, or that come in orbits, make several
/// depths one. Only other prefixes make another decomposition. Walks both as far as they are the
/// same.
bool number_same_prefixes(const Job& left, const Job& right, const KeepGoing& keep_going = {});

/// The same count by another decomposition, in about the same number of tasks; nothing if a tiny
/// board has no other. Not for SecondCut::none.
/// @param slice_seconds  as for cut_into_slices()
std::optional<Job> second_job(const Job& first, std::uint64_t tasks, SecondCut cut,
                              std::optional<double> slice_seconds,
                              const KeepGoing& keep_going = {});

/// Enumerates the job's prefixes and weighs its tasks. Stops after limit + 1 prefixes,
/// since a job from a file may have any number.
Plan make_plan(const Job& job, std::uint64_t limit = max_prefixes,
               const KeepGoing& keep_going = {});

/// Adds the queens that fit below a prefix on each row before `depth`, in every way, times its
/// weight.
/// @param prefix  fills the first rows
/// @param placed  by row of the board
void add_rows_below(int n, int depth, Prefix prefix, std::vector<Count>& placed);

/// By row of the board, the queens that the plain search places on the rows that the prefixes of a
/// job fill; 0 on the rows below. What a job that counts placements has on top of its tasks, of an
/// opened task below its own prefixes and with their weights; empty for others. Up to a second for
/// the largest boards, milliseconds for those that can be counted.
std::vector<Count> placements_above_tasks(const Job& job);

/// Their sum; 0 for a job that counts solutions. The total of a job is this plus its tasks.
Count count_above_tasks(const Job& job);

}  // namespace nqueens
