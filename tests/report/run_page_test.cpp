// The history of runs, and the page that shows it.

#include "report/run_page.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <regex>
#include <string>

#include "support/text.hpp"

namespace nqueens {
namespace {

constexpr double noon = 1'795'435'200;

/// A log, and the moment of its last line.
struct Log {
  RunHistory history;
  double time = noon;
  double seconds = 0;  ///< at work in this run

  void add(decltype(RunEvent::body) body) {
    history.add(encode({.time = time, .body = std::move(body)}));
  }
  void start(std::vector<int> ranks, double share = 0, std::uint64_t count = 0) {
    seconds = 0;
    add(RunStart{.version = "1.0",
                 .command = "nqueens count 20",
                 .host = "node0",
                 .problem = "n=20",
                 .cut = "symmetry full",
                 .before = {.tasks = 100, .share_done = share, .count = count},
                 .start = history.runs.size() + 1,
                 .ranks = std::move(ranks)});
  }
  void rate(double more_seconds, double share, std::uint64_t count,
            std::vector<WorkerShare> ranks = {}) {
    time += more_seconds;
    seconds += more_seconds;
    add(RunRate{
        .now = {.seconds = seconds, .share_done = share, .count = count, .workers = 4, .idle = 1},
        .units = 10,
        .busy = 3 * more_seconds,
        .lengths = {{0, 9}, {1, 1}},
        .ranks = std::move(ranks)});
  }
};

Log two_starts() {
  Log log;
  log.start({0, 2, 2});
  log.add(RunWorkers{.groups = {{.rank = 1, .workers = 2, .host = "node1", .kernel = "avx512"},
                                {.rank = 2, .workers = 2, .host = "node2", .kernel = "avx2"}}});
  log.rate(60, 0.25, 1000, {{.rank = 1, .units = 6, .busy = 90, .here = 120}});
  log.add(RunIncident{.kind = RunIncident::Kind::lost, .text = "worker 3 is lost"});
  log.add(RunIncident{.kind = RunIncident::Kind::save, .seconds = 0.5});
  log.rate(60, 0.5, 2000, {{.rank = 2, .units = 4, .busy = 60, .here = 240}});
  log.add(RunStop{.reason = "time limit", .saved = true});
  log.time += 86'400;
  log.start({4}, 0.5, 2000);
  log.add(RunWorkers{.groups = {{.rank = 0, .workers = 4, .host = "node1", .kernel = "avx512"}}});
  log.rate(30, 0.75, 3500, {{.rank = 0, .units = 10, .busy = 30, .here = 120}});
  log.rate(30, 1, 4000, {{.rank = 0, .units = 10, .busy = 90, .here = 120}});
  log.add(RunFinish{
      .result = R"({"n":20,"quantity":"solutions","solutions":"4000","agrees":true,"tasks":100,)"
                R"("sequence":"OEIS A000170","tasks_confirmed":3})"});
  return log;
}

std::size_t times(const std::string& text, const std::string& what) {
  std::size_t found = 0;
  for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) {
    ++found;
  }
  return found;
}

TEST(RunHistory, TimeBetweenStartsIsLeftOut) {
  const RunHistory history = two_starts().history;
  ASSERT_EQ(history.runs.size(), 2U);
  EXPECT_EQ(history.skipped, 0U);
  EXPECT_EQ(history.runs[0].end, 120);
  EXPECT_EQ(history.runs[1].begin, 120);
  EXPECT_EQ(history.runs[1].end, 180);
  EXPECT_EQ(history.runs[0].stop.reason, "time limit");
  EXPECT_TRUE(history.runs[1].finished);
  EXPECT_EQ(history.runs[0].points[1].counted, 1000);
  EXPECT_EQ(history.runs[1].points[0].counted, 1500) << "what the run before has counted is known";
  EXPECT_EQ(history.runs[0].ranks.at(1).busy, 90);
  EXPECT_EQ(history.runs[0].ranks.at(2).host, "node2");
  EXPECT_EQ(history.lengths.at(0), 36U);
  EXPECT_EQ(history.saves, 1U);
  ASSERT_EQ(history.incidents.size(), 1U);
  EXPECT_EQ(history.incidents[0].at, 60);
}

TEST(RunHistory, LinesThatCannotBeReadAreCounted) {
  Log log;
  log.history.add(R"({"time":"2026-11-23T)");
  log.rate(60, 0.5, 1);  // before any start
  log.history.add("");
  EXPECT_EQ(log.history.skipped, 2U);
  EXPECT_TRUE(log.history.runs.empty());
  log.start({1});
  log.history.add("{\"time\"");
  log.history.add(test::replaced(encode({.time = noon, .body = RunRate{}}), "\"count\":\"0\"",
                                 "\"count\":\"nonsense\""));
  EXPECT_EQ(log.history.skipped, 4U);
  log.rate(60, 0.5, 0);
  EXPECT_EQ(log.history.runs[0].points[0].counted, 0);
}

TEST(RunPage, ShowsAllRuns) {
  const std::string html = to_html({.name = "n20.ckpt", .history = two_starts().history});
  for (const char* title : {"Rate over time", "Work done over time", "Load by host", "Load by rank",
                            "Length of tasks", "Faults"}) {
    EXPECT_EQ(times(html, "<h2>" + std::string(title) + "</h2>"), 1U) << title;
  }
  EXPECT_EQ(times(html, "<h2>The tail"), 0U) << "it has too few points";
  EXPECT_EQ(times(html, "<svg viewBox"), 3U);
  EXPECT_EQ(times(html, "<svg viewBox"), times(html, "role=\"img\" aria-label=\""));
  EXPECT_EQ(times(html, "<svg class=\"bar\""), 2U + 3U + 2U) << "hosts, ranks, lengths";
  EXPECT_NE(html.find("4000 solutions"), std::string::npos);
  EXPECT_NE(html.find("The count agrees with OEIS A000170."), std::string::npos);
  EXPECT_NE(html.find("stopped: time limit; saved"), std::string::npos);
  EXPECT_NE(html.find("worker 3 is lost"), std::string::npos);
  // node1 counted for 90 + 120 of 270 seconds, and was there for 360.
  EXPECT_TRUE(std::regex_search(html, std::regex("node1</td>[^\n]*77.8 %</td><td class=\"n\">"
                                                 "58.3 %</td>")));
  EXPECT_EQ(html.find("nan"), std::string::npos);
  EXPECT_EQ(html.find("http"), std::string::npos) << "it needs nothing from outside";
  EXPECT_EQ(html.find("<script"), std::string::npos);
}

TEST(RunPage, EveryTextIsEscaped) {
  const std::string evil = "<script>alert(\"1\")</script>&'";
  Log log;
  log.add(RunStart{.version = evil,
                   .command = evil,
                   .host = evil,
                   .problem = evil,
                   .cut = evil,
                   .part = evil,
                   .ranks = {1}});
  log.add(RunWorkers{.groups = {{.rank = 0, .workers = 1, .host = evil, .kernel = evil}}});
  log.rate(60, 0.5, 1, {{.rank = 0, .units = 6, .busy = 30, .here = 60}});
  log.add(RunIncident{.kind = RunIncident::Kind::lost, .text = evil});
  log.add(RunStop{.reason = evil, .saved = true});
  log.add(RunFinish{.result = R"({"solutions":"<script>","hosts":["<script>",5],"agrees":"<b>"})"});
  const std::string html =
      to_html({.name = evil, .history = log.history, .origins = {{.host = evil, .kernel = evil}}});
  EXPECT_EQ(html.find("<script"), std::string::npos);
  EXPECT_EQ(html.find("<b>"), std::string::npos);
  EXPECT_EQ(html.find("&'"), std::string::npos);
  EXPECT_GT(times(html, "&lt;script&gt;"), 8U);
}

TEST(RunPage, ALogWithoutRatesHasAPage) {
  Log log;
  log.start({2});
  const std::string html = to_html({.name = "n20.run.jsonl", .history = log.history});
  EXPECT_NE(html.find("no word: at work or killed"), std::string::npos);
  EXPECT_EQ(html.find("nan"), std::string::npos);
}

TEST(RunPage, WithoutALogItHasWhatTheCheckpointHas) {
  RunPage page{.name = "n20.ckpt", .history = {}};
  page.status.emplace();
  page.status->file = "n20.ckpt";
  page.status->job.problem.n = 20;
  page.origins = {{.host = "node7", .kernel = "avx2", .units = 5, .busy = 3}};
  page.history.lengths = {{0, 5}};
  const std::string html = to_html(page);
  EXPECT_NE(html.find("There is no log of runs"), std::string::npos);
  EXPECT_NE(html.find("node7"), std::string::npos);
  EXPECT_EQ(times(html, "<svg"), 1U);
}

/// Three weeks of a rate a minute, ranks of ten workers, and faults without end.
TEST(RunPage, OfAHundredThousandWorkersItIsSmall) {
  constexpr int ranks = 10'000;
  Log log;
  log.start(std::vector<int>(ranks, 10));
  RunWorkers workers;
  std::vector<WorkerShare> loads;
  for (int rank = 0; rank < ranks; ++rank) {
    workers.groups.push_back({.rank = rank,
                              .workers = 10,
                              .host = "node" + std::to_string(rank / 2),
                              .kernel = "avx512"});
    loads.push_back({.rank = rank, .units = 600, .busy = 0.1 * rank, .here = 1000});
  }
  log.add(workers);
  constexpr int minutes = 21 * 24 * 60;
  for (int minute = 1; minute <= minutes; ++minute) {
    log.rate(60, 1.0 * minute / minutes, 1000ULL * static_cast<unsigned>(minute),
             minute == minutes ? loads : std::vector<WorkerShare>{});
    if (minute % 3 == 0) {
      log.add(RunIncident{.text = "workers 10-19 on node5 are lost: process 4711 is gone"});
    }
  }
  const std::string html = to_html({.name = "n20.ckpt", .history = log.history});
  EXPECT_LT(html.size(), 1'000'000U);
  EXPECT_NE(html.find("10000 ranks: the least busy 0 %"), std::string::npos);
  EXPECT_NE(html.find("and 4800 more rows"), std::string::npos);
  EXPECT_EQ(times(html, "<circle"), RunHistory::max_incidents + 2);
}

}  // namespace
}  // namespace nqueens
