// The prefix stream: weights times completions are the known counts.

#include <gtest/gtest.h>

#include <string>

#include "core/prefix_stream.hpp"
#include "core/sequence.hpp"
#include "kernel/kernel.hpp"
#include "support/boards.hpp"
#include "support/count_board.hpp"

namespace nqueens {
namespace {

TEST(PrefixStream, WeightsTimesCompletionsSumToTheKnownCount) {
  for (const auto& [largest, sequence] : test::small_boards(2)) {
    for (int n = 1; n <= largest; ++n) {
      const Problem problem{.n = n, .sequence = sequence};
      const CutLimits limits = cut_limits(problem);
      const auto kernel = choose_kernel("scalar").make(problem);
      for (const Symmetry symmetry : {Symmetry::none, Symmetry::mirror, Symmetry::full}) {
        for (const int depth : {0, 1, 2, 4, 7}) {
          if (limits.allows(symmetry) && limits.allows(depth)) {
            const LineOrder order = depth % 2 == 0 ? best_order(problem) : LineOrder::rows;
            EXPECT_EQ(to_string(test::count_board(*kernel, problem, symmetry, depth, order)),
                      to_string(*known_count(problem)))
                << to_string(problem) << " symmetry=" << to_string(symmetry) << " depth=" << depth;
          }
        }
      }
    }
  }
}

/// The fastest kernels, up to N = 16.
TEST(PrefixStream, CountsTheSameByBothOrders) {
  for (const Sequence sequence : test::every_sequence()) {
    for (int n = 1; n <= 16; ++n) {
      const Problem problem{.n = n, .sequence = sequence};
      const CutLimits limits = cut_limits(problem);
      const auto kernel = choose_kernel("auto", sequence).make(problem);
      for (const Symmetry symmetry : {Symmetry::none, Symmetry::mirror, Symmetry::full}) {
        for (const int depth : {1, 3, 5}) {
          if (problem.info().by_row || depth > n || !limits.allows(symmetry)) {
            continue;
          }
          const auto count = [&](LineOrder order) {
            return to_string(test::count_board(*kernel, problem, symmetry, depth, order));
          };
          EXPECT_EQ(count(LineOrder::fewest), count(LineOrder::rows))
              << to_string(problem) << " symmetry=" << to_string(symmetry) << " depth=" << depth;
        }
      }
    }
  }
}

}  // namespace
}  // namespace nqueens
