// The engine that visits the solutions of a model, how searches are counted and stopped, and the n
// queens by constraint programming.
#include <gtest/gtest.h>

#include <algorithm>
#include <gecode/int.hh>
#include <memory>
#include <set>
#include <stdexcept>
#include <vector>

#include "boards/puzzles/depth_first.hpp"
#include "boards/puzzles/models.hpp"
#include "boards/solutions.hpp"
#include "boards/solutions/solution.hpp"

namespace nqueens {
namespace {

TEST(Search, CountsItsNodesAndNeverGoesOnAfterANo) {
  int asked = 0;
  Search search(1, [&](std::uint64_t nodes) {
    ++asked;
    return nodes < 3;
  });
  EXPECT_TRUE(search.go_on());
  EXPECT_TRUE(search.go_on());
  EXPECT_FALSE(search.stopped());
  EXPECT_FALSE(search.go_on());
  EXPECT_FALSE(search.go_on());
  EXPECT_TRUE(search.stopped());
  EXPECT_EQ(search.nodes(), 4U);
  EXPECT_EQ(asked, 3);
  Search unasked;
  EXPECT_TRUE(unasked.go_on());
  EXPECT_EQ(unasked.threads(), 1);
}

/// Permutations of n numbers, by pairs that differ.
class Permutations final : public Gecode::Space {
 public:
  explicit Permutations(int n) : numbers_(*this, n, 0, n - 1) {
    Gecode::distinct(*this, numbers_);
    Gecode::branch(*this, numbers_, Gecode::INT_VAR_NONE(), Gecode::INT_VAL_MIN());
  }
  Permutations(Permutations& other) : Space(other) { numbers_.update(*this, other.numbers_); }
  Space* copy() override { return new Permutations(*this); }

  [[nodiscard]] std::vector<int> numbers() const {
    std::vector<int> values;
    for (int i = 0; i < numbers_.size(); ++i) {
      values.push_back(numbers_[i].val());
    }
    return values;
  }

 private:
  Gecode::IntVarArray numbers_;
};

template <class Visit>
SearchEnd visit_permutations(int n, Search& search, Visit visit) {
  return visit_solutions(std::make_unique<Permutations>(n), search, visit);
}

TEST(DepthFirst, VisitsEverySolutionOnceOnAnyNumberOfThreads) {
  for (const int threads : {1, 2, 3}) {
    Search search(threads);
    std::set<std::vector<int>> seen;
    int visits = 0;
    EXPECT_EQ(visit_permutations(6, search,
                                 [&](const Permutations& solution) {
                                   ++visits;
                                   seen.insert(solution.numbers());
                                   return true;
                                 }),
              SearchEnd::complete);
    EXPECT_EQ(visits, 720);
    EXPECT_EQ(seen.size(), 720U);
    EXPECT_GE(search.nodes(), 720U);
  }
}

/// A search that ends although a thread has work left loses solutions on a busy machine only, so it
/// is tried often.
TEST(DepthFirst, LosesNoSolutionHoweverItsThreadsTakeTurns) {
  for (int round = 0; round < 400; ++round) {
    Search search(3 + round % 3);
    int visits = 0;
    ASSERT_EQ(visit_permutations(7, search,
                                 [&](const Permutations&) {
                                   ++visits;
                                   return true;
                                 }),
              SearchEnd::complete);
    ASSERT_EQ(visits, 5040) << search.threads() << " threads, round " << round;
  }
}

/// A visitor that throws on one thread ends the others, which may be waiting for work.
TEST(DepthFirst, EndsAllThreadsWhereOneFails) {
  for (int round = 0; round < 50; ++round) {
    Search search(4);
    int visits = 0;
    EXPECT_THROW(visit_permutations(6, search,
                                    [&](const Permutations&) -> bool {
                                      if (++visits == 100) {
                                        throw std::runtime_error("left");
                                      }
                                      return true;
                                    }),
                 std::runtime_error);
    EXPECT_EQ(visits, 100);
  }
}

TEST(DepthFirst, VisitsInOrderOnOneThread) {
  Search search;
  std::vector<std::vector<int>> seen;
  visit_permutations(5, search, [&](const Permutations& solution) {
    seen.push_back(solution.numbers());
    return true;
  });
  EXPECT_EQ(seen.size(), 120U);
  EXPECT_TRUE(std::is_sorted(seen.begin(), seen.end()));
}

TEST(DepthFirst, EndsWhereTheVisitorHasEnough) {
  for (const int threads : {1, 3}) {
    Search search(threads);
    int visits = 0;
    EXPECT_EQ(visit_permutations(6, search, [&](const Permutations&) { return ++visits < 3; }),
              SearchEnd::enough);
    EXPECT_EQ(visits, 3);
    EXPECT_FALSE(search.stopped());
  }
}

TEST(DepthFirst, StopsWhenItIsToldTo) {
  for (const int threads : {1, 2}) {
    Search search(threads, [](std::uint64_t nodes) { return nodes < 100; });
    const auto all = [](const Permutations&) { return true; };
    EXPECT_EQ(visit_permutations(15, search, all), SearchEnd::stopped);
    const std::uint64_t nodes = search.nodes();
    EXPECT_EQ(visit_permutations(3, search, all), SearchEnd::stopped);
    EXPECT_EQ(search.nodes(), nodes) << "a stopped search searches again";
  }
}

TEST(DepthFirst, PassesOnWhatTheVisitorThrows) {
  for (const int threads : {1, 2}) {
    Search search(threads);
    EXPECT_THROW(
        visit_permutations(8, search,
                           [](const Permutations&) -> bool { throw std::runtime_error("left"); }),
        std::runtime_error);
  }
}

TEST(DepthFirst, ProvesThatThereIsNoSolution) {
  Search search(2);
  auto root = std::make_unique<Permutations>(4);
  root->fail();
  EXPECT_EQ(visit_solutions(std::move(root), search, [](const Permutations&) { return true; }),
            SearchEnd::complete);
}

using Solutions = std::vector<std::vector<Row>>;

Solutions constrained(int n, int threads = 1) {
  Solutions solutions;
  Search search(threads);
  EXPECT_EQ(visit_queens(n, search,
                         [&](Rows rows) {
                           solutions.emplace_back(rows.begin(), rows.end());
                           return true;
                         }),
            SearchEnd::complete);
  return solutions;
}

TEST(ConstrainedQueens, AreAllSolutionsOnce) {
  for (int n = 1; n <= 9; ++n) {
    Solutions solutions = constrained(n);
    std::ranges::sort(solutions);
    EXPECT_EQ(solutions, test::searched(n)) << n << " rows";
  }
}

TEST(ConstrainedQueens, ComeInTheSameOrderEachTime) {
  EXPECT_EQ(constrained(8), constrained(8));
  Solutions together = constrained(8, 2);
  Solutions alone = constrained(8);
  std::ranges::sort(together);
  std::ranges::sort(alone);
  EXPECT_EQ(together, alone) << "on two threads there are others";
}

/// Dead ends on every size would show that a tie is broken badly.
TEST(ConstrainedQueens, HaveASolutionSoonOnEveryBoard) {
  std::vector<int> sizes = {499, 500, 501, max_constrained_queens};
  for (int n = 4; n <= 130; ++n) {
    sizes.push_back(n);
  }
  for (const int n : sizes) {
    bool found = false;
    Search search(1, [](std::uint64_t nodes) { return nodes < 50'000; });
    EXPECT_EQ(visit_queens(n, search,
                           [&](Rows rows) {
                             found = true;
                             EXPECT_FALSE(find_fault(static_cast<std::uint64_t>(n), rows)) << n;
                             return false;
                           }),
              SearchEnd::enough)
        << n << " rows";
    EXPECT_TRUE(found) << n << " rows";
  }
}

}  // namespace
}  // namespace nqueens
