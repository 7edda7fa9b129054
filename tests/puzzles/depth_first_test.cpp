// The engine that visits the solutions of a model, and how searches are counted and stopped.

#include "boards/puzzles/depth_first.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <gecode/int.hh>
#include <memory>
#include <set>
#include <stdexcept>
#include <vector>

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
}

TEST(Search, GoesOnWhereNobodyIsAsked) {
  Search search;
  EXPECT_TRUE(search.go_on());
  EXPECT_EQ(search.threads(), 1);
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

TEST(DepthFirst, VisitsEverySolutionOnceOnAnyNumberOfThreads) {
  for (const int threads : {1, 2, 3}) {
    Search search(threads);
    std::set<std::vector<int>> seen;
    int visits = 0;
    EXPECT_EQ(visit_solutions(std::make_unique<Permutations>(6), search,
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
    ASSERT_EQ(visit_solutions(std::make_unique<Permutations>(7), search,
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
    EXPECT_THROW(visit_solutions(std::make_unique<Permutations>(6), search,
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
  visit_solutions(std::make_unique<Permutations>(5), search, [&](const Permutations& solution) {
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
    EXPECT_EQ(visit_solutions(std::make_unique<Permutations>(6), search,
                              [&](const Permutations&) { return ++visits < 3; }),
              SearchEnd::enough);
    EXPECT_EQ(visits, 3);
    EXPECT_FALSE(search.stopped());
  }
}

TEST(DepthFirst, StopsWhenItIsToldTo) {
  for (const int threads : {1, 2}) {
    Search search(threads, [](std::uint64_t nodes) { return nodes < 100; });
    const auto all = [](const Permutations&) { return true; };
    EXPECT_EQ(visit_solutions(std::make_unique<Permutations>(15), search, all), SearchEnd::stopped);
    const std::uint64_t nodes = search.nodes();
    EXPECT_EQ(visit_solutions(std::make_unique<Permutations>(3), search, all), SearchEnd::stopped);
    EXPECT_EQ(search.nodes(), nodes) << "a stopped search searches again";
  }
}

TEST(DepthFirst, PassesOnWhatTheVisitorThrows) {
  for (const int threads : {1, 2}) {
    Search search(threads);
    EXPECT_THROW(
        visit_solutions(std::make_unique<Permutations>(8), search,
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

}  // namespace
}  // namespace nqueens
