// The slices that checkpoints rely on, by golden numbers: how many each task has, and which
// prefixes.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "job/slices.hpp"
#include "support/boards.hpp"
#include "support/golden_prefixes.hpp"

namespace nqueens {
namespace {

/// The slices of a hundred tasks or fewer, at equal distances.
std::string slices_of(const Job& job) {
  const std::uint64_t tasks = make_plan(job).tasks();
  SliceSource source(job);
  std::uint64_t slices = 0;
  test::PrefixSum sum;
  for (TaskId task = 0; task < tasks; task += std::max<std::uint64_t>(tasks / 50, 1)) {
    const std::uint64_t cut = source.cut(task).slices;
    slices += cut;
    for (std::uint64_t slice = 0; slice < cut; ++slice) {
      std::vector<Prefix> prefixes;
      source.append_prefixes({.task = task, .slice = static_cast<SliceId>(slice)}, prefixes);
      std::ranges::for_each(prefixes, [&](const Prefix& prefix) { sum.add(prefix); });
      sum.end();
    }
  }
  return to_string(job) + ": " + std::to_string(slices) + " slices " + sum.line() + "\n";
}

TEST(Slices, AreThoseThatCheckpointsRelyOn) {
  std::string lines;
  for (const Sequence sequence : test::every_sequence()) {
    for (const int n : {8, 11, 14, 17}) {
      const Problem problem{.n = n, .sequence = sequence};
      for (const int more : {1, 2, 3}) {
        for (const std::uint64_t prefixes : {1U, 4U, 16U}) {
          const int depth = std::max(cut_limits(problem).min_depth, 3);
          lines += slices_of({.problem = problem,
                              .symmetry = cut_limits(problem).symmetry,
                              .depth = depth,
                              .prefixes_per_task = static_cast<std::uint64_t>(n) - 5,
                              .slice_depth = depth + more,
                              .prefixes_per_slice = prefixes});
        }
      }
    }
  }
  test::expect_golden_of_revision("job", lines);
}

}  // namespace
}  // namespace nqueens
