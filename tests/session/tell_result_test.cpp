// What the log of the program says of a result.

#include <gtest/gtest.h>

#include <string>

#include "judge/finished.hpp"
#include "session/tell.hpp"
#include "support/captured_log.hpp"
#include "support/counted.hpp"
#include "support/text.hpp"

namespace nqueens {
namespace {

using test::has;

struct Result {
  RunResult result = judge(test::counted(test::eight()), nullptr).result;
  [[nodiscard]] std::string said(bool has_checkpoint = true) const {
    return test::logged_by([&] { log_result(result, has_checkpoint); });
  }
};

TEST(Tell, SaysWhatIsCounted) {
  const Result counted;
  EXPECT_EQ(counted.said(),
            "info counted 92 solutions for n=8 in 2.00 s, 1.50 s of kernel time\n"
            "info the count agrees with OEIS A000170\n");
}

TEST(Tell, SaysWhatAPartComesTo) {
  Result counted;
  counted.result.part = "2/3";
  counted.result.tasks = 2;
  EXPECT_EQ(counted.said(),
            "info part 2/3 is counted: the sum of its 2 tasks is 92; 'nqueens merge' joins the "
            "parts\n");
  EXPECT_EQ(counted.said(false),
            "info part 2/3 is counted: the sum of its 2 tasks is 92; --checkpoint FILE keeps it "
            "for 'nqueens merge'\n");
}

TEST(Tell, SaysWhatWasCountedTwice) {
  Result counted;
  counted.result.tasks = 5;
  counted.result.tasks_confirmed = 1;
  counted.result.runs.check_seconds = 0.15;
  EXPECT_TRUE(has(counted.said(),
                  "info 1 of 5 tasks was counted twice and agrees; that took 0.15 s of kernel time "
                  "(10.00 %)\n"));
  counted.result.tasks_confirmed = 2;
  counted.result.runs.kernel_seconds = 0;
  EXPECT_TRUE(has(counted.said(),
                  "info 2 of 5 tasks were counted twice and agree; that took 0.15 s of kernel time "
                  "(0.00 %)\n"));
}

TEST(Tell, SaysWhatTheSecondCountSays) {
  Result counted;
  const Job again = test::eight(3);
  counted.result.second = {.job = again, .count = Count{92}, .agrees = true};
  const std::string same = "info the second count, by another decomposition (" +
                           describe_cut(again) + "), is the same\n";
  EXPECT_TRUE(has(counted.said(), same));
  counted.result.second->agrees = false;
  counted.result.fault = "adds up to 92, but its second count is 93";
  EXPECT_FALSE(has(counted.said(), same));
  EXPECT_TRUE(has(counted.said(), "error the count adds up to 92, but its second count is 93\n"));
  EXPECT_FALSE(has(counted.said(), "agrees with"));
}

TEST(Tell, SaysThatNoNumberIsPublished) {
  Result counted;
  counted.result.agrees.reset();
  EXPECT_TRUE(has(counted.said(),
                  "info no published count to compare with: OEIS A000170 does not have n=8\n"));
  EXPECT_FALSE(has(counted.said(), "symmetric solutions"));
  counted.result.fundamental = Count{12};
  EXPECT_TRUE(has(counted.said(), "info the count fits the number of symmetric solutions\n"));
}

TEST(Tell, SaysWhoWasLostAndWhatWasDisputed) {
  Result counted;
  EXPECT_FALSE(has(counted.said(), "warning"));
  counted.result.runs.lost_workers = 1;
  counted.result.runs.disputes = 1;
  EXPECT_TRUE(has(counted.said(), "warning 1 worker was lost; others counted its tasks\n"));
  EXPECT_TRUE(
      has(counted.said(),
          "warning 1 task was counted with different results; further counts settled it\n"));
  counted.result.runs.lost_workers = 2;
  counted.result.runs.disputes = 2;
  EXPECT_TRUE(has(counted.said(), "warning 2 workers were lost; others counted their tasks\n"));
  EXPECT_TRUE(
      has(counted.said(),
          "warning 2 tasks were counted with different results; further counts settled them\n"));
}

TEST(Tell, NamesWhatIsCounted) {
  Result counted;
  counted.result.count = Count{1};
  EXPECT_TRUE(has(counted.said(), "counted 1 solution for n=8 in "));
  counted.result.job.problem.sequence = Sequence::placements;
  counted.result.count = Count{7};
  EXPECT_TRUE(has(counted.said(), "info counted 7 placements for n=8 in "));
  EXPECT_TRUE(has(counted.said(), "info with mirror images counted once: 4\n"));
  counted.result.job.problem.sequence = Sequence::torus;
  EXPECT_TRUE(has(counted.said(), " solutions for n=8 torus in ")) << counted.said();
}

}  // namespace
}  // namespace nqueens
