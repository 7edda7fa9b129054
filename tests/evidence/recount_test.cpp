// What counting again has shown: confirmations, conflicts, and how sure the sample makes.

#include "evidence/recount.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <string>

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

std::string text_of(const Recount& recount) {
  Findings findings;
  add_findings(recount, findings);
  std::string text;
  for (const Finding& each : findings.list()) {
    text += std::string(to_string(each.verdict)) + ": " + each.text + "\n";
  }
  return text;
}

ExitCode code_of(const Recount& recount) {
  Findings findings;
  add_findings(recount, findings);
  return findings.code();
}

/// A task on which two counts agree and, unless both are settled, another on which no two do.
Recount repaired(bool both_settled) {
  Recount recount{.file = "n13.ckpt", .units = 100, .chosen = 20, .checked = 20, .confirmed = 18};
  const OriginId a = recount.origins.add({.kernel = "avx512", .host = "a"});
  const OriginId b = recount.origins.add({.kernel = "avx2", .host = "b"});
  const Vote five{.record = {.count = 5, .nodes = 10, .origin = a}};
  const Vote six{.record = {.count = 6, .nodes = 10, .origin = b}};
  recount.conflicts = {{.unit = {.task = 17}, .votes = {six, five, five}, .winner = 1},
                       {.unit = {.task = 40, .slice = 3}, .votes = {six, five}, .winner = {}}};
  if (both_settled) {
    recount.conflicts.pop_back();
  }
  recount.repaired = true;
  return recount;
}

TEST(Recount, SaysOfARepairWhatNoTwoAgreeOn) {
  const std::string settled =
      "counted: CONFLICT: task 17: 6 (10 nodes) by avx2 on b, 5 (10 nodes) by avx512 on a, 5 (10 "
      "nodes) by avx512 on a; two agree on 5\n";
  const std::string written =
      "counted: is repaired: it holds the counts that two agree on; 'nqueens resume' counts the "
      "others anew, and writes the result\n";
  EXPECT_EQ(text_of(repaired(true)), "counted: 18 of 100 tasks confirmed\n" + settled + written);
  EXPECT_EQ(code_of(repaired(true)), ExitCode::done);
  EXPECT_EQ(text_of(repaired(false)),
            "disagrees: 18 of 100 tasks confirmed\n" + settled +
                "disagrees: CONFLICT: slice 3 of task 40: 6 (10 nodes) by avx2 on b, 5 (10 nodes) "
                "by avx512 on a\n" +
                written);
  EXPECT_EQ(code_of(repaired(false)), ExitCode::wrong_answer);
}

TEST(Recount, NamesHostsWhoseTasksWereAllCountedAgain) {
  Recount recount = repaired(true);
  recount.suspects = {"b"};
  EXPECT_NE(text_of(recount).find("said: everything that b had counted was counted again\n"),
            std::string::npos);
  recount.stopped = true;
  EXPECT_NE(text_of(recount).find("b had counted is suspect, and not all of it was counted again"),
            std::string::npos);
}

TEST(Recount, NamesWhatWasCountedAgain) {
  Recount recount{.file = "n13.cert", .units = 3, .confirmed = 2, .is_certificate = true};
  const OriginId a = recount.origins.add({.kernel = "avx2", .host = "a"});
  recount.conflicts = {{.unit = {.task = 1},
                        .votes = {{.record = {.count = 5, .nodes = 7}},
                                  {.record = {.count = 6, .nodes = 8, .origin = a}}},
                        .winner = {}}};
  EXPECT_EQ(text_of(recount),
            "disagrees: 2 of 3 tasks confirmed\n"
            "disagrees: CONFLICT: task 1: 5 (7 nodes) by the certificate, 6 (8 nodes) by avx2 on "
            "a\n");
  Findings findings;
  add_findings(recount, findings);
  const Json conflict = findings.list().back().detail.at("conflict");
  EXPECT_EQ(conflict.at("counts").at(0).at("origin"), "the certificate");
  EXPECT_EQ(conflict.at("counts").at(1).at("count"), "6");
  EXPECT_EQ(conflict.at("settled"), nullptr);
}

TEST(Recount, LeansOnNodesOnlyIfTheyAreThoseOfThisSearch) {
  Recount recount{.file = "n13.cert",
                  .units = 300,
                  .checked = 19,
                  .confirmed = 19,
                  .is_certificate = true,
                  .draws = 20,
                  .draws_by_nodes = 10,
                  .seed = "1"};
  const std::string start =
      "counted: 19 of 300 tasks confirmed (20 draws, seed '1'): a sample of this size misses "
      "an error in ";
  const std::string end = " once in 20 times\n";
  EXPECT_EQ(text_of(recount), start +
                                  "25.9 % of the tasks (or of the work, 25.9 %, if the author's "
                                  "NODES are true)" +
                                  end);
  recount.nodes_differ = 1;
  const std::string others =
      "said: nodes differ in 1 of 19 tasks: another search counted them, or they are false";
  EXPECT_EQ(text_of(recount),
            start + "25.9 % of the tasks" + end + others + "; the share of tasks alone counts\n");
  recount.draws_by_nodes = 0;
  EXPECT_EQ(text_of(recount), start + "13.9 % of the tasks" + end + others + "\n");
  Findings findings;
  add_findings(recount, findings);
  EXPECT_EQ(findings.list().front().detail.at("recount").at("noticed_with_95_percent"), 42);
}

TEST(Recount, SaysHowFarItCameIfItIsStopped) {
  const Recount recount{.file = "n13.ckpt",
                        .units = 300,
                        .chosen = 20,
                        .checked = 7,
                        .confirmed = 7,
                        .stopped = true};
  EXPECT_EQ(text_of(recount),
            "said: 7 of 300 tasks confirmed: 7 of the 20 drawn were counted before it was "
            "stopped\n");
  EXPECT_EQ(code_of(recount), ExitCode::runtime_error);
}

}  // namespace
}  // namespace nqueens
