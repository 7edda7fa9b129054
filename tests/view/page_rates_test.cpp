// The rates of the page's chart.

#include <gtest/gtest.h>

#include <cstdint>

#include "support/log.hpp"
#include "view/page.hpp"

namespace nqueens {
namespace {

using test::Log;

/// Two workers whose results take ten minutes each and come a second apart.
TEST(RunPage, ARateIsSteadyThoughResultsComeRarely) {
  Log log;
  log.start({2});
  std::uint64_t count = 0;
  for (int second = 1; second <= 3900; ++second) {
    const bool has_result = second % 600 < 2 && second >= 600;
    count += has_result ? 6'000'000 : 0;
    ++log.time;
    ++log.seconds;
    log.add(RunRate{.now = {.share_done = 1e-15 * static_cast<double>(count),
                            .count = count,
                            .seconds = log.seconds,
                            .workers = 2},
                    .units = has_result ? 1U : 0,
                    .busy = has_result ? 600.0 : 0,
                    .lengths = has_result ? LengthHistogram{{9, 1}} : LengthHistogram{}});
  }
  const Json facts = json_of(RunPage{.name = "n28.ckpt", .history = log.history});
  const Json& rates = facts.at("rates");
  ASSERT_GE(rates.size(), 3U);
  EXPECT_EQ(rates[0].at("counted_per_second"), nullptr) << "where the run begins";
  EXPECT_EQ(rates[0].at("to_seconds"), 0);
  for (std::size_t i = 1; i < rates.size(); ++i) {
    EXPECT_DOUBLE_EQ(rates[i].at("counted_per_second"), 20'000);
    EXPECT_EQ(rates[i].at("from_seconds"), rates[i - 1].at("to_seconds"));
  }
  EXPECT_EQ(rates.back().at("to_seconds"), 3900) << "also after the last result";
  EXPECT_DOUBLE_EQ(rates.back().at("done_share"), 1e-15 * static_cast<double>(count));
}

/// The state at the finish has all workers idle, who were at work until then.
TEST(RunPage, TheLastStepHasItsRate) {
  const auto last_rate = [](const Log& log) {
    return json_of(RunPage{.name = {}, .history = log.history})
        .at("rates")
        .back()
        .at("counted_per_second")
        .get<double>();
  };
  const auto idle_share = [](const Log& log) {
    return json_of(RunPage{.name = {}, .history = log.history})
        .at("use")
        .at("idle_share")
        .get<double>();
  };
  const auto at_finish = [](double seconds, std::uint64_t count, double busy) {
    return RunRate{
        .now = {.share_done = 1, .count = count, .seconds = seconds, .workers = 4, .idle = 4},
        .units = 10,
        .busy = busy};
  };
  Log log;
  log.start({4});
  log.add(at_finish(0.5, 1000, 0.1));
  log.add(RunFinish{.result = "{}"});
  EXPECT_DOUBLE_EQ(last_rate(log), 2000) << "a count of one step";
  EXPECT_DOUBLE_EQ(idle_share(log), 0) << "they were at work until the finish";
  log = {};
  log.start({4});
  log.rate(60, 0.5, 6000);  // three workers in 180 s
  log.add(at_finish(120, 12'000, 240));
  EXPECT_DOUBLE_EQ(last_rate(log), 0) << "it is not finished";
  EXPECT_DOUBLE_EQ(idle_share(log), 0.625);
  log.add(RunFinish{.result = "{}"});
  EXPECT_DOUBLE_EQ(last_rate(log), 6000.0 / 240 * 3) << "as many are at work as before";
  EXPECT_DOUBLE_EQ(idle_share(log), 0.25);
}

}  // namespace
}  // namespace nqueens
