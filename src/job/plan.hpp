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

/// Expected cost: the number of nodes that the scalar kernel visits below a prefix, right to a
/// factor of about two and much better in sums. 0 if a row has no free square, unless dead ends
/// count.
class CostModel {
 public:
  explicit CostModel(const Problem& problem);
  [[nodiscard]] double operator()(const Prefix& prefix) const;

  /// Adds to by_queens[q] the expected number of nodes with q queens, the prefix itself included.
  /// @param by_queens  n + 1 elements
  void add_nodes(const Prefix& prefix, std::span<double> by_queens) const;

 private:
  /// Visits the expected number of nodes on each level below. @return false at a dead end
  template <class Visit>
  bool visit_levels(const Placement& placement, const Visit& visit) const;

  int n_;
  int orbit_;          ///< queens placed at once
  bool in_dead_ends_;  ///< also counts below rows without a free square
  /// survival_[k][i]: with k queens or orbits left at the root, the chance that a free square of
  /// their i-th row is still free when the search gets there.
  std::vector<std::vector<double>> survival_;
};

/// Expected nodes per second of one core that counts 300 million solutions per second: on large
/// boards the cost model has 1.1 to 1.3 nodes per solution (N = 26 to 28).
inline constexpr double nodes_per_second = 4e8;

/// Expected seconds of a count on such a core, right to a factor of about two. Takes milliseconds,
/// since it weighs only prefixes with few queens.
double quick_core_seconds(const CountSettings& settings);

/// No task takes longer than this multiple of the longest time that CostModel expects of any task.
inline constexpr double longest_by_model = 2;

struct Plan {
  Job job;
  std::uint64_t prefixes = 0;
  std::vector<float> costs;  ///< by task, in expected nodes, at least 1
  double total_cost = 0;

  [[nodiscard]] std::uint64_t tasks() const { return costs.size(); }
  /// Bound, at most 1, on the share of the longest task in the work: uses longest_by_model.
  [[nodiscard]] double longest_share() const;
};

/// Completes valid settings, for which it counts prefixes. Equal settings give equal jobs on every
/// machine. Throws Error(usage) if the depth makes more than max_prefixes prefixes, or a task has
/// more than max_prefixes_per_task.
Job make_job(const CountSettings& settings, const KeepGoing& keep_going = {});

/// The job with the smallest depth, from its own on, that makes so many prefixes. If there is none,
/// the depth with the most prefixes before their number falls. Depths with equally many are one
/// depth, since orbits place several queens.
Job deepen(Job job, std::uint64_t prefixes, const KeepGoing& keep_going = {});

/// The job with tasks cut into slices of at most `seconds` each, if any task is expected to take
/// longer. A slice has at least one prefix, a task at most 4 million slices.
/// @param seconds  expected on one core at 300 million solutions per second of a large board; 0: no
/// slices; absent: default_slice_seconds()
/// @param prefixes  of the job, if known
Job cut_into_slices(Job job, std::optional<double> seconds,
                    std::optional<std::uint64_t> prefixes = std::nullopt,
                    const KeepGoing& keep_going = {});

/// Longest expected time of a slice: from a second to a minute, and so small a part of the job that
/// the first slice is soon done even on one core.
double default_slice_seconds(const Job& job, const KeepGoing& keep_going = {});
/// The same without a walk. @param nodes  expected in the whole job
double default_slice_seconds(double nodes);

/// Whether two jobs of a problem have the same prefixes with the same ordinals, whatever their
/// depth or symmetry: several depths may be one if queens break the symmetry or come in orbits.
/// Only other prefixes are another decomposition. Walks both up to the first difference.
bool number_same_prefixes(const Job& left, const Job& right, const KeepGoing& keep_going = {});

/// Another decomposition of the same count, with about as many tasks; empty if a tiny board has
/// none. Not for SecondCut::none.
std::optional<Job> second_job(const Job& first, std::uint64_t tasks, SecondCut cut,
                              std::optional<double> slice_seconds,
                              const KeepGoing& keep_going = {});

/// Enumerates the job's prefixes and weighs its tasks. Stops after limit + 1 prefixes, since a job
/// from a file may have any number.
Plan make_plan(const Job& job, std::uint64_t limit = max_prefixes,
               const KeepGoing& keep_going = {});

/// Adds the queens that the plain search places below a prefix on each row before `depth`, times
/// its weight.
void add_rows_below(int n, int depth, Prefix prefix, std::vector<Count>& placed);

/// By row of the board, the queens that the plain search places on the rows that a job's prefixes
/// fill; 0 on other rows. A job that counts placements adds them to the sum of its tasks; for an
/// opened task, those below its own prefixes, with their weights. Empty for other jobs. Takes up to
/// a second for the largest boards, milliseconds for those that can be counted.
std::vector<Count> placements_above_tasks(const Job& job);

/// Their sum; 0 for other jobs. The total of a job is this plus its tasks.
Count count_above_tasks(const Job& job);

}  // namespace nqueens
