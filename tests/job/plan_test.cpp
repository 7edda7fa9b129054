// Jobs made of settings, and plans: tasks, prefixes and what they cost.

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "job/slices.hpp"
#include "kernel/kernel.hpp"
#include "support/boards.hpp"
#include "support/text.hpp"

namespace nqueens {
namespace {

CountSettings board(int n) {
  return {.problem = {.n = n}};
}

TEST(Plan, CutsEveryBoardIntoAtLeastOneTaskExceptWhereThereIsNoPrefix) {
  for (int n = 1; n <= 20; ++n) {
    const Plan plan = make_plan(make_job(board(n)));
    EXPECT_EQ(plan.tasks(),
              (plan.prefixes + plan.job.prefixes_per_task - 1) / plan.job.prefixes_per_task);
    EXPECT_EQ(plan.tasks() == 0, n == 2 || n == 3) << "n=" << n;
    EXPECT_GE(plan.total_cost, static_cast<double>(plan.tasks()));
  }
}

TEST(Plan, TheSameSettingsGiveTheSameJob) {
  EXPECT_EQ(make_job(board(18)), make_job(board(18)));
  const Job job = make_job(board(18));
  EXPECT_EQ(job.depth, 4);
  EXPECT_EQ(job.prefixes_per_task, 9U);
  EXPECT_EQ(job.order, LineOrder::fewest);
  CountSettings rows_only = board(18);
  rows_only.order = LineOrder::rows;
  EXPECT_EQ(make_job(rows_only).order, LineOrder::rows);
}

/// Measured by the nodes of a fast kernel; of large boards expected by the cost model.
TEST(Plan, HasNoTaskOf20TimesTheMean) {
  for (const Sequence sequence : test::every_sequence()) {
    const SequenceInfo& info = info_of(sequence);
    for (int n = 5; n <= (info.moves.orbit() == 4 ? 40 : 21); ++n) {
      const Problem problem{.n = n, .sequence = sequence};
      const Job job = make_job({.problem = problem, .slice_seconds = 0});
      const std::uint64_t prefixes = job.prefixes().skip(50'000);
      if (prefixes == 0 || prefixes == 50'000) {
        continue;  // nothing to weigh, or it takes long
      }
      const Plan plan = make_plan(job);
      const double mean = plan.total_cost / static_cast<double>(plan.tasks());
      EXPECT_LT(plan.longest_share() * plan.total_cost, 20 * mean) << to_string(job);
    }
  }
}

/// The nodes of the longest task, of those of the mean one.
double longest_measured(const Job& job) {
  const auto kernel = choose_kernel("auto", job.problem.sequence).make(job.problem);
  std::vector<std::uint64_t> counts(job.problem.values());
  JobPrefixes stream = job.prefixes();
  std::uint64_t longest = 0;
  std::uint64_t tasks = 0;
  for (bool goes_on = true; goes_on; ++tasks) {
    const std::uint64_t before = kernel->nodes();
    Prefix prefix;
    for (std::uint64_t i = 0; i < job.prefixes_per_task && goes_on; ++i) {
      goes_on = stream.next(prefix);
      if (goes_on) {
        kernel->count({&prefix, 1}, counts);
      }
    }
    longest = std::max(longest, kernel->nodes() - before);
  }
  return static_cast<double>(longest * tasks) / static_cast<double>(kernel->nodes());
}

TEST(Plan, BoundsTheLongestTask) {
  for (const int n : {13, 14, 15, 16, 17}) {
    for (const std::uint64_t tasks : {100, 1'000, 10'000}) {
      const Job job = make_job({.problem = {.n = n}, .tasks = tasks, .slice_seconds = 0});
      const Plan plan = make_plan(job);
      const double bound = plan.longest_share() * static_cast<double>(plan.tasks());
      EXPECT_LT(longest_measured(job), bound) << to_string(job);
      EXPECT_GT(longest_measured(job), bound / 3) << to_string(job);
    }
  }
}

TEST(Plan, TakesTheWishedDepthAndNumberOfTasks) {
  CountSettings settings = board(14);
  settings.depth = 6;
  settings.tasks = 100;
  const Plan plan = make_plan(make_job(settings));
  EXPECT_EQ(plan.job.depth, 6);
  EXPECT_LE(plan.tasks(), 100U);
  EXPECT_GE(plan.tasks(), 99U);
}

TEST(Plan, PrefixesOfPlacementsAllHoldAsManyQueens) {
  for (int n = 1; n <= 12; ++n) {
    for (const auto symmetry : {Symmetry::none, Symmetry::mirror}) {
      CountSettings settings = board(n);
      settings.problem.sequence = Sequence::placements;
      settings.symmetry = symmetry;
      const Job job = make_job(settings);
      EXPECT_TRUE(is_possible(job)) << "n=" << n;
      JobPrefixes stream = job.prefixes();
      for (Prefix prefix; stream.next(prefix);) {
        EXPECT_EQ(prefix.placement.rows, all_lines(job.depth)) << "n=" << n;
      }
    }
  }
}

TEST(Plan, PlacementsHaveTheMirrorsSymmetryUnlessToldOtherwise) {
  CountSettings settings = board(18);
  settings.problem.sequence = Sequence::placements;
  EXPECT_EQ(make_job(settings).symmetry, Symmetry::mirror);
  settings.symmetry = Symmetry::none;
  EXPECT_EQ(make_job(settings).symmetry, Symmetry::none);
}

TEST(Plan, ThePlacementsAboveTheTasksAreThoseOfThePlainSearch) {
  for (int n = 1; n <= 9; ++n) {
    CountSettings settings = board(n);
    settings.problem.sequence = Sequence::placements;
    settings.depth = std::min(n, 8);
    const Job job = make_job(settings);
    const std::vector<Count> above = placements_above_tasks(job);
    const std::vector<std::uint64_t> all = test::placed_by_row({.n = n});
    for (int row = 0; row < n; ++row) {
      const auto index = static_cast<std::size_t>(row);
      EXPECT_EQ(above[index], row < job.depth ? Count{all[index]} : Count{})
          << "n=" << n << " row " << row;
    }
  }
}

/// The opened tasks of a job, one after the other, have the prefixes of the job with their depth,
/// and its placements above these.
TEST(Plan, OpenedTasksHaveThePrefixesOfTheDeeperJob) {
  for (const Sequence sequence : test::every_sequence()) {
    for (const Symmetry symmetry : {Symmetry::none, Symmetry::mirror, Symmetry::full}) {
      for (const auto& [depth, of_depth] : {std::pair{6, 2}, {5, 3}, {3, 0}, {4, 4}}) {
        Job task{.problem = {.n = 9, .sequence = sequence},
                 .symmetry = symmetry,
                 .depth = depth,
                 .of_depth = of_depth,
                 .of_prefixes_per_task = 7};
        if (!is_possible(task)) {
          continue;
        }
        const std::string name = to_string(task);
        Job deeper = task.opened_from();
        const std::uint64_t tasks = make_plan(deeper).tasks();
        Count above = count_above_tasks(deeper);
        deeper.depth = depth;
        JobPrefixes expected = deeper.prefixes();
        Prefix wanted;
        Prefix found;
        for (; task.of_task < tasks; ++task.of_task) {
          std::uint64_t number = 0;
          for (JobPrefixes own = task.prefixes(); own.next(found); ++number) {
            ASSERT_TRUE(expected.next(wanted)) << name;
            ASSERT_EQ(found.placement.columns, wanted.placement.columns) << name;
            ASSERT_EQ(found.placement.rows, wanted.placement.rows) << name;
            ASSERT_EQ(found.weight, wanted.weight) << name;
          }
          EXPECT_EQ(task.prefixes().skip(max_prefixes), number) << name;
          JobPrefixes half = task.prefixes();
          EXPECT_EQ(half.skip(number / 2) + half.skip(number), number) << name;
          above += count_above_tasks(task);
        }
        EXPECT_FALSE(expected.next(wanted)) << name;
        EXPECT_FALSE(task.prefixes().next(wanted)) << name << ": a task that is not there";
        EXPECT_EQ(above, count_above_tasks(deeper)) << name;
      }
    }
  }
}

Job with_depth(Job job, int depth) {
  job.depth = depth;
  return job;
}

TEST(SamePrefixes, AreTheyWhateverTheirDepthIsCalled) {
  const Job queens{.problem = {.n = 14}, .order = LineOrder::fewest};
  for (const int depth : {1, 2, 3}) {
    EXPECT_TRUE(number_same_prefixes(queens, with_depth(queens, depth))) << depth;
  }
  EXPECT_FALSE(number_same_prefixes(queens, with_depth(queens, 4)));
  const Job turned =
      make_job({.problem = {.n = 12, .sequence = Sequence::half_turn_queens}, .depth = 5});
  EXPECT_TRUE(number_same_prefixes(turned, with_depth(turned, 6)));
  EXPECT_FALSE(number_same_prefixes(turned, with_depth(turned, 7)));
  Job mirror = turned;
  mirror.symmetry = Symmetry::none;
  EXPECT_FALSE(number_same_prefixes(turned, mirror));
}

TEST(SamePrefixes, AreStoppedOnTheirWay) {
  const Job deep = make_job(
      {.problem = {.n = 24, .sequence = Sequence::half_turn_queens}, .depth = 9, .tasks = 1'000});
  EXPECT_THROW(number_same_prefixes(deep, with_depth(deep, 10), [] { return false; }), WalkStopped);
}

/// Files of any version: a job may be one task, and the first stream had no number.
TEST(JobFields, TakeTheLeastAndTheMostThatAJobMayHave) {
  const std::map<std::string_view, std::pair<std::string, std::string>> bounds = {
      {"n", {"1", "64"}}, {"depth", {"0", "64"}}, {"stream", {"0", "1000000"}}};
  Job job;
  SequenceWords words = usual_words;
  std::size_t seen = 0;
  for_each_field(job, words, [&](const JobField& field, const auto&, const auto& parse) {
    if (const auto found = bounds.find(field.name); found != bounds.end()) {
      const auto& [least, most] = found->second;
      EXPECT_TRUE(parse(least)) << field.name;
      EXPECT_TRUE(parse(most)) << field.name;
      EXPECT_FALSE(parse(std::to_string(std::stoi(least) - 1))) << field.name;
      EXPECT_FALSE(parse(std::to_string(std::stoi(most) + 1))) << field.name;
      ++seen;
    }
  });
  EXPECT_EQ(seen, bounds.size());
}

TEST(SecondJob, NumbersOtherPrefixesOrIsNone) {
  for (const Sequence sequence : test::every_sequence()) {
    for (int n = 1; n <= 12; ++n) {
      const Job first = make_job({.problem = {.n = n, .sequence = sequence}});
      for (const SecondCut cut : {SecondCut::depth, SecondCut::order, SecondCut::mirror}) {
        const auto second = second_job(first, 100, cut, std::nullopt);
        EXPECT_TRUE(!second || !number_same_prefixes(first, *second)) << to_string(first);
        EXPECT_TRUE(second || n < 7 || first.prefixes().skip(1) == 0) << to_string(first);
      }
    }
  }
}

TEST(SecondJob, HasAsManyTasksAsAskedForIfEachHasAPrefixAndNoneHasTooMany) {
  const Job first = make_job({.problem = {.n = 17}, .depth = 5});
  const auto prefixes_per_task = [&first](std::uint64_t tasks) {
    const auto second = second_job(first, tasks, SecondCut::depth, std::nullopt);
    return second && second->depth == 6 ? second->prefixes_per_task : 0;
  };
  const std::uint64_t prefixes = with_depth(first, 6).prefixes().skip(max_prefixes);
  ASSERT_GT(prefixes, max_prefixes_per_task);
  EXPECT_EQ(prefixes_per_task(1'000), (prefixes + 999) / 1'000);
  EXPECT_EQ(prefixes_per_task(2 * prefixes), 1U);
  EXPECT_EQ(prefixes_per_task(1), max_prefixes_per_task);
  EXPECT_EQ(prefixes_per_task(0), max_prefixes_per_task);
}

TEST(Plan, RefusesADepthThatMakesTooManyPrefixes) {
  CountSettings settings = board(32);
  settings.depth = 8;
  settings.order = LineOrder::rows;  // fewest takes some seconds
  EXPECT_TRUE(test::has(test::error_of(ExitCode::usage, [&] { make_job(settings); }), "depth 8"));
}

TEST(Plan, RefusesTasksThatAreTooLargeToHandOut) {
  CountSettings settings = board(18);
  settings.depth = 6;  // 365,501 prefixes
  settings.order = LineOrder::rows;
  settings.tasks = 3;
  EXPECT_THROW(make_job(settings), Error);
  settings.tasks = 4;
  EXPECT_EQ(make_plan(make_job(settings)).tasks(), 4U);
}

TEST(SliceSource, GivesTasksInAnyOrderWhatTheStreamGivesInOrder) {
  test::SeededRandom random;
  const Job job{
      .problem = {.n = 14}, .symmetry = Symmetry::full, .depth = 5, .prefixes_per_task = 3};
  std::vector<Prefix> all;
  JobPrefixes stream = job.prefixes();
  for (Prefix prefix; stream.next(prefix);) {
    all.push_back(prefix);
  }
  std::vector<TaskId> order((all.size() + 2) / 3);
  for (std::size_t i = 0; i < order.size(); ++i) {
    order[i] = i;
  }
  std::shuffle(order.begin(), order.end(), random);
  SliceSource source(job);
  for (const TaskId task : order) {
    std::vector<Prefix> prefixes;
    source.append_prefixes({.task = task}, prefixes);
    ASSERT_EQ(prefixes.size(), std::min<std::size_t>(3, all.size() - task * 3));
    for (std::size_t i = 0; i < prefixes.size(); ++i) {
      const Placement& expected = all[task * 3 + i].placement;
      ASSERT_EQ(prefixes[i].placement.diagonals, expected.diagonals) << "task " << task;
      ASSERT_EQ(prefixes[i].placement.antidiagonals, expected.antidiagonals) << "task " << task;
    }
  }
}

/// The ETA depends on this: expected costs are proportional to the nodes that a kernel visits,
/// within a fifth for every tenth of the job.
TEST(CostModel, IsProportionalToTheNodesVisited) {
  for (const int n : {13, 14, 15}) {
    const auto kernel = choose_kernel("scalar").make({.n = n});
    const CostModel model({.n = n});
    PrefixStream stream({.n = n}, Symmetry::full, 4);
    std::vector<std::pair<double, double>> prefixes;
    double total_cost = 0;
    for (Prefix prefix; stream.next(prefix);) {
      const std::uint64_t before = kernel->nodes();
      std::uint64_t completions = 0;
      kernel->count({&prefix, 1}, {&completions, 1});
      prefixes.emplace_back(model(prefix), static_cast<double>(kernel->nodes() - before));
      total_cost += prefixes.back().first;
    }
    double cost = 0;
    double nodes = 0;
    const double total_nodes = static_cast<double>(kernel->nodes());
    for (const auto& [prefix_cost, prefix_nodes] : prefixes) {
      cost += prefix_cost;
      nodes += prefix_nodes;
      if (cost > 0.1 * total_cost && cost < 0.9 * total_cost) {
        const double expected_rest = nodes * (total_cost - cost) / cost;
        ASSERT_NEAR(expected_rest / (total_nodes - nodes), 1.0, 0.2)
            << "n=" << n << " at " << cost / total_cost;
      }
    }
  }
}

TEST(CostModel, ADeadPrefixCostsNothing) {
  Prefix prefix;
  prefix.placement.toggle(4, {0, 0});
  prefix.placement.toggle(4, {1, 2});
  EXPECT_EQ(CostModel({.n = 4})(prefix), 0);
}

/// A file may name a job with too many prefixes to enumerate.
TEST(Plan, StopsBehindTheMostPrefixes) {
  const Job endless{
      .problem = {.n = 32}, .symmetry = Symmetry::none, .depth = 12, .prefixes_per_task = 10};
  EXPECT_EQ(make_plan(endless, 1'000).prefixes, 1'001U);
  EXPECT_EQ(make_plan(endless, 1'000).tasks(), 101U);
  const Job small{.problem = {.n = 6}, .symmetry = Symmetry::none, .depth = 1};
  EXPECT_EQ(make_plan(small, 6).prefixes, 6U);
}

}  // namespace
}  // namespace nqueens
