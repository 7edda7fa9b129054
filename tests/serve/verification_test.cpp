// What verify prints: confirmations, conflicts, how sure the sample makes; and what goes on while
// prefixes are walked.

#include "run/verification.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <bit>
#include <chrono>
#include <cstdint>
#include <string>
#include <thread>

#include "run/notice.hpp"

namespace nqueens {
namespace {

/// The share of all samples of this size that meet one of the first `wrong` units.
double share_that_notices(unsigned units, unsigned sample, unsigned wrong) {
  std::uint64_t samples = 0;
  std::uint64_t noticing = 0;
  for (std::uint64_t set = 0; set < std::uint64_t{1} << units; ++set) {
    if (std::popcount(set) == static_cast<int>(sample)) {
      ++samples;
      noticing += (set & ((std::uint64_t{1} << wrong) - 1)) != 0 ? 1 : 0;
    }
  }
  return static_cast<double>(noticing) / static_cast<double>(samples);
}

/// Workers leave if they hear nothing for two minutes, and a walk may take longer.
TEST(WithNotice, CallsMeanwhileWhileItWorks) {
  std::atomic<int> calls = 0;
  int notices = 0;
  const auto waits_for_calls = [&calls] {
    for (int i = 0; i < 6000 && calls < 2; ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return calls.load();
  };
  EXPECT_GE(with_notice(
                waits_for_calls, [&] { ++notices; }, [&] { ++calls; }),
            2);
  EXPECT_EQ(notices, 1);
}

TEST(LeastWrongNoticed, IsWhatAllSamplesOfSmallNumbersShow) {
  for (const unsigned units : {1U, 2U, 7U, 12U, 16U}) {
    for (unsigned sample = 1; sample <= units; ++sample) {
      unsigned least = 1;
      while (share_that_notices(units, sample, least) < 0.95 - 1e-12) {
        ++least;
      }
      EXPECT_EQ(min_wrong_noticed(units, sample), least) << sample << " of " << units;
    }
  }
}

TEST(LeastWrongNoticed, IsOneForAllAndNothingForNone) {
  EXPECT_EQ(min_wrong_noticed(10'000'000, 10'000'000), 1U);
  EXPECT_EQ(min_wrong_noticed(3465, 0), std::nullopt);
}

/// A task on which two counts agree and, unless both are settled, another on which no two do.
VerifyReport repaired_report(bool both_settled) {
  VerifyReport report{.file = "n13.ckpt", .problem = {.n = 13}, .units = 100, .chosen = 20};
  report.checked = 20;
  report.confirmed = 18;
  const OriginId a = report.origins.add({.kernel = "avx512", .host = "a"});
  const OriginId b = report.origins.add({.kernel = "avx2", .host = "b"});
  const Vote five{.record = {.count_low = 5, .nodes = 10, .origin = a}};
  const Vote six{.record = {.count_low = 6, .nodes = 10, .origin = b}};
  report.conflicts = {{.unit = {.task = 17}, .votes = {six, five, five}, .winner = 1},
                      {.unit = {.task = 40, .slice = 3}, .votes = {six, five}, .winner = {}}};
  if (both_settled) {
    report.conflicts.pop_back();
  }
  report.repaired = true;
  return report;
}

TEST(VerifyReport, SaysOfARepairWhatNoTwoAgreeOn) {
  EXPECT_FALSE(repaired_report(true).has_open_conflict());
  EXPECT_EQ(to_text(repaired_report(true)),
            "18 of 100 tasks confirmed\n"
            "CONFLICT: task 17: 6 (10 nodes) by avx2 on b, 5 (10 nodes) by avx512 on a, 5 (10 "
            "nodes) by avx512 on "
            "a; two agree on 5\n"
            "n13.ckpt is repaired: it holds the counts that two agree on\n");
  EXPECT_TRUE(repaired_report(false).has_open_conflict());
  const std::string text = to_text(repaired_report(false));
  EXPECT_NE(
      text.find(
          "CONFLICT: slice 3 of task 40: 6 (10 nodes) by avx2 on b, 5 (10 nodes) by avx512 on a\n"),
      std::string::npos)
      << text;
  EXPECT_TRUE(text.ends_with("two agree on; 'nqueens resume' counts anew where no two do\n"))
      << text;
}

TEST(VerifyReport, NamesWhatWasCountedAgain) {
  VerifyReport report{.file = "n13.cert", .problem = {.n = 13}, .is_certificate = true, .units = 3};
  report.confirmed = 2;
  const OriginId a = report.origins.add({.kernel = "avx2", .host = "a"});
  report.conflicts = {{.unit = {.task = 1},
                       .votes = {{.record = {.count_low = 5, .nodes = 7}},
                                 {.record = {.count_low = 6, .nodes = 8, .origin = a}}},
                       .winner = {}}};
  EXPECT_EQ(to_text(report),
            "2 of 3 tasks confirmed\n"
            "CONFLICT: task 1: 5 (7 nodes) by the certificate, 6 (8 nodes) by avx2 on a\n");
  EXPECT_NE(to_json(report).find(R"("origin":"the certificate")"), std::string::npos);
}

TEST(VerifyReport, LeansOnNodesOnlyIfTheyAreThoseOfThisSearch) {
  VerifyReport report{
      .file = "n13.cert", .problem = {.n = 13}, .is_certificate = true, .units = 300};
  report.checked = report.confirmed = 19;
  report.draws = 20;
  report.seed = "1";
  const std::string start = "19 of 300 tasks confirmed (20 draws, seed '1'): if ";
  const std::string end = " wrong, this would have shown with a probability of 95 %\n";
  EXPECT_EQ(to_text(report), start +
                                 "tasks with more than 25.9 % of the work, as the author's "
                                 "nodes say, or more than 25.9 % of all tasks, were" +
                                 end);
  report.nodes_differ = 1;
  EXPECT_EQ(to_text(report), start + "more than 25.9 % of all tasks were" + end +
                                 "nodes differ in 1 of 19 tasks: another search counted them, or "
                                 "they are false; the share of tasks alone counts\n");
}

}  // namespace
}  // namespace nqueens
