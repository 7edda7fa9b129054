// Slices of tasks: each prefix below a task is in one slice, and the counts add up.

#include "job/slices.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <functional>
#include <numeric>
#include <random>
#include <tuple>
#include <vector>

#include "kernel/kernel.hpp"
#include "support/boards.hpp"

namespace nqueens {
namespace {

using Parts = std::vector<std::uint64_t>;

const std::vector<Problem> problems = [] {
  std::vector<Problem> boards = test::small_boards(-1);
  boards.push_back({.n = 13, .sequence = Sequence::torus});
  return boards;
}();

/// Short tasks and slices; the last slice of a task is shorter than the others.
Job job_of(const Problem& problem) {
  return {.problem = problem,
          .symmetry = cut_limits(problem).symmetry,
          .depth = 3,
          .prefixes_per_task = 5,
          .slice_depth = 5,
          .prefixes_per_slice = 3};
}

auto squares(const Prefix& prefix) {
  const Placement& placement = prefix.placement;
  return std::tuple(placement.rows, placement.columns, placement.diagonals, placement.antidiagonals,
                    prefix.weight);
}

std::vector<Prefix> prefixes_of(SliceSource& source, const UnitId& unit) {
  std::vector<Prefix> prefixes;
  source.append_prefixes(unit, prefixes);
  return prefixes;
}

/// Weight times completions; of placements by row.
Parts count(const Problem& problem, const std::vector<Prefix>& prefixes) {
  const auto kernel = choose_kernel("scalar").make(problem);
  Parts sums(std::max<std::size_t>(problem.parts(), 1));
  for (const Prefix& prefix : prefixes) {
    Parts counts(sums.size());
    kernel->count({&prefix, 1}, counts);
    for (std::size_t row = 0; row < sums.size(); ++row) {
      sums[row] += counts[row] * prefix.weight;
    }
  }
  return sums;
}

TEST(SliceSource, SlicesAreThePrefixesBelowTheTaskInTheirOrder) {
  for (const Problem& problem : problems) {
    const Job job = job_of(problem);
    const LineOrder order = problem.info().by_row ? LineOrder::rows : LineOrder::fewest;
    const std::uint64_t tasks = make_plan(job).tasks();
    SliceSource source(job);
    for (TaskId task = 0; task < tasks; ++task) {
      std::vector<Prefix> expected;
      for (const Prefix& above : prefixes_of(source, {.task = task})) {
        PrefixStream below(problem, above, job.slice_depth, order);
        for (Prefix prefix; below.next(prefix);) {
          expected.push_back(prefix);
        }
      }
      std::vector<Prefix> slices;
      const std::uint64_t cut = source.cut(task).slices;
      for (SliceId slice = 0; slice < cut; ++slice) {
        source.append_prefixes({.task = task, .slice = slice}, slices);
        ASSERT_LE(slices.size(), (slice + 1) * job.prefixes_per_slice);
      }
      ASSERT_TRUE(std::ranges::equal(slices, expected, {}, squares, squares))
          << to_string(problem) << " task " << task;
    }
  }
}

/// A file may claim any number of them.
TEST(SliceSource, CountsSlicesNoFurtherThanItIsAsked) {
  for (const Problem& problem : problems) {
    Job job = job_of(problem);
    SliceSource source(job);
    for (TaskId task = 0; task < make_plan(job).tasks(); ++task) {
      const std::uint64_t slices = source.cut(task).slices;
      EXPECT_EQ(source.count_slices(task, slices + 1), slices) << "task " << task;
      EXPECT_EQ(source.count_slices(task, slices), slices);
      EXPECT_EQ(source.count_slices(task, 1), 1U);
    }
    job.slice_depth = 0;
    EXPECT_EQ(SliceSource(job).count_slices(0, 9), 1U);
  }
}

TEST(SliceSource, GivesInAnyOrderWhatItGivesInOrder) {
  test::SeededRandom random;
  for (const Problem& problem : problems) {
    const Job job = job_of(problem);
    const std::uint64_t tasks = make_plan(job).tasks();
    SliceSource in_order(job);
    std::vector<UnitId> units;
    std::vector<std::vector<Prefix>> expected;
    for (TaskId task = 0; task < tasks; ++task) {
      const std::uint64_t slices = in_order.cut(task).slices;
      for (SliceId slice = 0; slice < slices; ++slice) {
        units.push_back({.task = task, .slice = slice});
        expected.push_back(prefixes_of(in_order, units.back()));
      }
    }
    std::vector<std::size_t> order(units.size());
    std::iota(order.begin(), order.end(), 0U);
    std::ranges::shuffle(order, random);
    SliceSource source(job);
    for (const std::size_t at : order) {
      ASSERT_TRUE(
          std::ranges::equal(prefixes_of(source, units[at]), expected[at], {}, squares, squares))
          << to_string(problem) << " " << to_string(units[at]);
    }
  }
}

/// Bookmarks are far apart in a task like this, which has more slices than there are bookmarks.
TEST(SliceSource, FindsSlicesOfLongTasks) {
  test::SeededRandom random;
  const Job job{.problem = {.n = 12},
                .symmetry = Symmetry::none,
                .depth = 1,
                .prefixes_per_task = 6,
                .slice_depth = 6,
                .prefixes_per_slice = 4};
  SliceSource in_order(job);
  std::array<std::vector<std::vector<Prefix>>, 2> expected;
  for (const TaskId task : {0U, 1U}) {
    const std::uint64_t slices = in_order.cut(task).slices;
    ASSERT_GT(slices, 3000U);
    for (SliceId slice = 0; slice < slices; ++slice) {
      expected.at(task).push_back(prefixes_of(in_order, {.task = task, .slice = slice}));
    }
  }
  SliceSource source(job);
  source.cut(0);  // its slices are found from there, those of task 1 from the first that is wanted
  for (int i = 0; i < 500; ++i) {
    const TaskId task = random() % 2;
    const auto slice = static_cast<SliceId>(random() % expected.at(task).size());
    ASSERT_TRUE(std::ranges::equal(prefixes_of(source, {.task = task, .slice = slice}),
                                   expected.at(task)[slice], {}, squares, squares))
        << "slice " << slice << " of task " << task;
  }
}

/// As in a batch of slices to be checked.
TEST(SliceSource, GivesEachUnitItsPrefixesWhateverTheirOrder) {
  const Job job = job_of(problems.front());
  std::vector<UnitPrefixes> batch{
      {{.task = 1, .slice = 2}}, {{.task = 2}}, {{.task = 1, .slice = 0}}};
  SliceSource source(job);
  source.append_prefixes_of(batch);
  for (const UnitPrefixes& each : batch) {
    EXPECT_TRUE(
        std::ranges::equal(each.prefixes, prefixes_of(source, each.unit), {}, squares, squares))
        << to_string(each.unit);
    EXPECT_FALSE(each.prefixes.empty());
  }
}

TEST(SliceSource, SlicesAndWhatLiesAboveThemAddUpToTheTask) {
  for (const Problem& problem : problems) {
    const Job job = job_of(problem);
    const std::uint64_t tasks = make_plan(job).tasks();
    std::uint64_t cut_tasks = 0;
    SliceSource source(job);
    for (TaskId task = 0; task < tasks; ++task) {
      const TaskCut cut = source.cut(task);
      Parts sum(cut.placed.empty() ? 1 : cut.placed.size());
      if (cut.slices > 1) {
        ++cut_tasks;
        std::ranges::copy(cut.placed, sum.begin());
      }
      for (SliceId slice = 0; slice < cut.slices; ++slice) {
        const Parts part = count(problem, prefixes_of(source, {.task = task, .slice = slice}));
        std::ranges::transform(sum, part, sum.begin(), std::plus());
      }
      if (cut.slices > 1) {
        ASSERT_EQ(sum, count(problem, prefixes_of(source, {.task = task})))
            << to_string(problem) << " task " << task;
      }
    }
    EXPECT_GE(3 * cut_tasks, tasks) << to_string(problem);
  }
}

/// Every symmetry that a problem has.
std::vector<Symmetry> symmetries(const Problem& problem) {
  std::vector<Symmetry> list;
  for (const Symmetry symmetry : {Symmetry::none, Symmetry::mirror, Symmetry::full}) {
    if (cut_limits(problem).allows(symmetry)) {
      list.push_back(symmetry);
    }
  }
  return list;
}

/// Tasks, and what their slices and the cut add up to, differ in nothing; the cut's last slice has
/// the share that it says.
void expect_slices_make_tasks(const Job& job) {
  SCOPED_TRACE(to_string(job));
  SliceSource source(job);
  const std::uint64_t tasks = make_plan(job).tasks();
  for (TaskId task = 0; task < tasks; ++task) {
    const TaskCut cut = source.cut(task);
    Parts sum(cut.placed.empty() ? 1 : cut.placed.size());
    if (cut.slices > 1) {
      std::ranges::copy(cut.placed, sum.begin());
    }
    std::vector<Prefix> last;
    for (SliceId slice = 0; slice < cut.slices; ++slice) {
      last = prefixes_of(source, {.task = task, .slice = slice});
      const Parts part = count(job.problem, last);
      std::ranges::transform(sum, part, sum.begin(), std::plus());
      ASSERT_TRUE(last.size() == job.prefixes_per_slice || slice + 1 == cut.slices) << task;
    }
    ASSERT_TRUE(
        prefixes_of(source, {.task = task, .slice = static_cast<SliceId>(cut.slices)}).empty())
        << task;
    ASSERT_DOUBLE_EQ(cut.last,
                     static_cast<double>(last.size()) / static_cast<double>(job.prefixes_per_slice))
        << task;
    if (cut.slices > 1) {
      ASSERT_EQ(sum, count(job.problem, prefixes_of(source, {.task = task}))) << task;
    }
  }
}

TEST(SliceSource, SlicesOfAnyDepthAndSizeMakeTheirTask) {
  for (const Sequence sequence : test::every_sequence()) {
    const Problem problem{.n = 7, .sequence = sequence};
    for (const Symmetry symmetry : symmetries(problem)) {
      const int depth = std::max(cut_limits(problem).min_depth, 1);
      for (int slice_depth = depth + 1; slice_depth <= problem.n; ++slice_depth) {
        for (const std::uint64_t prefixes : {1U, 3U, 16U}) {
          expect_slices_make_tasks({.problem = problem,
                                    .symmetry = symmetry,
                                    .depth = depth,
                                    .prefixes_per_task = 2,
                                    .slice_depth = slice_depth,
                                    .prefixes_per_slice = prefixes});
        }
      }
    }
  }
}

/// Of some tasks at equal distances.
struct Expected {
  double slice_seconds = 0;  ///< of the longest of their first slices
  double prefixes = 0;       ///< where slices begin, of the task with the most
};

Expected expected_of(const Job& job, std::uint64_t tasks) {
  constexpr std::uint64_t looked_at = 50;
  const CostModel model(job.problem);
  SliceSource source(job);
  Expected most;
  std::vector<Prefix> prefixes;
  for (TaskId task = 0; task < tasks; task += std::max<std::uint64_t>(tasks / looked_at, 1)) {
    std::vector<double> nodes(static_cast<std::size_t>(job.problem.n) + 1);
    for (const Prefix& prefix : prefixes_of(source, {.task = task})) {
      model.add_nodes(prefix, nodes);
    }
    most.prefixes = std::max(most.prefixes, nodes[static_cast<std::size_t>(job.slice_depth)]);
    for (const SliceId slice : {0U, 1U, 10U}) {
      double cost = 0;
      for (const Prefix& prefix : prefixes_of(source, {.task = task, .slice = slice})) {
        cost += model(prefix);
      }
      most.slice_seconds = std::max(most.slice_seconds, cost / 4e8);
    }
  }
  return most;
}

/// With default settings, but for the symmetry and perhaps the depth.
void expect_short_slices(const CountSettings& settings) {
  const Job job = make_job(settings);
  const double longest = default_slice_seconds(job);
  SCOPED_TRACE(to_string(job));
  if (job.slice_depth == 0) {
    for (const float cost : make_plan(job).costs) {
      ASSERT_LE(cost / 4e8, longest * 1.5);
    }
    return;
  }
  EXPECT_GT(job.slice_depth, job.depth);
  const std::uint64_t prefixes = job.prefixes().skip(max_prefixes);
  const Expected most =
      expected_of(job, (prefixes + job.prefixes_per_task - 1) / job.prefixes_per_task);
  EXPECT_LE(most.prefixes, 3e8);
  // A task has at most 4 million slices, and their number of prefixes is a power of two.
  if (most.prefixes / static_cast<double>(job.prefixes_per_slice) < 1e6) {
    // A slice of a larger board has few prefixes, so the longest is further from the mean.
    EXPECT_LE(most.slice_seconds, longest * (settings.problem.n < 28 ? 1 : 3));
  }
}

TEST(CutIntoSlices, ExpectsAMinuteAtMostOnSmallBoardsLess) {
  for (const int n : {5, 12, 18, 19, 20, 21, 22, 23, 24, 25, 27, 28, 30, 32}) {
    for (const Sequence sequence : test::every_sequence()) {
      const Problem problem{.n = n, .sequence = sequence};
      if (n > 24 && sequence != Sequence::queens && sequence != Sequence::placements) {
        continue;  // seconds each
      }
      expect_short_slices({.problem = problem});
      if (n == 28) {
        expect_short_slices({.problem = problem, .symmetry = Symmetry::none});
      }
    }
  }
  EXPECT_GT(make_job({.problem = {.n = 24}}).slice_depth, 0);
  // So that some seconds on one core are enough to finish a slice.
  for (int n = 1; n <= 24; ++n) {
    EXPECT_LE(default_slice_seconds(make_job({.problem = {.n = n}})), n < 24 ? 1 : 8) << n;
  }
}

/// Parts of one count that were made by other versions must merge.
TEST(CutIntoSlices, LargeBoardsKeepTheirCut) {
  const auto cut_of = [](int n) {
    const Job job = make_job({.problem = {.n = n}});
    EXPECT_EQ(job, cut_into_slices(job, 60));
    return std::pair(job.slice_depth, job.prefixes_per_slice);
  };
  EXPECT_EQ(cut_of(25), std::pair(7, std::uint64_t{64}));
  EXPECT_EQ(cut_of(26), std::pair(7, std::uint64_t{16}));
  EXPECT_EQ(cut_of(27), std::pair(7, std::uint64_t{2}));
  EXPECT_EQ(cut_of(28), std::pair(8, std::uint64_t{4}));
}

TEST(CutIntoSlices, OfAWholeBoardHasAsManyPrefixesAsAMasterCanWalk) {
  for (const int n : {28, 32}) {
    const Job job = make_job({.problem = {.n = n}, .symmetry = Symmetry::none, .depth = 0});
    EXPECT_GT(job.slice_depth, 0);
    const CostModel model({.n = n});
    std::vector<double> nodes(static_cast<std::size_t>(n) + 1);
    model.add_nodes(Prefix{}, nodes);
    EXPECT_LE(nodes[static_cast<std::size_t>(job.slice_depth)], 3e8) << n;
  }
}

TEST(CutIntoSlices, CutsLongTasksOnly) {
  const Job eight = make_job({.problem = {.n = 8}});
  EXPECT_EQ(eight.slice_depth, 0);
  EXPECT_EQ(cut_into_slices(eight, 0).slice_depth, 0);
  EXPECT_GT(cut_into_slices(eight, 1e-9).slice_depth, eight.depth);
  for (const int n : {30, 31, 32}) {
    const Job job = make_job({.problem = {.n = n}});
    EXPECT_GT(job.slice_depth, job.depth) << n;
    EXPECT_LE(job.slice_depth, n) << n;
    EXPECT_GE(job.prefixes_per_slice, 1U) << n;
    EXPECT_LE(job.prefixes_per_slice, max_prefixes_per_task) << n;
    EXPECT_EQ(cut_into_slices(job, 0).slice_depth, 0) << n;
  }
}

/// By it a count takes the devices that nobody named, or leaves their drivers alone.
TEST(QuickCoreSeconds, AreNearThoseOfThePlan) {
  for (const int n : {12, 16, 18}) {
    const CountSettings settings{.problem = {.n = n}};
    const double planned = make_plan(make_job(settings)).total_cost / nodes_per_second;
    EXPECT_GT(quick_core_seconds(settings), planned / 3) << n;
    EXPECT_LT(quick_core_seconds(settings), planned * 3) << n;
  }
}

TEST(UnitId, IsNamedForPeople) {
  EXPECT_EQ(to_string(UnitId{.task = 5}), "task 5");
  EXPECT_EQ(to_string(UnitId{.task = 5, .slice = 3}), "slice 3 of task 5");
}

}  // namespace
}  // namespace nqueens
