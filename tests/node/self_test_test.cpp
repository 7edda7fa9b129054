// Kernels that count right pass their self-test, and spoilt ones do not.

#include "node/self_test.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/sequence.hpp"
#include "kernel/every_kernel.hpp"
#include "nqueens/error.hpp"
#include "support/boards.hpp"
#include "support/count_board.hpp"
#include "support/spoilt_kernel.hpp"
#include "support/text.hpp"

namespace nqueens {
namespace {

using test::matches;

constexpr Problem amazons(int n) {
  return {.n = n, .sequence = Sequence::amazons};
}
constexpr Problem torus(int n) {
  return {.n = n, .sequence = Sequence::torus};
}

constexpr Problem placements(int n) {
  return {.n = n, .sequence = Sequence::placements};
}

class EveryTestedKernel : public test::KernelTest {};

#ifdef NDEBUG
constexpr int step = 1;
#else
constexpr int step = 5;  // to 31, which sanitizers do in seconds
#endif

TEST_P(EveryTestedKernel, PassesOnBoardsOfEverySize) {
  for (int n = 1; n <= max_board; n += step) {
    for (const Sequence sequence : test::every_sequence()) {
      const Problem problem{.n = n, .sequence = sequence};
      if (GetParam().counts(sequence)) {
        EXPECT_NO_THROW(make_tested_kernel(GetParam(), problem)) << to_string(problem);
      }
    }
  }
}

TEST_P(EveryTestedKernel, CountsRightAfterwards) {
  EXPECT_EQ(
      test::count_board(*make_tested_kernel(GetParam(), {.n = 9}), {.n = 9}, Symmetry::full, 0),
      *known_count({.n = 9}));
}

INSTANTIATE_TEST_SUITE_P(Kernels, EveryTestedKernel, testing::ValuesIn(test::supported_kernels()),
                         test::name_of_kernel);

/// The self-test's verdict on a scalar kernel with one more on the last row of a prefix.
/// @param least_n  the fault is on boards of so many rows or more
std::string fault_of(const Problem& problem, int broken_prefix, int least_n = 1) {
  KernelEntry entry = test::spoilt(choose_kernel("scalar"), [=] {
    return [=, prefix = 0](const Problem& counted, std::span<std::uint64_t> counts,
                           std::uint64_t&) mutable {
      counts.back() += counted.n >= least_n && prefix++ == broken_prefix ? 1 : 0;
    };
  });
  entry.name = "broken";
  try {
    make_tested_kernel(entry, problem);
    return "passed";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::wrong_answer);
    return error.what();
  }
}

TEST(SelfTest, NamesThePrefixAndBothCounts) {
  const std::string failed = "kernel broken failed its self-test: it ";
  EXPECT_TRUE(matches(fault_of({.n = 8}, 17),
                      failed + R"(counts \d+ where scalar counts \d+, below prefix 17 of n=\d+)"));
  EXPECT_TRUE(
      matches(fault_of(torus(8), 17),
              failed + R"(counts \d+ where scalar counts \d+, below prefix 17 of n=\d+ torus)"));
  EXPECT_TRUE(matches(
      fault_of(placements(8), 17),
      failed +
          R"(counts \d+ where scalar counts \d+ on row (\d+), below prefix 17 of n=\1 placements)"));
}

TEST(SelfTest, FindsWhatIsWrongOnTheBoardOfTheJobAlone) {
  for (const Problem& problem : {Problem{.n = 27}, torus(23), placements(21), amazons(27)}) {
    EXPECT_TRUE(
        matches(fault_of(problem, 3, 20), ".* below random prefix 3 of " + to_string(problem)));
  }
  EXPECT_EQ(fault_of({.n = 19}, 3, 20), "passed");
}

}  // namespace
}  // namespace nqueens
