// What the charts of merged parts show over time.

#include "report/run_series.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <utility>

namespace nqueens {
namespace {

constexpr double noon = 1'795'435'200;

void add(RunHistory& history, double time, decltype(RunEvent::body) body) {
  history.add(encode({.time = time, .body = std::move(body)}));
}

/// A run of one worker, which is never idle, with a result every ten seconds.
/// @param part  "1/2"; empty: the whole job
/// @param before  the share that is done before it
void add_run(RunHistory& history, const std::string& part, double begin, int seconds,
             std::uint64_t count, double before = 0) {
  add(history, begin, RunStart{.part = part, .before = {.share_done = before}, .ranks = {1}});
  for (int at = 10; at <= seconds; at += 10) {
    add(history, begin + at,
        RunRate{.now = {.seconds = 1.0 * at,
                        .share_done = before + (1 - before) * at / seconds,
                        .count = count * static_cast<unsigned>(at) / static_cast<unsigned>(seconds),
                        .workers = 1},
                .units = 1,
                .busy = 10});
  }
  add(history, begin + seconds, RunStop{.reason = "all of it is counted", .saved = true});
}

void add_file(RunHistory& history, const std::string& part, double begin, int seconds,
              std::uint64_t count) {
  add(history, begin + seconds, RunInput{.file = part, .started = begin, .ended = begin + seconds});
  add_run(history, part, begin, seconds, count);
}

/// The value of the last point at that time or before.
double value_at(const Series& series, double time) {
  double value = -1;
  for (const auto& [at, its_value] : series.points) {
    value = at <= time + 1e-6 ? its_value : value;
  }
  return value;
}

TEST(RunSeries, OfPartsAtOnceAddsUp) {
  RunHistory history;
  add_file(history, "2/2", noon + 50, 100, 2000);
  add_file(history, "1/2", noon, 100, 1000);  // the order of files is the user's
  add(history, noon + 100, RunIncident{.text = "worker 3 is lost"});
  history.place_parts();
  EXPECT_EQ(history.end(), 150);
  EXPECT_EQ(history.runs[0].begin, 50);
  EXPECT_EQ(history.runs[1].begin, 0);
  ASSERT_EQ(history.incidents.size(), 1U);
  EXPECT_EQ(history.incidents[0].at, 100);
  const auto [rate, work] = rate_and_work(history, 10);
  EXPECT_NEAR(value_at(rate, 45), 10, 1e-6);
  EXPECT_NEAR(value_at(rate, 75), 30, 1e-6);
  EXPECT_NEAR(value_at(rate, 145), 20, 1e-6);
  EXPECT_NEAR(value_at(work, 50), 0.25, 1e-6);
  EXPECT_NEAR(value_at(work, 100), 0.75, 1e-6);
  EXPECT_NEAR(value_at(work, 150), 1, 1e-6);
  EXPECT_EQ(why_no_work(history, 0), "");
}

TEST(RunSeries, OfPartsOneAfterTheOtherLeavesOutTheTimeBetween) {
  RunHistory history;
  add_file(history, "1/2", noon, 100, 1000);
  add_file(history, "2/2", noon + 86'400, 100, 2000);
  history.place_parts();
  EXPECT_EQ(history.end(), 200);
  const auto [rate, work] = rate_and_work(history, 10);
  EXPECT_NEAR(value_at(rate, 95), 10, 1e-6);
  EXPECT_NEAR(value_at(rate, 105), 20, 1e-6);
  EXPECT_NEAR(value_at(work, 100), 0.5, 1e-6);
  EXPECT_NEAR(value_at(work, 200), 1, 1e-6);
}

TEST(RunSeries, ARunOfTheMergedJobKnowsWhatWasDone) {
  RunHistory history;
  add_file(history, "1/4", noon, 100, 1000);
  add_file(history, "3/4", noon, 100, 1000);
  add_run(history, "", noon + 1000, 100, 2000, 0.5);
  history.place_parts();
  EXPECT_EQ(history.runs[1].input, 2U);
  EXPECT_EQ(history.runs[2].input, 0U);
  EXPECT_EQ(history.end(), 200);
  const Series work = rate_and_work(history, 10).second;
  EXPECT_NEAR(value_at(work, 100), 0.5, 1e-6);
  EXPECT_NEAR(value_at(work, 150), 0.75, 1e-6);
  EXPECT_EQ(why_no_work(history, 0), "");
}

TEST(RunSeries, OfAPartAndThenTheWholeJobIsOfTheWholeJob) {
  RunHistory history;
  add_run(history, "1/2", noon, 100, 1000);
  EXPECT_NEAR(value_at(rate_and_work(history, 10).second, 100), 1, 1e-6) << "a part alone";
  add_run(history, "", noon + 1000, 100, 1000, 0.5);
  history.place_parts();
  const Series work = rate_and_work(history, 10).second;
  EXPECT_NEAR(value_at(work, 90), 0.45, 1e-6);
  EXPECT_NEAR(value_at(work, 150), 0.75, 1e-6);
}

TEST(RunSeries, WorkThatDoesNotAddUpHasNoChart) {
  RunHistory same;
  RunHistory whole;
  RunHistory mixed;
  add_file(same, "1/2", noon, 100, 1000);
  add_file(same, "1/2", noon, 100, 1000);
  add_file(whole, "", noon, 100, 1000);
  add_file(whole, "", noon, 100, 1000);
  add_file(mixed, "1/2", noon, 100, 1000);
  add_file(mixed, "1/3", noon, 100, 1000);
  EXPECT_NE(why_no_work(same, 0).find("counted part 1/2, so"), std::string::npos);
  EXPECT_NE(why_no_work(whole, 0).find("counted the whole job, so"), std::string::npos);
  EXPECT_NE(why_no_work(mixed, 0).find("of different divisions of the job"), std::string::npos);
  RunHistory parts;
  add_file(parts, "1/2", noon, 100, 1000);
  EXPECT_EQ(why_no_work(parts, 0), "");
  EXPECT_NE(why_no_work(parts, 2).find("have no log of 2 starts"), std::string::npos);
}

}  // namespace
}  // namespace nqueens
