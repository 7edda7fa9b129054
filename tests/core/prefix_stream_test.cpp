// The prefix stream: orbits are covered once; any place is found.

#include "core/prefix_stream.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/sequence.hpp"
#include "support/boards.hpp"

namespace nqueens {
namespace {

constexpr Problem queens(int n) {
  return {.n = n};
}
constexpr Symmetry modes[] = {Symmetry::none, Symmetry::mirror, Symmetry::full};
constexpr LineOrder orders[] = {LineOrder::rows, LineOrder::fewest};

std::vector<Prefix> all_prefixes(const Problem& problem, Symmetry symmetry, int depth,
                                 LineOrder order = LineOrder::rows) {
  PrefixStream stream(problem, symmetry, depth, order);
  std::vector<Prefix> prefixes;
  Prefix prefix;
  while (stream.next(prefix)) {
    prefixes.push_back(prefix);
  }
  return prefixes;
}

std::string describe(const Problem& problem, Symmetry symmetry, int depth) {
  return to_string(problem) + " symmetry=" + std::string(to_string(symmetry)) +
         " depth=" + std::to_string(depth);
}

bool same(const Prefix& left, const Prefix& right) {
  return left.placement.rows == right.placement.rows &&
         left.placement.columns == right.placement.columns &&
         left.placement.diagonals == right.placement.diagonals &&
         left.placement.antidiagonals == right.placement.antidiagonals &&
         left.weight == right.weight;
}

/// The symmetries of a mode, each as the map from a solution to its image.
std::vector<test::Solution> images_of(const test::Solution& solution, Symmetry symmetry,
                                      Board board) {
  const int n = static_cast<int>(solution.size());
  const int shifts = board == Board::torus && symmetry == Symmetry::full ? n : 1;
  std::vector<test::Solution> images;
  for (int index = 0; index < 8; ++index) {
    if ((symmetry_group(symmetry) >> index & 1) == 0) {
      continue;
    }
    for (int shift = 0; shift < shifts * shifts; ++shift) {
      test::Solution image(solution.size());
      for (int row = 0; row < n; ++row) {
        const Square square =
            Isometry(index)(n, {row, solution[static_cast<std::size_t>(row)]}, board);
        image[static_cast<std::size_t>((square.row + shift / shifts) % n)] =
            (square.column + shift % shifts) % n;
      }
      images.push_back(image);
    }
  }
  return images;
}

void expect_orbits_once(const Problem& problem, Symmetry symmetry,
                        const std::vector<test::Solution>& solutions,
                        const std::vector<Prefix>& prefixes) {
  std::map<test::Solution, std::pair<std::uint64_t, std::uint64_t>> orbits;  // size, weighted hits
  for (const test::Solution& solution : solutions) {
    const std::vector<test::Solution> images =
        images_of(solution, symmetry, problem.info().moves.board);
    auto& [size, hits] = orbits[*std::min_element(images.begin(), images.end())];
    ++size;
    for (const Prefix& prefix : prefixes) {
      hits += test::extends(solution, prefix) ? prefix.weight : 0;
    }
  }
  for (const auto& [smallest, orbit] : orbits) {
    EXPECT_EQ(orbit.first, orbit.second)
        << to_string(problem) << " symmetry=" << to_string(symmetry) << " " << prefixes.size()
        << " prefixes";
  }
}

/// The weights of an orbit's solutions add up to the size of the orbit.
TEST(PrefixStream, CoversEachOrbitOfSolutionsExactlyOnce) {
  for (const auto& [largest, sequence] : test::small_boards()) {
    for (int n = 1; n <= std::min(largest, 12) && !info_of(sequence).by_row; ++n) {
      const Problem problem{.n = n, .sequence = sequence};
      const std::vector<test::Solution> solutions = test::all_solutions(problem);
      if (solutions.size() > 1000) {
        break;
      }
      for (const Symmetry symmetry : modes) {
        for (const int depth : {0, 2, 3, n}) {
          if (depth > n || !cut_limits(problem).allows(symmetry)) {
            continue;
          }
          for (const LineOrder order : orders) {
            expect_orbits_once(problem, symmetry, solutions,
                               all_prefixes(problem, symmetry, depth, order));
          }
        }
      }
    }
  }
}

TEST(PrefixStream, WithoutSymmetryPrefixesDisjointlyCoverAllSolutions) {
  const int n = 8;
  const auto prefixes = all_prefixes(queens(n), Symmetry::none, 3);
  for (const test::Solution& solution : test::all_solutions(queens(n))) {
    EXPECT_EQ(std::count_if(prefixes.begin(), prefixes.end(),
                            [&](const Prefix& prefix) { return test::extends(solution, prefix); }),
              1);
  }
}

TEST(PrefixStream, RestartedAtAnyOrdinalGivesTheSamePrefixes) {
  test::SeededRandom random;
  for (const int n : {1, 4, 9, 14, 15}) {
    for (const Symmetry symmetry : modes) {
      const LineOrder order = orders[n % 2];
      const int depth = std::min(n, 4);
      const std::vector<Prefix> prefixes = all_prefixes(queens(n), symmetry, depth, order);
      for (int trial = 0; trial < 50; ++trial) {
        const std::uint64_t ordinal = random() % (prefixes.size() + 2);
        PrefixStream stream(queens(n), symmetry, depth, order);
        const std::uint64_t skipped = stream.skip(ordinal);
        ASSERT_EQ(skipped, std::min<std::uint64_t>(ordinal, prefixes.size()));
        ASSERT_EQ(stream.ordinal(), skipped);
        for (std::uint64_t i = skipped; i < std::min<std::uint64_t>(skipped + 5, prefixes.size());
             ++i) {
          Prefix prefix;
          ASSERT_TRUE(stream.next(prefix));
          ASSERT_TRUE(same(prefix, prefixes[i]))
              << describe(queens(n), symmetry, depth) << " ordinal " << i;
        }
      }
    }
  }
}

TEST(PrefixStream, SkippingInManyStepsArrivesAtTheEnd) {
  PrefixStream stream(queens(12), Symmetry::full, 5);
  const std::uint64_t total = all_prefixes(queens(12), Symmetry::full, 5).size();
  std::uint64_t passed = 0;
  while (const std::uint64_t skipped = stream.skip(7)) {
    passed += skipped;
  }
  EXPECT_EQ(passed, total);
}

/// A prefix and those below it are one stream at two depths.
TEST(PrefixStream, IsRefinedByTheDeeperOneOfItsOrder) {
  for (const auto& [largest, sequence] : test::small_boards()) {
    const Problem problem{.n = std::min(largest, 10), .sequence = sequence};
    for (const LineOrder order : orders) {
      const Symmetry symmetry = cut_limits(problem).symmetry;
      const std::vector<Prefix> deeper = all_prefixes(problem, symmetry, 7, order);
      std::size_t at = 0;
      for (const Prefix& above : all_prefixes(problem, symmetry, 4, order)) {
        PrefixStream below(problem, above, 7, order);
        for (Prefix prefix; below.next(prefix); ++at) {
          ASSERT_LT(at, deeper.size());
          ASSERT_TRUE(same(prefix, deeper[at])) << to_string(problem);
        }
      }
      EXPECT_EQ(at, deeper.size()) << to_string(problem);
    }
  }
}

TEST(PrefixStream, HoldsAtLeastDepthQueensAndNoneAttackEachOther) {
  for (const Symmetry symmetry : modes) {
    for (const Prefix& prefix : all_prefixes(queens(11), symmetry, 6)) {
      EXPECT_GE(prefix.placement.queens(), 6);
      EXPECT_EQ(std::popcount(prefix.placement.columns), prefix.placement.queens());
      EXPECT_EQ(std::popcount(prefix.placement.diagonals), prefix.placement.queens());
      EXPECT_EQ(std::popcount(prefix.placement.antidiagonals), prefix.placement.queens());
    }
  }
}

TEST(PrefixStream, ReachesTheLastRowAndColumnOfTheLargestBoard) {
  PrefixStream stream(queens(max_board), Symmetry::full, 5);
  LineSet rows = 0;
  LineSet columns = 0;
  Prefix prefix;
  for (int i = 0; i < 100'000 && stream.next(prefix); ++i) {
    rows |= prefix.placement.rows;
    columns |= prefix.placement.columns;
  }
  EXPECT_EQ(rows, all_lines(max_board));
  EXPECT_EQ(columns, all_lines(max_board));
}

/// The empty board is a prefix, and the only one of depth 0 without symmetry.
TEST(PrefixStream, CountsAlsoAPrefixWithoutQueens) {
  PrefixStream stream(queens(5), Symmetry::none, 0);
  Prefix prefix;
  EXPECT_EQ(stream.ordinal(), 0U);
  EXPECT_TRUE(stream.next(prefix));
  EXPECT_EQ(stream.ordinal(), 1U);
  EXPECT_EQ(prefix.placement.queens(), 0);
  EXPECT_FALSE(stream.next(prefix));
  EXPECT_EQ(stream.ordinal(), 1U);
  EXPECT_EQ(stream.skip(1), 0U);
}

/// The first solution of 31 rows from the top is a long way off.
TEST(PrefixStream, AsksByStepsWhetherToGoOn) {
  int asked = 0;
  const auto twice = [&asked] { return ++asked < 3; };
  PrefixStream walked({.n = 31}, Symmetry::none, 31, LineOrder::rows, twice);
  Prefix prefix;
  EXPECT_THROW(walked.next(prefix), WalkStopped);
  EXPECT_EQ(asked, 3);
  PrefixStream skipped({.n = 31}, Symmetry::none, 31, LineOrder::rows, [] { return false; });
  EXPECT_THROW(skipped.skip(1), WalkStopped);
}

}  // namespace
}  // namespace nqueens
