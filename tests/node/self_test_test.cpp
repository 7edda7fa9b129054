// Kernels that count right pass their self-test and burn-in, and spoilt ones do not.

#include "node/self_test.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <cstdint>
#include <functional>
#include <regex>
#include <span>
#include <stdexcept>
#include <string>
#include <thread>
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

// --- The burn-in

/// The findings and messages of a burn-in.
struct Outcome {
  BurnInReport report;
  std::vector<std::string> lines;
  std::string progress;
};

Outcome burn_in_of(const std::vector<KernelEntry>& entries, BurnInOptions options,
                   int stop_signal = 0) {
  for (const KernelEntry& entry : entries) {
    options.kernels.push_back(&entry);
  }
  Requests requests;
  requests.stop_signal = stop_signal;
  Outcome outcome;
  outcome.report =
      burn_in(options, requests,
              {.mismatch = [&](const std::string& line) { outcome.lines.push_back(line); },
               .progress = [&](double, const std::string& text) { outcome.progress = text; }});
  return outcome;
}

/// The scalar kernel, wrong once for each kernel made, which is once for each batch.
KernelEntry spoilt_scalar(const test::Spoil& spoil) {
  return test::spoilt(choose_kernel("scalar"), [spoil] {
    return [spoil, prefix = 0](const Problem& problem, std::span<std::uint64_t> counts,
                               std::uint64_t& nodes) mutable {
      if (prefix++ == 5) {
        spoil(problem, counts, nodes);
      }
    };
  });
}

TEST(BurnIn, ComparesEveryKernelAndFindsNothingWrong) {
  const auto [report, lines, progress] =
      burn_in_of(test::supported_kernels(), {.kernels = {}, .threads = 2, .seconds = 0.5});
  EXPECT_EQ(report.kernels.size(), test::supported_kernels().size());
  for (const KernelComparisons& kernel : report.kernels) {
    EXPECT_GE(kernel.comparisons, 2 * 16U) << kernel.kernel;
    EXPECT_GT(kernel.seconds, 0) << kernel.kernel;
    EXPECT_EQ(kernel.mismatches, 0U) << kernel.kernel;
  }
  EXPECT_FALSE(report.first_mismatch);
  EXPECT_TRUE(lines.empty()) << lines.front();
  EXPECT_TRUE(matches(progress, R"([\d.]+ s of 0\.50 s: \d+ comparisons, 0 mismatches)"));
}

TEST(BurnIn, ComparesAKernelAlone) {
  for (const KernelEntry& entry : test::supported_kernels()) {
    const auto [report, lines, progress] = burn_in_of({entry}, {.kernels = {}, .seconds = 0.1});
    ASSERT_EQ(report.kernels.size(), 1U);
    EXPECT_GE(report.kernels.front().comparisons, 16U) << entry.name;
    EXPECT_FALSE(report.first_mismatch) << *report.first_mismatch;
  }
}

TEST(BurnIn, NamesTheKernelTheProcessorAndBothCountsOfAMismatch) {
  KernelEntry broken = spoilt_scalar(
      [](const Problem&, std::span<std::uint64_t> counts, std::uint64_t&) { counts.back() += 1; });
  broken.name = "broken";
  const auto [report, lines, progress] =
      burn_in_of({choose_kernel("plain"), broken}, {.kernels = {}, .seconds = 0.1});
  EXPECT_EQ(report.kernels[0].mismatches, 0U);
  EXPECT_GE(report.kernels[1].mismatches, 1U);
  ASSERT_TRUE(report.first_mismatch);
  EXPECT_TRUE(matches(
      *report.first_mismatch,
      R"(kernel broken on processor \d+ of \S+ counts \d+ where scalar counts \d+( on row \d+)?, )"
      R"(below random prefix 5 of n=\d+.* \(thread 0, batch \d+\))"));
  EXPECT_EQ(lines.front(), "mismatch: " + *report.first_mismatch);
  EXPECT_LE(lines.size(), 11U);
}

TEST(BurnIn, ComparesTheNodesOfKernelsOfOneSearch) {
  const KernelEntry broken = spoilt_scalar(
      [](const Problem&, std::span<std::uint64_t>, std::uint64_t& nodes) { ++nodes; });
  const auto [report, lines, progress] =
      burn_in_of({choose_kernel("plain"), broken}, {.kernels = {}, .seconds = 0.1});
  EXPECT_GE(report.kernels[1].mismatches, 1U);
  ASSERT_TRUE(report.first_mismatch);
  EXPECT_TRUE(matches(
      *report.first_mismatch,
      R"(kernel scalar on .* visits \d+ nodes where \S+ visits \d+, below 16 random prefixes .*)"));
}

TEST(BurnIn, ComparesTheSamePrefixesAgainForTheSameSeed) {
  const KernelEntry broken = spoilt_scalar(
      [](const Problem&, std::span<std::uint64_t> counts, std::uint64_t&) { counts.back() += 1; });
  const auto mismatch = [&broken](std::uint64_t seed) {
    const auto [report, lines, progress] =
        burn_in_of({choose_kernel("plain"), broken}, {.kernels = {}, .seconds = 0, .seed = seed});
    return std::regex_replace(report.first_mismatch.value_or(""), std::regex("processor \\d+"), "");
  };
  EXPECT_NE(mismatch(1), "");
  EXPECT_EQ(mismatch(1), mismatch(1));
  EXPECT_NE(mismatch(1), mismatch(2));
}

TEST(BurnIn, EndsWhenAskedToButHasComparedEveryKernel) {
  const auto [report, lines, progress] = burn_in_of(
      test::supported_kernels(), {.kernels = {}, .threads = 2, .seconds = 3600}, SIGTERM);
  EXPECT_LT(report.seconds, 60);
  for (const KernelComparisons& kernel : report.kernels) {
    EXPECT_GE(kernel.comparisons, 2 * 16U) << kernel.kernel;
  }
}

}  // namespace
}  // namespace nqueens
