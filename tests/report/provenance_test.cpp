// Where a count comes from: what of a log of runs it has, as JSON and as text.

#include <gtest/gtest.h>

#include <string>

#include "core/number.hpp"
#include "report/result.hpp"

namespace nqueens {
namespace {

constexpr double noon = 1'795'435'200;

RunStart start_of(std::string command, std::vector<int> ranks) {
  return {.version = "1.0 (1a2b3c4-dirty)",
          .compiler = "GCC 12.2.0 -O3",
          .mpi = "Open MPI v4.1.4",
          .command = std::move(command),
          .host = "node0",
          .cut = "symmetry full, depth 4",
          .ranks = std::move(ranks)};
}

/// A start that was stopped, and the one that finished.
RunState history_of_two_starts() {
  RunState history;
  const auto add = [&history](double time, decltype(RunEvent::body) body) {
    history.read(encode({.time = time, .body = std::move(body)}));
  };
  add(noon, start_of("nqueens count 20", {64, 64}));
  add(noon + 1, RunWorkers{.groups = {{.rank = 0, .workers = 64, .host = "node1"},
                                      {.rank = 1, .workers = 64, .host = "node2"}},
                           .processors = {"Zen 4"}});
  add(noon + 60, RunStop{.reason = "time limit", .saved = true});
  add(noon + 100, start_of("nqueens resume n20.ckpt", {0, 8, 16}));
  add(noon + 101, RunWorkers{.groups = {{.rank = 1, .workers = 8, .host = "node3"}},
                             .processors = {"Neoverse-V2", "Zen 4"}});
  add(noon + 160, RunFinish{.result = "{}"});
  return history;
}

TEST(Provenance, HasEveryStart) {
  const Json json = json_of(provenance_of(history_of_two_starts()));
  EXPECT_EQ(json["started"], format_timestamp(noon));
  EXPECT_EQ(json["ended"], format_timestamp(noon + 160));
  EXPECT_EQ(json["hosts"], Json({"node1", "node2", "node3"}));
  EXPECT_EQ(json["processors"], Json({"Neoverse-V2", "Zen 4"}));
  ASSERT_EQ(json["starts"].size(), 2U);
  const Json first = {{"time", format_timestamp(noon)},
                      {"version", "1.0 (1a2b3c4-dirty)"},
                      {"compiler", "GCC 12.2.0 -O3"},
                      {"mpi", "Open MPI v4.1.4"},
                      {"master", "node0"},
                      {"ranks", 2},
                      {"threads", 128},
                      {"cut", "symmetry full, depth 4"},
                      {"part", nullptr},
                      {"command", "nqueens count 20"}};
  EXPECT_EQ(json["starts"][0], first);
  EXPECT_EQ(json["starts"][1]["ranks"], 3);
  EXPECT_EQ(json["starts"][1]["threads"], 24);
  EXPECT_EQ(json["starts"][1]["command"], "nqueens resume n20.ckpt");
}

TEST(Provenance, AsTextSaysTheSame) {
  Provenance provenance = provenance_of(history_of_two_starts());
  provenance.kernels = "avx512";
  const TableRows expected = {
      {"started", format_timestamp(noon)},
      {"ended", format_timestamp(noon + 160)},
      {"hosts", "node1, node2, node3"},
      {"processors", "Neoverse-V2, Zen 4"},
      {"kernels", "avx512"},
      {"start", format_timestamp(noon) +
                    ": 2 ranks of 64 threads, master on node0; symmetry full, depth 4; nqueens 1.0 "
                    "(1a2b3c4-dirty), GCC 12.2.0 -O3, Open MPI v4.1.4; nqueens count 20"},
      {"start", format_timestamp(noon + 100) +
                    ": 3 ranks, 24 threads, master on node0; symmetry full, depth 4; nqueens 1.0 "
                    "(1a2b3c4-dirty), GCC 12.2.0 -O3, Open MPI v4.1.4; nqueens resume n20.ckpt"}};
  EXPECT_EQ(facts_of(provenance), expected);
  EXPECT_TRUE(facts_of({}).empty());
}

TEST(Provenance, AStartAsTheOneBeforeIsNotToldAgain) {
  Provenance provenance;
  for (const std::string command : {"a", "a", "b", "a"}) {
    provenance.starts.push_back({.time = noon, .what = start_of(command, {1})});
  }
  const TableRows facts = facts_of(provenance);
  ASSERT_EQ(facts.size(), 4U);
  EXPECT_TRUE(facts[0][1].ends_with("; a"));
  EXPECT_EQ(facts[1][1], format_timestamp(noon) + ": as before");
  EXPECT_TRUE(facts[2][1].ends_with("; b"));
  EXPECT_TRUE(facts[3][1].ends_with("; a"));
}

TEST(Provenance, OfTwoCountsIsOne) {
  Provenance both = provenance_of(history_of_two_starts());
  both.kernels = "avx512";
  both.add({.started = noon + 10,
            .ended = noon + 20,
            .hosts = {"node1", "node9"},
            .processors = {"Zen 5"},
            .kernels = "avx2",
            .starts = {{.time = noon + 10, .what = start_of("nqueens count", {1})}},
            .starts_without_log = 2});
  EXPECT_EQ(both.started, noon);
  EXPECT_EQ(both.ended, noon + 160);
  EXPECT_EQ(both.hosts.size(), 4U);
  EXPECT_EQ(both.processors.size(), 3U);
  EXPECT_EQ(both.kernels, "avx2,avx512");
  EXPECT_EQ(both.starts_without_log, 2U);
  ASSERT_EQ(both.starts.size(), 3U);
  EXPECT_EQ(both.starts[1].time, noon + 10) << "in the order of their time";
}

TEST(Provenance, HasTheFilesThatWereMerged) {
  RunState history;
  for (const double hours : {3.0, 1.0, 2.0}) {
    history.read(encode({.time = noon + 3600 * hours,
                         .body = RunInput{.file = std::to_string(static_cast<int>(hours)),
                                          .started = noon + 3600 * hours - 60,
                                          .ended = noon + 3600 * hours}}));
  }
  EXPECT_EQ(history.skipped, 0U);
  const Provenance provenance = provenance_of(history);
  EXPECT_EQ(provenance.inputs, (std::vector<std::string>{"3", "1", "2"}));
  EXPECT_EQ(provenance.started, noon + 3600 - 60);
  EXPECT_EQ(provenance.ended, noon + 3 * 3600);
}

TEST(Provenance, AsTextStaysShort) {
  Provenance provenance;
  for (int i = 0; i < 1000; ++i) {
    provenance.hosts.insert("node" + std::to_string(1000 + i));
    provenance.starts.push_back({.time = noon + i, .what = start_of("nqueens count 20", {1})});
  }
  const auto facts = facts_of(provenance);
  ASSERT_EQ(facts.size(), 1U + 90 + 1 + 90);
  EXPECT_TRUE(facts[0][1].ends_with("node1039 and 960 more")) << facts[0][1];
  EXPECT_EQ(facts[91], (std::vector<std::string>{"starts left out", "820"}));
  EXPECT_TRUE(facts.back()[1].starts_with(format_timestamp(noon + 999)));
  EXPECT_EQ(json_of(provenance)["starts"].size(), 1000U) << "JSON has all of them";
}

}  // namespace
}  // namespace nqueens
