// The states of checkpoints and of runs at work, as text and as JSON.

#include "view/status_report.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "core/number.hpp"
#include "report/version.hpp"
#include "support/text.hpp"

namespace nqueens {
namespace {

using Json = nlohmann::ordered_json;  // equal only in the same order

StatusReport half_of_eighteen() {
  return {.file = "n18.ckpt",
          .job = {.problem = {.n = 18}, .depth = 5},
          .all = {.tasks = 3465,
                  .tasks_done = 1722,
                  .tasks_confirmed = 17,
                  .tasks_in_progress = 2,
                  .slices = 120,
                  .slices_done = 57,
                  .count = Count(331'023'456),
                  .nodes = 5'000'000'000},
          .wanted = {.tasks = 3465, .tasks_done = 1722, .share_done = 0.5},
          .slices_bytes = 7000,
          .runs = {.starts = 2,
                   .elapsed_seconds = 41,
                   .kernel_seconds = 80,
                   .device_seconds = 20,
                   .lost_workers = 1,
                   .kernels = "scalar"},
          .saved_at = 1'795'233'720,
          .lock_holder = "h1, process 4711, seen 3.00 s ago",
          .eta_seconds = 187};
}

/// The run that works on half_of_eighteen().
LiveRun run_of_eighteen() {
  return {.run = {.start = {.host = "n1", .process = 4711},
                  .time = 1'795'233'000,
                  .state = {.now = {.tasks = 40,
                                    .tasks_done = 9,
                                    .share_done = 0.25,
                                    .count = *parse_count("123456789012345678901"),
                                    .seconds = 62,
                                    .workers = 3,
                                    .lost = 1},
                            .saved_at = 1'795'233'990,
                            .next_save_at = 1'795'234'050,
                            .groups = {{.rank = 0,
                                        .workers = 2,
                                        .host = "n1",
                                        .kernel = "avx512:expand",
                                        .units = 7,
                                        .busy = 30,
                                        .heard = 1'795'233'995},
                                       {.rank = 1, .workers = 1, .host = "n2", .kernel = "avx2"}}},
                  .said_at = 1'795'234'000},
          .age_seconds = 2};
}

TEST(StatusAsJson, HoldsEveryValueInItsOrderOnOneLine) {
  const std::string text = to_json(half_of_eighteen());
  EXPECT_EQ(text.find('\n'), std::string::npos);
  const Json json = Json::parse(text);
  const Json expected = {{"file", "n18.ckpt"},
                         {"live", nullptr},
                         {"second_count", nullptr},
                         {"n", 18},
                         {"board", "square"},
                         {"quantity", "solutions"},
                         {"chess_piece", "queen"},
                         {"solutions", "331023456"},
                         {"symmetry", "full"},
                         {"depth", 5},
                         {"finished", false},
                         {"part", nullptr},
                         {"part_tasks", nullptr},
                         {"tasks", 3465},
                         {"tasks_done", 1722},
                         {"tasks_confirmed", 17},
                         {"tasks_in_progress", 2},
                         {"slices", 120},
                         {"slices_done", 57},
                         {"slices_bytes", 7000},
                         {"percent", 50.0},
                         {"nodes", "5000000000"},
                         {"seconds", 41.0},
                         {"kernel_seconds", 80.0},
                         {"device_seconds", 20.0},
                         {"eta_seconds", 187.0},
                         {"starts", 2},
                         {"lost_workers", 1},
                         {"saved_at", 1'795'233'720},
                         {"kernel", "scalar"},
                         {"lock_holder", "h1, process 4711, seen 3.00 s ago"},
                         {"faults", Json::array()},
                         {"version", version()}};
  EXPECT_EQ(json, expected) << json;
}

TEST(Status, APartIsCompleteByItself) {
  StatusReport status = half_of_eighteen();
  status.part = Part{.index = 2, .parts = 3};
  status.wanted.tasks = 1723;
  EXPECT_TRUE(test::has(to_text(status), "part 2/3\n")) << to_text(status);
  EXPECT_TRUE(test::has(to_text(status), "1722 of 1723 tasks")) << to_text(status);
  EXPECT_TRUE(test::has(to_text(status), "at the rate so far")) << to_text(status);
  status.wanted.tasks = 1722;
  EXPECT_TRUE(test::has(to_text(status), "none, complete; 'nqueens merge' joins the parts"));
  EXPECT_TRUE(test::has(to_text(std::vector{status}), "complete, to be merged"));
  EXPECT_FALSE(test::has(to_text(std::vector{status}), "not running, "));
  const Json json = Json::parse(to_json(status));
  EXPECT_EQ(json.at("part"), "2/3");
  EXPECT_EQ(json.at("part_tasks"), 1722);
  EXPECT_EQ(json.at("finished"), false) << "the job is not";
}

TEST(StatusAsJson, HasNullForWhatIsUnknown) {
  StatusReport status = half_of_eighteen();
  status.lock_holder.reset();
  status.eta_seconds.reset();
  status.runs.kernels.clear();
  status.live.emplace().run.state.groups.emplace_back();
  const Json json = Json::parse(to_json(status));
  EXPECT_EQ(to_json(status).find("\"\""), std::string::npos) << "no text is empty";
  EXPECT_TRUE(json.at("live").at("saved_at").is_null());
  EXPECT_TRUE(json.at("live").at("groups").at(0).at("heard_at").is_null());
  EXPECT_TRUE(json.at("lock_holder").is_null());
  EXPECT_TRUE(json.at("eta_seconds").is_null());
}

TEST(StatusReport, HasThatOfTheSecondCountWithIt) {
  StatusReport status = half_of_eighteen();
  StatusReport& second = status.second.emplace_back(half_of_eighteen());
  second.job.depth = 6;
  const Json json = Json::parse(to_json(status));
  EXPECT_EQ(json["second_count"]["depth"], 6);
  EXPECT_NE(to_text(status).find("\nsecond count\n\n" + to_text(second)), std::string::npos);
}

TEST(StatusReport, OfARunAtWorkSaysFirstWhatItSays) {
  StatusReport status = half_of_eighteen();
  status.live = run_of_eighteen();
  EXPECT_EQ(to_text(status),
            "file:              n18.ckpt\n"
            "job:               n=18, symmetry full, depth 5\n"
            "done:              25.0 % of the work, 9 of 40 tasks\n"
            "time left:         3:06 min\n"
            "expected end:      " +
                format_time(1'795'234'186) +
                "\n"
                "solutions so far:  123456789012345678901, 1991 P/s\n"
                "this start:        " +
                format_time(1'795'233'000) +
                "\n"
                "running for:       16:42 min\n"
                "in use by:         h1, process 4711, seen 3.00 s ago\n"
                "workers:           3, 1 lost\n"
                "last save:         4:42 min ago, 50.0 %, next in 50 s\n"
                "all starts:        41 s in 2 saved starts, 17 tasks counted twice\n"
                "\n"
                "rank  workers  units  kernel time       heard  kernel         host\n"
                "   0        2      7         30 s  7.00 s ago  avx512:expand  n1\n"
                "   1        1      0       0.00 s    none yet  avx2           n2\n");
  const Json live = Json::parse(to_json(status))["live"];
  EXPECT_EQ(live["count"], "123456789012345678901");
  EXPECT_EQ(live["eta_seconds"], 186);
  EXPECT_EQ(live["time_left"], "3:06 min left");
  EXPECT_EQ(live["counted_per_second"], 123456789012345678901.0 / 62);
  EXPECT_EQ(live["groups"][0]["units"], 7);
  EXPECT_EQ(live["groups"][0]["kernel_seconds"], 30);
  EXPECT_EQ(live["groups"][0]["heard_at"], 1'795'233'995);
}

TEST(StatusReport, OfARunWithoutWorkersHasNoTableOfThem) {
  StatusReport status = half_of_eighteen();
  status.live = run_of_eighteen();
  status.live->run.state.groups.clear();
  EXPECT_TRUE(to_text(status).ends_with("17 tasks counted twice\n")) << to_text(status);
}

TEST(StatusReport, OfASecondCountAtWorkHasTheFirstInALine) {
  StatusReport status = half_of_eighteen();
  StatusReport& second = status.second.emplace_back(half_of_eighteen());
  second.live = run_of_eighteen();
  EXPECT_EQ(to_text(status), "first count:       331023456, 50.0 %\n\n" + to_text(second));
}

TEST(StatusReport, BeforeTheFirstResultOfARunHasTheRateOfThoseBefore) {
  StatusReport status = half_of_eighteen();
  status.live = run_of_eighteen();
  status.live->run.state.now.share_done = 0;
  status.live->run.state.now.count = 0;
  const std::string text = to_text(status);
  EXPECT_NE(text.find("time left:         3:07 min at the rate so far\n"), std::string::npos)
      << text;
  EXPECT_NE(text.find(", rate unknown\n"), std::string::npos) << text;
  EXPECT_EQ(text.find("expected end"), std::string::npos) << text;
}

TEST(StatusReport, OfARunOfAMonthHasRoomOn70Columns) {
  StatusReport status = half_of_eighteen();
  status.job = {.problem = {.n = 28}, .depth = 6, .order = LineOrder::fewest, .slice_depth = 9};
  status.lock_holder = "node1234, process 1234567, seen 12 s ago";
  status.live = run_of_eighteen();
  status.live->run.time -= 31 * 86'400;
  status.live->run.start.expected = {2.5e18, 2.4e18, 2.7e18};
  status.live->run.state.now = {.tasks = 6'647'956,
                                .tasks_done = 123'456,
                                .share_done = 0.0123456,
                                .count = 34'567'890'123'456'789,
                                .seconds = 31 * 86'400,
                                .workers = 100'000,
                                .lost = 1000};
  status.live->run.state.groups = {{.rank = 1000,
                                    .workers = 128,
                                    .host = "node1234",
                                    .kernel = "avx512:expand",
                                    .units = 1'234'567,
                                    .busy = 2e8}};
  std::istringstream lines(to_text(status));
  int seen = 0;
  for (std::string line; std::getline(lines, line); ++seen) {
    EXPECT_LE(line.size(), 70U) << line;
  }
  EXPECT_EQ(seen, 15);
}

TEST(JobList, HasALineForEachCount) {
  StatusReport live = half_of_eighteen();
  live.file = "runs/n18.part-1-of-2.ckpt";
  live.live = run_of_eighteen();
  live.live->run.state.now.count = 1'922'000'000;
  StatusReport stopped = half_of_eighteen();
  stopped.lock_holder.reset();
  StatusReport finished = stopped;
  finished.wanted.tasks_done = finished.wanted.tasks;
  finished.wanted.share_done = 1;
  finished.second.push_back(half_of_eighteen());
  finished.second[0].file = "n18.second.ckpt";
  finished.second[0].eta_seconds.reset();
  EXPECT_EQ(
      to_text({live, stopped, finished}),
      "job                     done    counted  time left  running\n"
      "n18.part-1-of-2.ckpt  25.0 %   31.0 M/s   3:06 min  3 workers on n1\n"
      "n18.ckpt              50.0 %  331023456   3:07 min  not running\n"
      "n18.ckpt               100 %  331023456   finished\n"
      "n18.second.ckpt       50.0 %  331023456    unknown  h1, process 4711, seen 3.00 s ago\n");
  const Json json = Json::parse(to_json(std::vector{live, finished}));
  ASSERT_EQ(json.size(), 2U);
  EXPECT_EQ(json[0], Json::parse(to_json(live)));
  EXPECT_EQ(json[1]["second_count"]["file"], "n18.second.ckpt");
  EXPECT_EQ(to_json(std::vector<StatusReport>{}), "[]");
}

TEST(StatusAsJson, SaysWhenTheJobIsFinished) {
  StatusReport status = half_of_eighteen();
  status.wanted.tasks_done = status.wanted.tasks;
  EXPECT_EQ(Json::parse(to_json(status)).at("finished"), true);
}

TEST(StatusAsJson, IsJsonForAnyFileName) {
  StatusReport status = half_of_eighteen();
  status.file = "quote\" backslash\\ newline\n latin1 \xe9.ckpt";
  EXPECT_EQ(Json::parse(to_json(status)).at("file"),
            "quote\" backslash\\ newline\n latin1 \xef\xbf\xbd.ckpt");
}

std::string line_of(const std::string& text, const std::string& name) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with(name + ":")) {
      return line.substr(line.find_first_not_of(' ', name.size() + 1));
    }
  }
  return "no line";
}

TEST(StatusAsText, SaysWhatAUserAsks) {
  const std::string text = to_text(half_of_eighteen());
  EXPECT_EQ(line_of(text, "file"), "n18.ckpt");
  EXPECT_EQ(line_of(text, "job"), "n=18, symmetry full, depth 5");
  EXPECT_EQ(line_of(text, "done"), "50.0 % of the work, 1722 of 3465 tasks");
  EXPECT_EQ(line_of(text, "in progress"), "2 tasks, 57 of 120 slices done (7 kB)");
  EXPECT_EQ(line_of(text, "solutions so far"), "331023456");
  EXPECT_EQ(line_of(text, "nodes so far"), "5000000000");
  EXPECT_EQ(line_of(text, "saved"), format_time(1'795'233'720));
  EXPECT_EQ(line_of(text, "elapsed"), "41 s in 2 saved starts");
  EXPECT_EQ(line_of(text, "kernel time"), "1:20 min (20 s on devices)");
  EXPECT_EQ(line_of(text, "time left"), "3:07 min at the rate so far");
  EXPECT_EQ(line_of(text, "kernels"), "scalar");
  EXPECT_EQ(line_of(text, "lost for good"), "1");
  EXPECT_EQ(line_of(text, "log of runs"), "no line");
  EXPECT_EQ(line_of(text, "in use by"), "h1, process 4711, seen 3.00 s ago");
}

TEST(StatusAsText, SaysWhatIsUnknown) {
  StatusReport status = half_of_eighteen();
  status.lock_holder.reset();
  status.eta_seconds.reset();
  status.runs.kernels.clear();
  status.runs.starts = 1;
  status.missing_log = "n18.run.jsonl";
  std::string text = to_text(status);
  EXPECT_EQ(line_of(text, "time left"), "unknown");
  EXPECT_EQ(line_of(text, "kernels"), "none yet");
  EXPECT_EQ(line_of(text, "in use by"), "nobody");
  EXPECT_EQ(line_of(text, "elapsed"), "41 s in 1 saved start");
  EXPECT_EQ(line_of(text, "log of runs"), "missing; if this was moved, copy n18.run.jsonl, too");
  status.runs.kernels = "avx2,scalar";
  text = to_text(status);
  EXPECT_EQ(line_of(text, "kernels"), "avx2, scalar");
}

TEST(StatusAsText, HasItsValuesInOneColumn) {
  std::istringstream lines(to_text(half_of_eighteen()));
  int seen = 0;
  for (std::string line; std::getline(lines, line); ++seen) {
    const auto value = line.find_first_not_of(' ', line.find(':') + 1);
    EXPECT_EQ(value, 19U) << line;
  }
  EXPECT_EQ(seen, 14);
}

}  // namespace
}  // namespace nqueens
