// The bounds of queue/snapshot.hpp hold for what every kernel counts of every sequence, and not for
// what is a little wrong.

#include <gtest/gtest.h>

#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include "kernel/every_kernel.hpp"
#include "queue/snapshot.hpp"
#include "support/boards.hpp"

namespace nqueens {
namespace {

/// What a kernel counts of a unit.
struct Counted {
  UnitRecord record{};
  std::vector<std::uint64_t> placed{};
};

Counted count(Kernel& kernel, const Job& job, const std::vector<Prefix>& prefixes) {
  const std::size_t values = job.problem.values();
  const std::uint64_t before = kernel.nodes();
  const auto counts = test::count_all(kernel, prefixes, values);
  std::vector<std::uint64_t> sums(values);
  for (std::size_t i = 0; i < counts.size(); ++i) {
    sums[i % values] += counts[i] * prefixes[i / values].weight;
  }
  Counted counted{
      .record = {.count = std::reduce(sums.begin(), sums.end()), .nodes = kernel.nodes() - before}};
  if (job.problem.info().by_row) {
    counted.placed = sums;
  }
  return counted;
}

/// Jobs of all kinds that take a moment: small boards, and some on which lines are left to kernels
/// of vectors.
std::vector<Job> jobs() {
  std::vector<Job> jobs;
  for (const Sequence sequence : test::every_sequence()) {
    for (const int rows : {1, 4, 5, 6, 7, 8, info_of(sequence).small_board.n}) {
      const Problem problem{.n = rows, .sequence = sequence};
      const CutLimits limits = cut_limits(problem);
      for (const Symmetry symmetry : {Symmetry::none, Symmetry::mirror, Symmetry::full}) {
        for (int depth = limits.min_depth; depth <= std::min(limits.max_depth, 6); ++depth) {
          const bool is_small = rows <= 8 || depth == 3;
          if (limits.allows(symmetry) && is_small) {
            jobs.push_back({.problem = problem, .symmetry = symmetry, .depth = depth});
          }
        }
      }
    }
  }
  return jobs;
}

using OfEveryKernel = test::KernelTest;

TEST_P(OfEveryKernel, CountsArePossible) {
  for (Job job : jobs()) {
    if (!GetParam().counts(job.problem.sequence)) {
      continue;
    }
    SCOPED_TRACE(to_string(job));
    const auto kernel = make(job.problem);
    JobPrefixes prefixes = job.prefixes();
    TaskId task = 0;
    for (Prefix prefix; prefixes.next(prefix); ++task) {
      const Counted counted = count(*kernel, job, {prefix});
      ASSERT_EQ(fault_of_unit(job, {.task = task}, counted.record, counted.placed), "");
    }
    if (job.depth >= job.problem.n) {
      continue;
    }
    job.slice_depth = job.depth + 1;
    SliceSource source(job);
    for (TaskId each = 0; each < task; each += 1 + task / 20) {
      OriginTable origins;
      const TaskCut cut = source.cut(each);
      UnitRecords slices(cut.slices, job.problem.parts());
      for (SliceId slice = 0; slice < cut.slices; ++slice) {
        const UnitId unit{.task = each, .slice = slice};
        std::vector<Prefix> below;
        source.append_prefixes(unit, below);
        const Counted counted = count(*kernel, job, below);
        ASSERT_EQ(fault_of_unit(job, unit, counted.record, counted.placed), "");
        slices.set(slice, counted.record, counted.placed);
      }
      const Vote folded = fold(slices, cut.placed, origins);
      ASSERT_EQ(fault_of_unit(job, {.task = each}, folded.record, folded.placed), "") << each;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Possible, OfEveryKernel, testing::ValuesIn(test::supported_kernels()),
                         test::name_of_kernel);

/// The fault of a whole small board's first task, changed like this.
std::string fault_if(const Job& job, const std::function<void(Counted&)>& change) {
  const auto kernel = choose_kernel("plain", job.problem.sequence).make(job.problem);
  JobPrefixes stream = job.prefixes();
  std::vector<Prefix> prefixes;
  for (Prefix prefix; stream.next(prefix);) {
    prefixes.push_back(prefix);
  }
  Counted counted = count(*kernel, job, prefixes);
  change(counted);
  return fault_of_unit(job, {.task = 0}, counted.record, counted.placed);
}

TEST(Possible, IsNoCountThatNoWeightDivides) {
  EXPECT_EQ(fault_if({.problem = {.n = 8}, .depth = 2}, [](Counted&) {}), "");
  EXPECT_EQ(fault_if({.problem = {.n = 8}, .depth = 2}, [](Counted& of) { of.record.count += 1; }),
            "whose count 93 is no multiple of 2");
  const Job torus{.problem = {.n = 7, .sequence = Sequence::torus}, .depth = 2};
  EXPECT_EQ(fault_if(torus, [](Counted& of) { of.record.count += 8; }),
            "whose count 36 is no multiple of 14");
  Job none{.problem = {.n = 8}, .symmetry = Symmetry::none, .depth = 2};
  EXPECT_EQ(fault_if(none, [](Counted& of) { of.record.count += 1; }), "");
}

TEST(Possible, AreNoSolutionsWithoutNodes) {
  const Job job{.problem = {.n = 8}, .depth = 2};
  EXPECT_EQ(fault_if(job, [](Counted& of) { of.record.nodes = 0; }),
            "whose 0 nodes cannot find 92 solutions");
  EXPECT_EQ(fault_if(job, [](Counted& of) { of.record.nodes = 5; }),
            "whose 5 nodes cannot find 92 solutions");
  EXPECT_EQ(fault_if(job, [](Counted& of) { of.record.nodes = 6; }), "") << "16 each at most";
  const Job full{.problem = {.n = 8}, .depth = 8};
  EXPECT_EQ(fault_if(full, [](Counted& of) { of.record.nodes = 0; }), "")
      << "prefixes are solutions";
  const Job mirror{.problem = {.n = 8}, .symmetry = Symmetry::mirror, .depth = 2};
  EXPECT_EQ(fault_if(mirror, [](Counted& of) { of.record.nodes = 22; }),
            "whose 22 nodes cannot find 92 solutions");
}

TEST(Possible, ArePlacementsEachOfWhichIsANode) {
  const Job job{.problem = {.n = 7, .sequence = Sequence::placements},
                .symmetry = Symmetry::mirror,
                .depth = 2};
  const auto more = [](std::size_t row, std::uint64_t by) {
    return [=](Counted& of) {
      of.placed[row] += by;
      of.record.count += by;
    };
  };
  EXPECT_EQ(fault_if(job, more(0, 0)), "");
  EXPECT_NE(fault_if(job, more(3, 1)).find("is no multiple of 2"), std::string::npos);
  EXPECT_NE(fault_if(job, more(3, 2)).find("nodes do not make the count"), std::string::npos);
  EXPECT_EQ(fault_if(job, more(1, 2)), "which has placements on the rows of its prefixes");
  const auto swapped = [](Counted& of) {  // the sum stays
    ++of.placed[3];
    --of.placed[4];
  };
  EXPECT_NE(fault_if(job, swapped).find("whose row"), std::string::npos);
}

}  // namespace
}  // namespace nqueens
