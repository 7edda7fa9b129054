// Pieces of tasks: each prefix below a task is in one piece, and the counts add up.

#include "nqueens/job/pieces.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <numeric>
#include <random>
#include <tuple>
#include <vector>

#include "nqueens/kernel/kernel.hpp"
#include "support/boards.hpp"

namespace nqueens {
namespace {

using Parts = std::vector<std::uint64_t>;

const std::vector<Problem> problems = {
    {.n = 11},
    {.n = 12, .board = Board::torus},
    {.n = 13, .board = Board::torus},
    {.n = 9, .quantity = Quantity::placements},
};

/// Short tasks and pieces; the last piece of a task is shorter than the others.
Job job_of(const Problem& problem) {
  return {.problem = problem,
          .symmetry = cut_limits(problem).symmetry,
          .depth = 3,
          .prefixes_per_task = 5,
          .piece_depth = 5,
          .prefixes_per_piece = 3};
}

auto squares(const Prefix& prefix) {
  const Placement& placement = prefix.placement;
  return std::tuple(placement.rows, placement.columns, placement.diagonals, placement.antidiagonals,
                    prefix.weight);
}

std::vector<Prefix> prefixes_of(PieceSource& source, const UnitId& unit) {
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

TEST(PieceSource, PiecesAreThePrefixesBelowTheTaskInTheirOrder) {
  for (const Problem& problem : problems) {
    const Job job = job_of(problem);
    const FillOrder order = problem.quantity == Quantity::placements ? FillOrder::from_top
                                                                     : FillOrder::most_constrained;
    const std::uint64_t tasks = make_plan(job).tasks();
    PieceSource source(job);
    for (TaskId task = 0; task < tasks; ++task) {
      std::vector<Prefix> expected;
      for (const Prefix& above : prefixes_of(source, {.task = task})) {
        PrefixStream below(problem.n, above, job.piece_depth, problem.board, order);
        for (Prefix prefix; below.next(prefix);) {
          expected.push_back(prefix);
        }
      }
      std::vector<Prefix> pieces;
      const std::uint64_t cut = source.cut(task).pieces;
      for (PieceId piece = 0; piece < cut; ++piece) {
        source.append_prefixes({.task = task, .piece = piece}, pieces);
        ASSERT_LE(pieces.size(), (piece + 1) * job.prefixes_per_piece);
      }
      ASSERT_TRUE(std::ranges::equal(pieces, expected, {}, squares, squares))
          << to_string(problem) << " task " << task;
    }
  }
}

TEST(PieceSource, GivesInAnyOrderWhatItGivesInOrder) {
  const std::uint64_t seed = test::test_seed();
  std::mt19937_64 random(seed);
  for (const Problem& problem : problems) {
    const Job job = job_of(problem);
    const std::uint64_t tasks = make_plan(job).tasks();
    PieceSource in_order(job);
    std::vector<UnitId> units;
    std::vector<std::vector<Prefix>> expected;
    for (TaskId task = 0; task < tasks; ++task) {
      const std::uint64_t pieces = in_order.cut(task).pieces;
      for (PieceId piece = 0; piece < pieces; ++piece) {
        units.push_back({.task = task, .piece = piece});
        expected.push_back(prefixes_of(in_order, units.back()));
      }
    }
    std::vector<std::size_t> order(units.size());
    std::iota(order.begin(), order.end(), 0U);
    std::ranges::shuffle(order, random);
    PieceSource source(job);
    for (const std::size_t at : order) {
      ASSERT_TRUE(
          std::ranges::equal(prefixes_of(source, units[at]), expected[at], {}, squares, squares))
          << to_string(problem) << " " << to_string(units[at]) << " seed " << seed;
    }
  }
}

TEST(PieceSource, PiecesAndWhatLiesAboveThemAddUpToTheTask) {
  for (const Problem& problem : problems) {
    const Job job = job_of(problem);
    const std::uint64_t tasks = make_plan(job).tasks();
    std::uint64_t cut_tasks = 0;
    PieceSource source(job);
    for (TaskId task = 0; task < tasks; ++task) {
      const TaskCut cut = source.cut(task);
      Parts sum(cut.placed.empty() ? 1 : cut.placed.size());
      if (cut.pieces > 1) {
        ++cut_tasks;
        std::ranges::copy(cut.placed, sum.begin());
      }
      for (PieceId piece = 0; piece < cut.pieces; ++piece) {
        const Parts part = count(problem, prefixes_of(source, {.task = task, .piece = piece}));
        std::ranges::transform(sum, part, sum.begin(), std::plus());
      }
      if (cut.pieces > 1) {
        ASSERT_EQ(sum, count(problem, prefixes_of(source, {.task = task})))
            << to_string(problem) << " task " << task;
      }
    }
    EXPECT_GT(cut_tasks, tasks / 2) << to_string(problem);
  }
}

TEST(CutIntoPieces, CutsLongTasksOnly) {
  const Job eight = make_job({.problem = {.n = 8}});
  EXPECT_EQ(eight.piece_depth, 0);
  EXPECT_EQ(cut_into_pieces(eight, 0).piece_depth, 0);
  EXPECT_GT(cut_into_pieces(eight, 1e-9).piece_depth, eight.depth);
  for (const int n : {30, 31, 32}) {
    const Job job = make_job({.problem = {.n = n}});
    EXPECT_GT(job.piece_depth, job.depth) << n;
    EXPECT_LE(job.piece_depth, n) << n;
    EXPECT_GE(job.prefixes_per_piece, 1U) << n;
    EXPECT_LE(job.prefixes_per_piece, max_prefixes_per_task) << n;
    EXPECT_EQ(cut_into_pieces(job, 0).piece_depth, 0) << n;
  }
}

TEST(UnitId, IsNamedForPeople) {
  EXPECT_EQ(to_string(UnitId{.task = 5}), "task 5");
  EXPECT_EQ(to_string(UnitId{.task = 5, .piece = 3}), "piece 3 of task 5");
}

}  // namespace
}  // namespace nqueens
