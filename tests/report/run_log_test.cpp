// The lines of the log of runs.

#include "report/run_log.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "support/text.hpp"

namespace nqueens {
namespace {

constexpr double moment = 1'795'435'200.5;

const Progress state{.tasks = 6078,
                     .tasks_done = 3000,
                     .share_done = 0.5,
                     .count = 39'029'188'884,
                     .seconds = 60.125,
                     .retries = 7,
                     .workers = 128,
                     .idle = 3,
                     .lost = 1};

const std::vector<RunEvent>& examples() {
  static const std::vector<RunEvent> events = {
      {.time = moment,
       .body = RunInput{.file = "half-1.ckpt", .started = moment - 60.25, .ended = moment}},
      {.time = moment,
       .body =
           RunStart{.version = "1.0",
                    .compiler = "GCC 12.2.0 -O3",
                    .mpi = "Open MPI v4.1.4",
                    .command = R"(nqueens count 20 --checkpoint '<a "b">.ckpt')",
                    .host = "node1",
                    .process = 4711,
                    .problem = "n=20",
                    .cut = "symmetry full, depth 4",
                    .part = "2/5",
                    .before = {.tasks = 6078,
                               .tasks_done = 12,
                               .share_done = 0.25,
                               .count = *parse_count("340282366920938463463374607431768211455")},
                    .expected = {4e10, 3.5e10, 4.5e10},
                    .start = 3,
                    .ranks = {0, 64, 64}}},
      {.time = moment,
       .body = RunWorkers{.groups = {{.rank = 1, .workers = 64, .host = "node1", .kernel = "avx2"},
                                     {.rank = 2, .device = 1, .workers = 1, .host = "node2"}},
                          .processors = {"AMD EPYC 9454 48-Core Processor", "Neoverse-V2"}}},
      {.time = moment,
       .body = RunRate{.now = state,
                       .units = 2988,
                       .confirmed = 5,
                       .busy = 7600.5,
                       .lengths = {{-3, 17}, {2, 1}},
                       .ranks = {{.rank = 2,
                                  .device = 3,
                                  .units = 9,
                                  .busy = 59.5,
                                  .processor = 7.25,
                                  .here = 60}},
                       .left_out = 4}},
      {.time = moment,
       .body = RunNow{.now = state,
                      .saved_at = moment - 60,
                      .next_save_at = moment + 240,
                      .groups = {{.rank = 3,
                                  .ranks = 2,
                                  .workers = 128,
                                  .host = "node1",
                                  .kernel = "avx2",
                                  .units = 9,
                                  .busy = 59.5,
                                  .heard = moment - 1}}}},
      {.time = moment,
       .body = RunIncident{.kind = RunIncident::Kind::save_failed, .text = "disk", .seconds = 1.5}},
      {.time = moment, .body = RunStop{.reason = "time limit", .saved = true}},
      {.time = moment, .body = RunFinish{.result = R"({"n":20,"solutions":"39029188884"})"}},
  };
  return events;
}

TEST(RunEvents, AreReadBack) {
  for (const RunEvent& event : examples()) {
    const std::string line = encode(event);
    EXPECT_EQ(line.find('\n'), std::string::npos);
    EXPECT_EQ(decode_run_event(line), event) << line;
  }
}

TEST(RunEvents, EveryKindOfIncidentIsReadBack) {
  for (int kind = 0; kind <= static_cast<int>(RunIncident::Kind::save_failed); ++kind) {
    const RunEvent event{.time = moment,
                         .body = RunIncident{.kind = static_cast<RunIncident::Kind>(kind)}};
    EXPECT_EQ(decode_run_event(encode(event)), event);
  }
}

TEST(RunEvents, ATornLineIsNone) {
  for (const RunEvent& event : examples()) {
    const std::string line = encode(event);
    for (std::size_t length = 0; length < line.size(); ++length) {
      EXPECT_FALSE(decode_run_event(line.substr(0, length))) << line << length;
    }
  }
}

TEST(RunEvents, WhatCannotBeIsNone) {
  const std::string time = R"({"time":"2026-11-23T12:00:00.000+00:00","event":)";
  for (const char* rest : {
           R"("dance"})",
           R"("stop","reason":5,"saved":true})",
           R"("stop","reason":"x"})",
           R"("incident","kind":"lost","text":"x","seconds":-1})",
           R"("incident","kind":"dance","text":"x","seconds":1})",
           R"("finish","result":[1]})",
           R"("workers","groups":[[-1,"a","b",1]]})",
           R"("workers","groups":[[99999999999,"a","b",1]]})",
           R"("workers","groups":[[1,"a"]]})",
       }) {
    EXPECT_FALSE(decode_run_event(time + rest)) << rest;
  }
  EXPECT_FALSE(decode_run_event("[]"));
  EXPECT_TRUE(decode_run_event(time + R"("incident","kind":"lost","text":"x","seconds":1})"));
}

TEST(RunEvents, HaveNumbersUpToTheLargest) {
  const std::string event = encode({.time = moment, .body = RunStart{.ranks = {2147483647}}});
  EXPECT_TRUE(decode_run_event(event));
  EXPECT_FALSE(decode_run_event(test::replaced(event, "2147483647", "2147483648")));
}

TEST(WorkerShares, AddUp) {
  WorkerShare share{.workers = 2, .kernel = "avx2", .units = 1, .busy = 3, .heard = 7};
  share.count({.workers = 9, .units = 2, .busy = 4, .processor = 5, .here = 6, .heard = 3});
  EXPECT_EQ(share, (WorkerShare{.workers = 2,
                                .kernel = "avx2",
                                .units = 3,
                                .busy = 7,
                                .processor = 5,
                                .here = 6,
                                .heard = 7}))
      << "the same workers at another time";
  share.join({.workers = 4, .kernel = "scalar", .units = 1, .busy = 1, .heard = 8});
  EXPECT_EQ(share, (WorkerShare{.ranks = 2,
                                .workers = 6,
                                .kernel = "avx2,scalar",
                                .units = 4,
                                .busy = 8,
                                .processor = 5,
                                .here = 6,
                                .heard = 8}))
      << "other workers";
}

TEST(RunEvents, ThoseThatALogHasMostOfAreKnownAtALook) {
  for (const RunEvent& event : examples()) {
    EXPECT_EQ(is_of_many(encode(event)), std::holds_alternative<RunRate>(event.body) ||
                                             std::holds_alternative<RunIncident>(event.body));
  }
  EXPECT_FALSE(is_of_many(encode({.body = RunStop{.reason = R"({"event":"rate"})"}})));
}

TEST(RunEvents, AreReadInAnyOrderOfTheirFields) {
  for (const RunEvent& event : examples()) {
    const nlohmann::json sorted = nlohmann::json::parse(encode(event));
    EXPECT_EQ(decode_run_event(sorted.dump(2)), event);
  }
}

TEST(RunEvents, OfOlderVersionsHaveNoDevices) {
  const std::string time = R"({"time":"2026-11-23T12:00:00.000+00:00","event":)";
  const auto event = decode_run_event(
      time + R"("workers","groups":[[1,"node1","avx2",64]],"processors":["Neoverse-V2"]})");
  ASSERT_TRUE(event);
  EXPECT_EQ(
      std::get<RunWorkers>(event->body).groups,
      (std::vector<WorkerShare>{{.rank = 1, .workers = 64, .host = "node1", .kernel = "avx2"}}));
}

TEST(RunEvents, OfOlderVersionsHaveNoProcessorTime) {
  const RunEvent event{.time = moment,
                       .body = RunRate{.ranks = {{.rank = 2, .units = 9, .busy = 5, .here = 60}}}};
  for (const char* const columns : {"[2,9,5.0,60.0,0]", "[2,9,5.0,60.0]"}) {
    nlohmann::json line = nlohmann::json::parse(encode(event));
    line["ranks"] = {nlohmann::json::parse(columns)};
    EXPECT_EQ(decode_run_event(line.dump()), event) << columns;
  }
}

TEST(RunEvents, AreRoundedAndInUtf8) {
  const RunEvent event{
      .time = moment + 1e-4,
      .body = RunRate{.now = {.share_done = 0.123456789, .seconds = 10.12345},
                      .busy = 1234.56789,
                      .ranks = {{.rank = 1, .units = 3, .busy = 59.50001, .here = 0.00001}}}};
  const RunEvent read = decode_run_event(encode(event)).value();
  EXPECT_DOUBLE_EQ(read.time, moment);
  const RunRate& rate = std::get<RunRate>(read.body);
  EXPECT_DOUBLE_EQ(rate.now.seconds, 10.123);
  EXPECT_DOUBLE_EQ(rate.busy, 1234.568);
  EXPECT_DOUBLE_EQ(rate.ranks.at(0).busy, 59.5);
  const RunEvent latin{.time = moment, .body = RunStop{.reason = "caf\xe9"}};
  EXPECT_EQ(std::get<RunStop>(decode_run_event(encode(latin))->body).reason, "caf\xef\xbf\xbd");
}

TEST(RunEvents, LengthsAreClassesOfPowersOfTwo) {
  EXPECT_EQ(length_class(0), -20);
  EXPECT_EQ(length_class(1), 0);
  EXPECT_EQ(length_class(1.99), 0);
  EXPECT_EQ(length_class(2), 1);
  EXPECT_EQ(length_class(0.5), -1);
  EXPECT_EQ(length_class(1e300), 40);
}

}  // namespace
}  // namespace nqueens
