// The library: what its headers promise to other programs.

#include <gtest/gtest.h>

#include <stdexcept>

#include "nqueens/count.hpp"
#include "nqueens/estimate.hpp"
#include "nqueens/solutions.hpp"
#include "support/boards.hpp"

namespace nqueens {
namespace {

TEST(Library, CountsEverySequenceOnThreads) {
  for (const Problem& problem : test::small_boards()) {
    const auto counted = count(problem.n, problem.sequence, {.threads = 3, .kernel = "scalar"});
    EXPECT_EQ(counted, known_count(problem.n, problem.sequence)) << to_string(problem);
  }
}

TEST(Library, TellsHowFarACountIsAndEndsIfTold) {
  int calls = 0;
  double last = 0;
  const auto watch = [&](double share_done) {
    EXPECT_GE(share_done, last);
    last = share_done;
    return ++calls < 3;
  };
  EXPECT_EQ(count(24, Sequence::queens, {.threads = 1, .progress = watch}), std::nullopt);
  EXPECT_GE(calls, 3);
  EXPECT_LT(last, 0.5);
}

/// Boards that would take hours.
TEST(Library, ThrowsAtOnceWhatProgressThrows) {
  const auto fail = [](const auto&) -> bool { throw std::domain_error("mine"); };
  EXPECT_THROW(count(24, Sequence::queens, {.threads = 2, .progress = fail}), std::domain_error);
  EXPECT_THROW(
      estimate(27, Sequence::queens, {.threads = 2, .rounds = 1'000'000'000, .progress = fail}),
      std::domain_error);
}

TEST(Library, EstimatesABoardAndEndsIfTold) {
  const Estimate found = estimate(20, Sequence::queens, {.threads = 2, .rounds = 8});
  EXPECT_NEAR(found.count.estimate, 39'029'188'884, 0.2 * 39'029'188'884);
  EXPECT_EQ(found.rounds, 8U);
  const auto no = [](const Estimate&) { return false; };
  EXPECT_FALSE(estimate(27, Sequence::queens, {.rounds = 1'000'000'000, .progress = no}).whole);
}

TEST(Library, VisitsConstructsAndChecksSolutions) {
  int solutions = 0;
  for_each_solution(8, [&](Rows rows) {
    EXPECT_EQ(why_no_solution(rows), std::nullopt);
    return ++solutions < 50;
  });
  EXPECT_EQ(solutions, 50);
  for (const std::uint64_t n : {1U, 4U, 14U, 1000U}) {
    EXPECT_EQ(why_no_solution(construct(n)), std::nullopt) << n;
  }
  EXPECT_TRUE(construct(3).empty());
  EXPECT_EQ(why_no_solution(std::vector<Row>{0, 1}),
            "the queens at column 1, row 1 and column 2, row 2 are on the same diagonal");
  EXPECT_EQ(why_no_solution(std::vector<Row>{7}),
            "the queen at column 1, row 8 is off the 1 x 1 board");
  EXPECT_EQ(why_no_solution(std::vector<Row>{0xFFFFFFFF}),
            "the queen at column 1, row above 1000000000 is off the 1 x 1 board");
}

TEST(Library, RefusesWhatIsOutOfRange) {
  EXPECT_THROW(count(0), std::runtime_error);
  EXPECT_THROW(count(33), std::runtime_error);
  EXPECT_THROW(known_count(0), std::runtime_error);
  constexpr auto no_sequence = static_cast<Sequence>(255);
  EXPECT_THROW(count(8, no_sequence), std::runtime_error);
  EXPECT_THROW(known_count(8, no_sequence), std::runtime_error);
  EXPECT_THROW(estimate(8, no_sequence), std::runtime_error);
  EXPECT_THROW(count(8, Sequence::queens, {.threads = -1}), std::runtime_error);
  EXPECT_THROW(count(8, Sequence::queens, {.threads = 4097}), std::runtime_error);
  EXPECT_THROW(count(8, Sequence::queens, {.kernel = "fast"}), std::runtime_error);
  EXPECT_THROW(estimate(0), std::runtime_error);
  EXPECT_THROW(for_each_solution(65, [](Rows) { return true; }), std::runtime_error);
  EXPECT_THROW(construct(0), std::runtime_error);
}

}  // namespace
}  // namespace nqueens
