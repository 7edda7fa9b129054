// Results as text and as JSON.

#include "report/result.hpp"

#include <gtest/gtest.h>

#include <ctime>
#include <limits>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "core/time.hpp"
#include "report/version.hpp"

namespace nqueens {
namespace {

using Json = nlohmann::ordered_json;  // equal only in the same order

RunResult twelve() {
  return {.job = {.problem = {.n = 12}, .depth = 4},
          .count = Count(14'200),
          .fundamental = Count(1'787),
          .agrees = true,
          .runs = {.elapsed_seconds = 1.5,
                   .worker_seconds = 2.25,
                   .check_seconds = 0.125,
                   .lost_workers = 1,
                   .disputes = 2,
                   .kernels = "plain,scalar"},
          .ranks = 3,
          .workers = 6,
          .tasks = 512,
          .tasks_confirmed = 3,
          .second =
              SecondResult{.job = {.problem = {.n = 12}, .symmetry = Symmetry::mirror, .depth = 5},
                           .count = Count(14'201),
                           .agrees = false,
                           .kernels = "avx2"},
          .count_sha256 = "3f5a",
          .nodes = 856'188,
          .resumed = true,
          .sequence = "OEIS A000170",
          .started = "2026-11-23T08:00:00.000+01:00",
          .ended = "2026-11-23T08:00:02.500+01:00",
          .hosts = {"node1", "node2"},
          .command = "nqueens count 12"};
}

StatusReport half_of_eighteen() {
  return {.file = "n18.ckpt",
          .job = {.problem = {.n = 18}, .depth = 5},
          .tasks = 3465,
          .tasks_done = 1722,
          .tasks_confirmed = 17,
          .tasks_in_progress = 2,
          .slices = 120,
          .slices_done = 57,
          .slices_bytes = 7000,
          .count = Count(331'023'456),
          .nodes = 5'000'000'000,
          .share_done = 0.5,
          .runs = {.starts = 2,
                   .elapsed_seconds = 41,
                   .worker_seconds = 80,
                   .lost_workers = 1,
                   .kernels = "scalar"},
          .saved_at = 1'795'233'720,
          .lock_holder = "h1, process 4711, seen 3.00 s ago",
          .eta_seconds = 187};
}

TEST(RunResult, IsHeldByAFileOfItsJobAndNumber) {
  const RunResult result = twelve();
  RunResult open = result;
  open.fundamental.reset();
  EXPECT_TRUE(compare(result, to_json(result)).is_same);
  EXPECT_TRUE(compare(open, to_json(result)).is_same) << "it has more";
  const HeldResult lacking = compare(result, to_json(open));
  EXPECT_FALSE(lacking.is_same);
  EXPECT_EQ(lacking.fault, "");
  RunResult other = result;
  other.count = Count(14'201);
  EXPECT_NE(compare(result, to_json(other)).fault.find("another number, \"14201\""),
            std::string::npos);
  other = result;
  other.job.problem.sequence = Sequence::torus;
  EXPECT_NE(compare(result, to_json(other)).fault.find("another job, with board \"torus\""),
            std::string::npos);
  for (const char* text : {"", "{", "[]", "7", "null", "\"n\""}) {
    EXPECT_NE(compare(result, text).fault.find("empty or damaged"), std::string::npos) << text;
  }
  EXPECT_FALSE(compare(result, "{}").is_same);
}

TEST(ResultAsJson, HoldsEveryValueInItsOrderOnOneLine) {
  const std::string text = to_json(twelve());
  EXPECT_EQ(text.find('\n'), std::string::npos);
  const Json json = Json::parse(text);
  const Json expected = {{"n", 12},
                         {"board", "square"},
                         {"quantity", "solutions"},
                         {"chess_piece", "queen"},
                         {"solutions", "14200"},
                         {"fundamental", "1787"},
                         {"agrees", true},
                         {"symmetry", "full"},
                         {"depth", 4},
                         {"seconds", 1.5},
                         {"worker_seconds", 2.25},
                         {"ranks", 3},
                         {"workers", 6},
                         {"kernel", "plain,scalar"},
                         {"tasks", 512},
                         {"tasks_confirmed", 3},
                         {"disputes", 2},
                         {"check_seconds", 0.125},
                         {"second_count",
                          {{"solutions", "14201"},
                           {"symmetry", "mirror"},
                           {"depth", 5},
                           {"kernel", "avx2"},
                           {"agrees", false}}},
                         {"count_sha256", "3f5a"},
                         {"part", nullptr},
                         {"nodes", "856188"},
                         {"resumed", true},
                         {"lost_workers", 1},
                         {"sequence", "OEIS A000170"},
                         {"started", "2026-11-23T08:00:00.000+01:00"},
                         {"ended", "2026-11-23T08:00:02.500+01:00"},
                         {"hosts", {"node1", "node2"}},
                         {"command", "nqueens count 12"},
                         {"version", version()}};
  EXPECT_EQ(json, expected) << json;
}

TEST(ResultAsJson, OfPlacementsHasTheirProfileAndNoFundamentalSolutions) {
  RunResult result = twelve();
  result.job.problem = {.n = 3, .sequence = Sequence::placements};
  result.count = 5;
  result.profile = {3, 2, 0};
  const Json json = Json::parse(to_json(result));
  EXPECT_EQ(json["quantity"], "placements");
  EXPECT_EQ(json["placements"], "5");
  EXPECT_EQ(json["mirrored_placements"], "3");
  EXPECT_EQ(json["profile"], (std::vector<std::string>{"3", "2", "0"}));
  EXPECT_FALSE(json.contains("solutions"));
  EXPECT_FALSE(json.contains("fundamental"));
  EXPECT_EQ(profile_to_text(result), "1\t3\n2\t2\n3\t0\n");
}

TEST(ResultAsJson, KeepsCountsThatNoDoubleHolds) {
  RunResult result = twelve();
  result.count = *parse_count("340282366920938463463374607431768211455");
  result.nodes = std::numeric_limits<std::uint64_t>::max();
  const Json json = Json::parse(to_json(result));
  EXPECT_EQ(json["solutions"], "340282366920938463463374607431768211455");
  EXPECT_EQ(json["nodes"], "18446744073709551615");
}

TEST(ResultAsJson, HasNullForWhatIsUnknown) {
  RunResult result = twelve();
  result.fundamental.reset();
  result.agrees.reset();
  result.second.reset();
  const Json json = Json::parse(to_json(result));
  EXPECT_TRUE(json.at("fundamental").is_null());
  EXPECT_TRUE(json.at("agrees").is_null());
  EXPECT_TRUE(json.at("second_count").is_null());
  result.agrees = false;
  EXPECT_EQ(Json::parse(to_json(result)).at("agrees"), false);
}

TEST(StatusAsJson, HoldsEveryValueInItsOrderOnOneLine) {
  const std::string text = to_json(half_of_eighteen());
  EXPECT_EQ(text.find('\n'), std::string::npos);
  const Json json = Json::parse(text);
  const Json expected = {
      {"file", "n18.ckpt"},      {"live", nullptr},
      {"second_count", nullptr}, {"n", 18},
      {"board", "square"},       {"quantity", "solutions"},
      {"chess_piece", "queen"},  {"solutions", "331023456"},
      {"symmetry", "full"},      {"depth", 5},
      {"finished", false},       {"tasks", 3465},
      {"tasks_done", 1722},      {"tasks_confirmed", 17},
      {"tasks_in_progress", 2},  {"slices", 120},
      {"slices_done", 57},       {"slices_bytes", 7000},
      {"percent", 50.0},         {"nodes", "5000000000"},
      {"seconds", 41.0},         {"worker_seconds", 80.0},
      {"eta_seconds", 187.0},    {"starts", 2},
      {"lost_workers", 1},       {"saved_at", 1'795'233'720},
      {"kernel", "scalar"},      {"lock_holder", "h1, process 4711, seen 3.00 s ago"},
      {"version", version()}};
  EXPECT_EQ(json, expected) << json;
}

TEST(StatusAsJson, HasNullForWhatIsUnknown) {
  StatusReport status = half_of_eighteen();
  status.lock_holder.reset();
  status.eta_seconds.reset();
  const Json json = Json::parse(to_json(status));
  EXPECT_TRUE(json.at("lock_holder").is_null());
  EXPECT_TRUE(json.at("eta_seconds").is_null());
}

TEST(StatusReport, HasThatOfTheSecondCountWithIt) {
  StatusReport status = half_of_eighteen();
  StatusReport& second = status.second.emplace_back(half_of_eighteen());
  second.job.depth = 6;
  second.live.emplace().state.now.workers = 5;
  const Json json = Json::parse(to_json(status));
  EXPECT_EQ(json["second_count"]["depth"], 6);
  EXPECT_EQ(json["second_count"]["live"]["workers"], 5);
  EXPECT_NE(to_text(status).find("\nsecond count\n\n" + to_text(second)), std::string::npos);
}

TEST(StatusReport, SaysWhoRunsAndWhatWasSaved) {
  StatusReport status = half_of_eighteen();
  status.live = {.started_at = 1000,
                 .updated_at = 2000,
                 .start = {.host = "n1", .process = 4711},
                 .state = {.now = {.seconds = 62,
                                   .tasks = 40,
                                   .tasks_done = 9,
                                   .share_done = 0.25,
                                   .count = *parse_count("123456789012345678901"),
                                   .workers = 3,
                                   .lost = 1},
                           .saved_at = 1990,
                           .next_save_at = 2050,
                           .groups = {{.rank = 0,
                                       .workers = 2,
                                       .host = "n1",
                                       .kernel = "avx512:expand",
                                       .units = 7,
                                       .busy = 30,
                                       .heard = 1995},
                                      {.rank = 1, .workers = 1, .host = "n2", .kernel = "avx2"}}},
                 .age_seconds = 2};
  const std::string text = to_text(status);
  for (const char* part :
       {" on n1, process 4711; seen 2.00 s ago\n",
        "25.0 % of the expected work, 9 of 40 tasks, 3:06 min left\n", "12 s ago, next in 50 s\n",
        "3, 1 lost\n",
        "0     n1                  avx512:expand          2           7     0.00699         30 s",
        "none yet\n"}) {
    EXPECT_NE(text.find(part), std::string::npos) << part << text;
  }
  const Json live = Json::parse(to_json(status))["live"];
  EXPECT_EQ(live["count"], "123456789012345678901");
  EXPECT_EQ(live["eta_seconds"], 186);
  EXPECT_EQ(live["groups"][0]["units"], 7);
}

TEST(StatusAsJson, SaysWhenTheJobIsFinished) {
  StatusReport status = half_of_eighteen();
  status.tasks_done = status.tasks;
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
  EXPECT_EQ(line_of(text, "done"), "50.0 % of the expected work, 1722 of 3465 tasks");
  EXPECT_EQ(line_of(text, "in progress"), "2 tasks, 57 of 120 slices done (7 kB)");
  EXPECT_EQ(line_of(text, "solutions so far"), "331023456");
  EXPECT_EQ(line_of(text, "nodes so far"), "5000000000");
  EXPECT_EQ(line_of(text, "saved"), format_time(1'795'233'720));
  EXPECT_EQ(line_of(text, "elapsed"), "41 s in 2 runs");
  EXPECT_EQ(line_of(text, "kernel time"), "1:20 min");
  EXPECT_EQ(line_of(text, "time left"), "3:07 min at the rate so far");
  EXPECT_EQ(line_of(text, "kernels"), "scalar");
  EXPECT_EQ(line_of(text, "workers lost"), "1");
  EXPECT_EQ(line_of(text, "in use by"), "h1, process 4711, seen 3.00 s ago");
}

TEST(StatusAsText, SaysWhatIsUnknown) {
  StatusReport status = half_of_eighteen();
  status.lock_holder.reset();
  status.eta_seconds.reset();
  status.runs.kernels.clear();
  status.runs.starts = 1;
  const std::string text = to_text(status);
  EXPECT_EQ(line_of(text, "time left"), "unknown");
  EXPECT_EQ(line_of(text, "kernels"), "none yet");
  EXPECT_EQ(line_of(text, "in use by"), "nobody");
  EXPECT_EQ(line_of(text, "elapsed"), "41 s in 1 run");
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
