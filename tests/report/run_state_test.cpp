// The state of a job's runs, from events and from the lines of a log.

#include "report/run_state.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <utility>
#include <vector>

#include "support/log.hpp"
#include "support/text.hpp"

namespace nqueens {
namespace {

using test::Log;

constexpr double the_beginning = 1'795'435'200;

/// Events as runs tell them, with as many digits as a clock has.
class RandomRuns {
 public:
  explicit RandomRuns(std::uint64_t seed) : random_(seed) {}

  RunEvent next() {
    time_ += seconds();
    return {.time = time_, .body = body()};
  }

 private:
  decltype(RunEvent::body) body() {
    switch (number(has_begun_ ? 8 : 1)) {
      case 0:
        has_begun_ = true;
        return RunStart{.host = "node" + std::to_string(number(3)),
                        .before = {.share_done = 0.01 * seconds()},
                        .expected = {seconds(), seconds(), seconds()},
                        .start = number(9),
                        .ranks = std::vector<int>(number(4), 3)};
      case 1: return RunWorkers{.groups = {share(), share()}, .processors = {"Zen 5"}};
      case 2:
        return RunIncident{.kind = static_cast<RunIncident::Kind>(number(9)),
                           .text = "an incident",
                           .seconds = seconds()};
      case 3: return RunStop{.reason = "time limit", .saved = number(2) == 0};
      case 4: return RunFinish{.result = R"({"solutions":"1"})"};
      case 5: return RunInput{.file = "a.ckpt", .started = seconds(), .ended = seconds()};
      default:
        return RunRate{.now = {.share_done = 0.01 * seconds(),
                               .count = number(1'000'000),
                               .seconds = seconds(),
                               .workers = static_cast<int>(number(9))},
                       .units = number(99),
                       .confirmed = number(9),
                       .busy = seconds(),
                       .lengths = {{static_cast<int>(number(9)) - 4, number(99)}},
                       .ranks = {work(), work()},
                       .left_out = number(3)};
    }
  }
  WorkerShare share() {
    return {.rank = static_cast<int>(number(4)),
            .device = static_cast<int>(number(2)),
            .workers = static_cast<int>(number(9)),
            .host = "node" + std::to_string(number(3)),
            .kernel = number(2) == 0 ? "avx2" : "avx512"};
  }
  WorkerShare work() {
    return {.rank = static_cast<int>(number(4)),
            .device = static_cast<int>(number(2)),
            .units = number(99),
            .busy = seconds(),
            .processor = seconds(),
            .here = seconds()};
  }
  std::uint64_t number(std::uint64_t below) { return random_() % below; }
  double seconds() { return std::uniform_real_distribution<double>(0, 100)(random_); }

  std::mt19937_64 random_;
  double time_ = the_beginning;
  bool has_begun_ = false;
};

TEST(RunState, TimeBetweenStartsIsLeftOut) {
  const RunState history = test::two_starts().history;
  ASSERT_EQ(history.runs.size(), 2U);
  EXPECT_EQ(history.skipped, 0U);
  EXPECT_EQ(history.runs[0].end, 120);
  EXPECT_EQ(history.runs[1].begin, 120);
  EXPECT_EQ(history.runs[1].end, 180);
  EXPECT_EQ(history.runs[0].stop.reason, "time limit");
  EXPECT_TRUE(history.runs[1].finished);
  EXPECT_EQ(history.runs[0].points[1].counted, 1000);
  EXPECT_EQ(history.runs[1].points[0].counted, 1500) << "what the run before has counted is known";
  EXPECT_EQ(history.runs[0].shares.at({1, 0}).busy, 90);
  EXPECT_EQ(history.runs[0].shares.at({2, 0}).host, "node2");
  EXPECT_EQ(history.lengths.at(0), 36U);
  EXPECT_EQ(history.runs[0].points[1].seconds, 60);
  EXPECT_EQ(history.runs[1].points[0].seconds, 30) << "of this run";
  EXPECT_EQ(history.saves, 1U);
  EXPECT_EQ(history.save_seconds, 0.5);
  ASSERT_EQ(history.incidents.size(), 1U);
  EXPECT_EQ(history.incidents[0].at, 60);
}

/// A checkpoint does not know the starts that were killed before their first save.
TEST(RunState, EachStartHasANumberOfItsOwn) {
  RunState history;
  for (const std::uint64_t logged : {1U, 2U, 2U, 2U, 3U, 9U}) {
    history.read(encode({.time = 1, .body = RunStart{.start = logged}}));
  }
  std::vector<std::uint64_t> numbers;
  std::ranges::transform(history.runs, std::back_inserter(numbers),
                         [](const RunState::Run& run) { return run.number; });
  EXPECT_EQ(numbers, (std::vector<std::uint64_t>{1, 2, 3, 4, 5, 9}));
}

TEST(RunState, LinesThatCannotBeReadAreCounted) {
  Log log;
  log.history.read(R"({"time":"2026-11-23T)");
  log.rate(60, 0.5, 1);  // before any start
  log.history.read("");
  EXPECT_EQ(log.history.skipped, 2U);
  EXPECT_TRUE(log.history.runs.empty());
  log.start({1});
  log.history.read("{\"time\"");
  log.history.read(test::replaced(encode({.time = the_beginning, .body = RunRate{}}),
                                  "\"count\":\"0\"", "\"count\":\"nonsense\""));
  EXPECT_EQ(log.history.skipped, 4U);
  log.rate(60, 0.5, 0);
  EXPECT_EQ(log.history.runs[0].points[0].counted, 0);
}

TEST(RunState, IsTheSameFromEventsAndFromTheLinesOfThem) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    RandomRuns runs(seed);
    RunState told;
    RunState read;
    for (int i = 0; i < 40; ++i) {
      const RunEvent event = runs.next();
      told.apply(decode_run_event(encode(event)).value());
      read.read(encode(event));
      ASSERT_TRUE(told == read) << seed << ": " << encode(event);
    }
    EXPECT_EQ(told.skipped, 0U);
  }
}

TEST(RunState, ARankHasItsThreadsAndItsDevices) {
  RunState seen;
  seen.apply({.time = the_beginning, .body = RunStart{.ranks = {3}}});
  seen.apply({.time = the_beginning,
              .body = RunWorkers{
                  .groups = {{.workers = 2, .host = "node1", .kernel = "avx2"},
                             {.device = 1, .workers = 1, .host = "node1", .kernel = "opencl"},
                             {.workers = 1, .host = "node1", .kernel = "avx2"}}}});
  seen.apply({.time = the_beginning + 9,
              .body = RunRate{.now = {.seconds = 9},
                              .ranks = {{.units = 1, .busy = 4, .here = 18},
                                        {.device = 1, .units = 7, .busy = 8, .here = 9}}}});
  const RunState::Run& run = seen.runs.front();
  EXPECT_EQ(run.shares.size(), 2U);
  EXPECT_EQ(run.shares.at({0, 1}).busy, 8);
  EXPECT_EQ(run.by_rank(), (std::vector<WorkerShare>{{.workers = 3,
                                                      .host = "node1",
                                                      .kernel = "avx2,opencl",
                                                      .units = 8,
                                                      .busy = 12,
                                                      .here = 27}}))
      << "one that came back is no fourth worker";
}

/// A log may have lost the line of its workers.
TEST(RunState, AShareKnowsItsDeviceFromItsWorkersAndFromItsRates) {
  RunState seen;
  seen.apply({.time = the_beginning, .body = RunStart{}});
  seen.apply({.time = the_beginning, .body = RunWorkers{.groups = {{.rank = 3, .device = 1}}}});
  EXPECT_EQ(seen.runs.front().shares.at({3, 1}).device, 1);
  seen.apply({.time = the_beginning, .body = RunRate{.ranks = {{.rank = 4, .device = 2}}}});
  EXPECT_EQ(seen.runs.front().shares.at({4, 2}).device, 2);
  EXPECT_EQ(seen.runs.front().shares.at({4, 2}).rank, 4);
}

TEST(RunState, WorkersThatAreReadyHaveTheirPlaceBeforeTheirFirstResult) {
  RunState seen;
  seen.apply({.time = the_beginning, .body = RunStart{.ranks = {3}}});
  const WorkerShare ready{.rank = 1, .device = 2, .workers = 4, .host = "b", .kernel = "opencl"};
  seen.apply({.time = the_beginning, .body = RunWorkers{.groups = {ready}}});
  EXPECT_EQ(seen.runs[0].shares.at({1, 2}), ready);
  EXPECT_EQ(seen.runs[0].by_rank(), std::vector{ready}) << "of a rank that the start does not name";
}

TEST(RunState, IncidentsWithoutALineAreCounted) {
  Log log;
  log.start({1});
  log.add(RunRate{.left_out = 3});
  for (std::size_t i = 0; i < RunState::max_incidents + 2; ++i) {
    log.add(RunIncident{.text = "lost"});
  }
  EXPECT_EQ(log.history.incidents.size(), RunState::max_incidents);
  EXPECT_EQ(log.history.left_out, 5U);
}

TEST(LoadsOfHosts, AddWhatRunsDidAndNotHowManyTheyWere) {
  Log log;
  log.start({2, 3, 1});
  const auto ready = [&log](int rank, int workers, const char* host) {
    log.add(RunWorkers{.groups = {{.rank = rank, .workers = workers, .host = host}}});
  };
  ready(0, 2, "a");
  ready(1, 3, "a");
  ready(2, 1, "");
  log.rate(60, 0.5, 1, {{.rank = 0, .units = 1, .busy = 5}, {.rank = 2, .units = 9, .busy = 40}});
  log.start({4});
  ready(0, 4, "a");
  log.rate(60, 1, 2, {{.rank = 0, .units = 2, .busy = 7}});
  const std::vector<WorkerShare> loads = loads_of_hosts(log.history);
  ASSERT_EQ(loads.size(), 2U);
  EXPECT_EQ(loads[0].host, "unknown") << "who did most comes first";
  EXPECT_EQ(loads[1].host, "a");
  EXPECT_EQ(loads[1].ranks, 2);
  EXPECT_EQ(loads[1].workers, 5);
  EXPECT_EQ(loads[1].units, 3U);
  EXPECT_EQ(loads[1].busy, 12);
}

/// What status reads of a log.
TEST(RunState, ASkimmedLogHasTheLastWordOfItsRun) {
  RunState seen;
  const auto add = [&seen](decltype(RunEvent::body) body) {
    seen.read(encode({.time = the_beginning, .body = std::move(body)}), true);
  };
  add(RunStart{.before = {.tasks_done = 1}});
  add(RunRate{.now = {.tasks_done = 2}});
  EXPECT_EQ(seen.runs.back().now().tasks_done, 1U) << "rates are left out";
  add(RunNow{.now = {.tasks_done = 3}});
  EXPECT_EQ(seen.runs.back().said_at, the_beginning);
  EXPECT_EQ(seen.runs.back().now().tasks_done, 3U);
  add(RunIncident{});
  EXPECT_EQ(seen.runs.back().said_at, 0) << "the log goes on, so its state is no longer the last";
  EXPECT_TRUE(seen.incidents.empty());
  add(RunStop{.reason = "time limit"});
  EXPECT_EQ(seen.runs.back().stop.reason, "time limit");
  EXPECT_EQ(seen.skipped, 0U);
}

}  // namespace
}  // namespace nqueens
