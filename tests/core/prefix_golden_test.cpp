// The prefixes that checkpoints rely on, by golden numbers; and the lines that slices fill, by the
// words that say which.

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <tuple>
#include <vector>

#include "core/prefix_stream.hpp"
#include "support/boards.hpp"
#include "support/golden_prefixes.hpp"

namespace nqueens {
namespace {

std::string line_of(const std::string& what, PrefixStream stream) {
  test::PrefixSum sum;
  for (Prefix prefix; stream.next(prefix);) {
    sum.add(prefix);
  }
  return what + ": " + sum.line() + "\n";
}

std::string whole_stream(const Problem& problem, Symmetry symmetry, int depth, LineOrder order) {
  return line_of(to_string(problem) + " symmetry=" + std::string(to_string(symmetry)) + " depth=" +
                     std::to_string(depth) + (order == LineOrder::fewest ? " order=fewest" : ""),
                 PrefixStream(problem, symmetry, depth, order));
}

/// Prefixes of small boards, of every symmetry and of several depths; and of large boards some.
std::string prefixes_of_jobs(LineOrder order) {
  std::string lines;
  for (const Sequence sequence : test::every_sequence()) {
    for (const int n : {1, 4, 7, 8, 11, 12}) {
      const Problem problem{.n = n, .sequence = sequence};
      for (const Symmetry symmetry : {Symmetry::none, Symmetry::mirror, Symmetry::full}) {
        for (const int depth : {0, 2, 5}) {
          if (cut_limits(problem).allows(symmetry) && depth <= n) {
            lines += whole_stream(problem, symmetry, depth, order);
          }
        }
      }
    }
  }
  for (const auto& [n, sequence, symmetry, depth] :
       std::vector<std::tuple<int, Sequence, Symmetry, int>>{
           {17, Sequence::queens, Symmetry::full, 0},
           {18, Sequence::queens, Symmetry::full, 0},
           {18, Sequence::queens, Symmetry::full, 5},
           {16, Sequence::queens, Symmetry::mirror, 3},
           {32, Sequence::queens, Symmetry::none, 2},
           {22, Sequence::torus, Symmetry::full, 0},
           {23, Sequence::torus, Symmetry::full, 0},
           {18, Sequence::amazons, Symmetry::full, 0},
           {24, Sequence::placements, Symmetry::mirror, 3}}) {
    lines += whole_stream({.n = n, .sequence = sequence}, symmetry, depth, order);
  }
  return lines;
}

/// What slices are cut from: the prefixes below some prefixes of a job.
std::string prefixes_below() {
  std::string lines;
  for (const Sequence sequence : test::every_sequence()) {
    for (const int n : {6, 9, 12, 15, 18}) {
      const Problem problem{.n = n, .sequence = sequence};
      for (const int depth : {5, 6, 8}) {
        for (const LineOrder order : {LineOrder::rows, LineOrder::fewest}) {
          test::PrefixSum sum;
          PrefixStream above(problem, cut_limits(problem).symmetry, 4);
          for (Prefix prefix; depth <= n && above.next(prefix); above.skip(n < 12 ? 0 : 997)) {
            PrefixStream below(problem, prefix, depth, order);
            for (Prefix next; below.next(next);) {
              sum.add(next);
            }
            sum.end();
          }
          lines += "below prefixes of " + to_string(problem) +
                   " to depth=" + std::to_string(depth) +
                   (order == LineOrder::rows ? " from the top: " : " most constrained first: ") +
                   sum.line() + "\n";
        }
      }
    }
  }
  return lines;
}

TEST(PrefixStream, HasThePrefixesThatCheckpointsRelyOn) {
  test::expect_golden_of_revision("core", prefixes_of_jobs(LineOrder::rows) + prefixes_below() +
                                              prefixes_of_jobs(LineOrder::fewest));
}

/// "the open row or column with the fewest free squares; of several the nearest to the middle, rows
/// before columns, then the first", line by line and square by square.
BoardLine most_constrained_by_the_words(const Problem& problem, const Placement& placement) {
  const int n = problem.n;
  std::vector<std::tuple<int, int, int, int>> lines;  // free squares, from the middle, kind, number
  for (const bool is_column : {false, true}) {
    for (int number = 0; number < n; ++number) {
      const LineSet filled = is_column ? placement.columns : placement.rows;
      if ((filled >> number & 1U) != 0) {
        continue;
      }
      int free_squares = 0;
      for (int crossing = 0; crossing < n; ++crossing) {
        const int row = is_column ? crossing : number;
        const int column = is_column ? number : crossing;
        bool is_free = !test::attacks_its_images(problem, {row, column});
        for (int other = 0; other < n; ++other) {
          if ((placement.rows >> other & 1U) != 0) {
            const int queen = placement.queen_column[static_cast<std::size_t>(other)];
            is_free = is_free && other != row &&
                      !test::attack(problem, std::abs(row - other), column, queen);
          }
        }
        free_squares += is_free ? 1 : 0;
      }
      lines.emplace_back(free_squares, std::abs(2 * number - (n - 1)), is_column ? 1 : 0, number);
    }
  }
  const auto& [free_squares, away, kind, number] = *std::min_element(lines.begin(), lines.end());
  return {.is_column = kind == 1, .number = number};
}

TEST(NextLine, IsTheMostConstrainedByTheWordsOfLineOrder) {
  test::SeededRandom random;
  for (const Sequence sequence : test::every_sequence()) {
    for (int trial = 0; trial < 500; ++trial) {
      const Problem problem{.n = static_cast<int>(2 + random() % 15), .sequence = sequence};
      const int queens = static_cast<int>(random() % static_cast<unsigned>(problem.n));
      const Placement placement = test::random_prefix(problem, queens, random).placement;
      if (placement.queens() == problem.n) {
        continue;  // with a last orbit
      }
      const BoardLine line = next_line(problem.n, placement, LineOrder::fewest);
      const BoardLine expected = most_constrained_by_the_words(problem, placement);
      ASSERT_EQ(line.is_column, expected.is_column) << to_string(problem);
      ASSERT_EQ(line.number, expected.number) << to_string(problem);
    }
  }
}

TEST(NextLine, FromTheTopIsTheLowestOpenRow) {
  Placement placement;
  placement.toggle(8, {0, 3});
  placement.toggle(8, {2, 4});
  const BoardLine line = next_line(8, placement, LineOrder::rows);
  EXPECT_FALSE(line.is_column);
  EXPECT_EQ(line.number, 1);
}

}  // namespace
}  // namespace nqueens
