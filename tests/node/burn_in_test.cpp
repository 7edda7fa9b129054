// The burn-in passes kernels that count right, and names those that do not.

#include "node/burn_in.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <memory>
#include <optional>
#include <regex>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "kernel/every_kernel.hpp"
#include "support/spoilt_kernel.hpp"
#include "support/text.hpp"

namespace nqueens {
namespace {

using test::matches;

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
  EXPECT_NE(mismatch(1), mismatch(3));
}

/// Counts for as long as it may.
class EndlessKernel final : public Kernel {
 public:
  using Kernel::Kernel;
  [[nodiscard]] std::uint64_t nodes() const noexcept override { return 0; }

 private:
  bool complete(const Placement& /*placement*/, std::span<std::uint64_t> /*counts*/,
                const KeepGoing& keep_going) noexcept override {
    while (keep_going()) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return false;
  }
};

TEST(BurnIn, EndsInTimeWhateverAKernelCounts) {
  KernelEntry endless = choose_kernel("scalar");
  endless.name = "endless";
  endless.make = [make = endless.make,
                  batches = 0](const Problem& problem) mutable -> std::unique_ptr<Kernel> {
    return batches++ == 0 ? make(problem) : std::make_unique<EndlessKernel>(problem);
  };
  const auto [report, lines, progress] =
      burn_in_of({choose_kernel("plain"), endless}, {.kernels = {}, .seconds = 0.5});
  EXPECT_GE(report.kernels[1].comparisons, 16U);
  EXPECT_EQ(report.first_mismatch, std::nullopt);
}

/// Among these batches are some whose plain search would take hours.
TEST(BurnIn, GivesUpATreeThatIsMuchTooLarge) {
  std::atomic<int> batches = 0;
  KernelEntry plain = choose_kernel("plain");
  plain.make = [make = plain.make, &batches](const Problem& problem) {
    ++batches;
    return make(problem);
  };
  Requests requests;
  const auto stop_after_some = [&](double, const std::string&) {
    requests.stop_signal = batches > 300 ? SIGTERM : 0;
  };
  const BurnInReport report =
      burn_in({.kernels = {&plain}, .seconds = 1e6, .seed = 22}, requests,
              {.mismatch = [](const std::string&) {}, .progress = stop_after_some});
  EXPECT_EQ(report.first_mismatch, std::nullopt);
  EXPECT_GT(report.kernels[0].comparisons, 200 * 16U);
  EXPECT_LT(report.kernels[0].nodes, 20'000'000U);
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
