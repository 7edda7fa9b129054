// The state of a run: to JSON and back, and as text.

#include "report/live.hpp"

#include <gtest/gtest.h>

#include <string>

namespace nqueens {
namespace {

LiveReport example() {
  return {.host = "n1",
          .process = 4711,
          .started_at = 1000,
          .updated_at = 2000,
          .saved_at = 1990,
          .next_save_at = 2050,
          .share_done = 0.25,
          .tasks = 40,
          .tasks_done = 9,
          .count = "123456789012345678901",
          .rate = 3.1e8,
          .time_left = "3:07 min left",
          .eta_seconds = 187,
          .workers = 3,
          .lost = 1,
          .groups = {{.rank = 0,
                      .workers = 2,
                      .host = "n1",
                      .kernel = "avx512:expand",
                      .units = 7,
                      .busy_seconds = 30,
                      .heard = 1995},
                     {.rank = 1, .workers = 1, .host = "n2", .kernel = "avx2"}}};
}

TEST(LiveReport, ComesBackFromJson) {
  EXPECT_EQ(live_from_json(to_json(example())), example());
  EXPECT_EQ(live_from_json(to_json(LiveReport{})), LiveReport{});
}

TEST(LiveReport, IsNothingForOtherText) {
  for (const char* text : {"", "{", "{}", "[]", "null", "{\"host\":1}", "\xff"}) {
    EXPECT_EQ(live_from_json(text), std::nullopt) << text;
  }
  const std::string whole = to_json(example());
  EXPECT_EQ(live_from_json(whole.substr(0, whole.size() / 2)), std::nullopt);
}

TEST(LiveReport, SaysWhoRunsAndWhatWasSaved) {
  const std::string text = to_text(example(), 2);
  EXPECT_NE(text.find(" on n1, process 4711; seen 2.00 s ago\n"), std::string::npos) << text;
  EXPECT_NE(text.find("25.0 % of the expected work, 9 of 40 tasks, 3:07 min left\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("12 s ago, next in 50 s\n"), std::string::npos) << text;
  EXPECT_NE(text.find("3, 1 lost\n"), std::string::npos) << text;
  EXPECT_NE(text.find("0     n1                  avx512:expand          2           7     0.00699  "
                      "       30 s"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("none yet\n"), std::string::npos) << text;
}

}  // namespace
}  // namespace nqueens
