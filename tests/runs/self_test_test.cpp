#include "nqueens/run/self_test.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <regex>
#include <stdexcept>
#include <string>

#include "kernel/every_kernel.hpp"
#include "nqueens/core/known_counts.hpp"
#include "support/count_board.hpp"

namespace nqueens {
namespace {

constexpr Problem torus(int n) {
  return {.n = n, .board = Board::torus, .quantity = Quantity::solutions};
}

constexpr Problem placements(int n) {
  return {.n = n, .board = Board::square, .quantity = Quantity::placements};
}

class EveryTestedKernel : public test::KernelTest {};

TEST_P(EveryTestedKernel, PassesOnBoardsOfEverySize) {
  for (int n = 1; n <= max_board; ++n) {
    for (const Problem& problem : {Problem{.n = n}, torus(n), placements(n)}) {
      EXPECT_NO_THROW(make_tested_kernel(GetParam(), problem)) << to_string(problem);
    }
  }
}

TEST_P(EveryTestedKernel, CountsRightAfterwards) {
  EXPECT_EQ(test::count_board(*make_tested_kernel(GetParam(), {.n = 9}), 9, Symmetry::full, 0),
            *known_solutions(9));
}

INSTANTIATE_TEST_SUITE_P(Kernels, EveryTestedKernel, testing::ValuesIn(test::supported_kernels()),
                         test::name_of_kernel);

/// Counts as the scalar kernel does, but for one more on the last row where a prefix is broken.
template <bool (*IsBroken)(const Problem&, int prefix)>
class BrokenKernel final : public Kernel {
 public:
  explicit BrokenKernel(const Problem& problem)
      : Kernel(problem), problem_(problem), scalar_(choose_kernel("scalar").make(problem)) {}

  [[nodiscard]] std::uint64_t nodes() const noexcept override { return scalar_->nodes(); }

  static std::unique_ptr<Kernel> make(const Problem& problem) {
    return std::make_unique<BrokenKernel>(problem);
  }

 private:
  bool complete(const Placement& placement, std::span<std::uint64_t> counts,
                const KeepGoing& keep_going) noexcept override {
    const Prefix prefix{.placement = placement};
    const bool counted = scalar_->count({&prefix, 1}, counts, keep_going);
    counts.back() += IsBroken(problem_, prefixes_++) ? 1 : 0;
    return counted;
  }

  Problem problem_;
  std::unique_ptr<Kernel> scalar_;
  int prefixes_ = 0;
};

/// What the self-test of such a kernel says.
template <bool (*IsBroken)(const Problem&, int prefix)>
std::string fault_of(const Problem& problem) {
  const KernelEntry entry{.name = "broken",
                          .search = "scalar",
                          .instruction_set = "any",
                          .summary = "a kernel with a fault",
                          .processor_can = [] { return true; },
                          .make = BrokenKernel<IsBroken>::make};
  try {
    make_tested_kernel(entry, problem);
    return "passed";
  } catch (const std::runtime_error& error) {
    return error.what();
  }
}

bool on_one_prefix(const Problem& /*problem*/, int prefix) {
  return prefix == 17;
}

bool on_large_boards(const Problem& problem, int prefix) {
  return problem.n > 20 && prefix == 3;
}

bool nowhere(const Problem& /*problem*/, int /*prefix*/) {
  return false;
}

testing::AssertionResult matches(const std::string& text, const std::string& pattern) {
  if (std::regex_match(text, std::regex(pattern))) {
    return testing::AssertionSuccess();
  }
  return testing::AssertionFailure() << "'" << text << "' does not match " << pattern;
}

TEST(SelfTest, NamesThePrefixAndBothCounts) {
  const std::string failed = "kernel broken failed its self-test: it ";
  EXPECT_TRUE(matches(fault_of<on_one_prefix>({.n = 8}),
                      failed + R"(counts \d+ where scalar counts \d+, below prefix 17 of n=\d+)"));
  EXPECT_TRUE(matches(fault_of<on_one_prefix>(torus(8)),
                      failed + R"(counts \d+ where scalar counts \d+, below prefix 17 of n=\d+ torus)"));
  EXPECT_TRUE(matches(
      fault_of<on_one_prefix>(placements(8)),
      failed + R"(counts \d+ where scalar counts \d+ on row (\d+), below prefix 17 of n=\1 placements)"));
}

TEST(SelfTest, FindsWhatIsWrongOnTheBoardOfTheJobAlone) {
  for (const Problem& problem : {Problem{.n = 27}, torus(23), placements(21)}) {
    EXPECT_TRUE(
        matches(fault_of<on_large_boards>(problem), ".* below random prefix 3 of " + to_string(problem)));
  }
  EXPECT_EQ(fault_of<on_large_boards>({.n = 20}), "passed");
}

TEST(SelfTest, PassesWhatIsWrongNowhere) {
  EXPECT_EQ(fault_of<nowhere>({.n = 27}), "passed");
}

}  // namespace
}  // namespace nqueens
