// The history of runs, and the page that shows it.

#include "report/run_page.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include "core/time.hpp"
#include "report/html.hpp"
#include "support/text.hpp"

namespace nqueens {
namespace {

constexpr double first_noon = 1'795'435'200;

/// A log, and the moment of its last line.
struct Log {
  RunState history;
  double time = first_noon;
  double seconds = 0;  ///< at work in this run

  void add(decltype(RunEvent::body) body) {
    history.read(encode({.time = time, .body = std::move(body)}));
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

TEST(RunState, TimeBetweenStartsIsLeftOut) {
  const RunState history = two_starts().history;
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
  EXPECT_EQ(history.saves, 1U);
  ASSERT_EQ(history.incidents.size(), 1U);
  EXPECT_EQ(history.incidents[0].at, 60);
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
  log.history.read(test::replaced(encode({.time = first_noon, .body = RunRate{}}),
                                  "\"count\":\"0\"", "\"count\":\"nonsense\""));
  EXPECT_EQ(log.history.skipped, 4U);
  log.rate(60, 0.5, 0);
  EXPECT_EQ(log.history.runs[0].points[0].counted, 0);
}

TEST(RunPage, ShowsAllRuns) {
  const RunState history = two_starts().history;
  const Provenance provenance = provenance_of(history);
  const RunPage page{
      .name = "n20.ckpt", .history = history, .result = history.result, .provenance = provenance};
  const std::string html = to_html(page);
  EXPECT_EQ(number_line_of(page), "<p class=\"number\">4000 solutions</p>\n");
  for (const auto& fact : facts_of(provenance)) {
    EXPECT_TRUE(html.find("<td>" + fact[0] + "</td><td>" + fact[1] + "</td>") !=
                    std::string::npos ||
                html.find("<td>" + fact[0] + "</td><td class=\"d\">" + fact[1] + "</td>") !=
                    std::string::npos)
        << fact[0];
  }
  for (const char* title : {"Provenance", "Rate over time", "Work done over time", "Load by host",
                            "Load by rank", "Length of tasks", "Faults"}) {
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
  EXPECT_TRUE(std::regex_search(
      html, std::regex("node1</td>[^\n]*77.8 %</td><td class=\"n\" data-name=\"busy\">58.3 %<")));
  EXPECT_FALSE(std::regex_search(html, std::regex("\\bnan\\b")));
  EXPECT_EQ(html.find("http"), std::string::npos) << "it needs nothing from outside";
  EXPECT_EQ(html.find("<script"), std::string::npos);
}

/// The row of the table whose first cell is that.
std::string row_of(const std::string& html, const std::string& first) {
  const auto begin = html.find(">" + first + "</td>");
  return begin == std::string::npos
             ? "no row"
             : std::regex_replace(html.substr(begin, html.find('\n', begin) - begin),
                                  std::regex("<[^>]*>+"), "|");
}

TEST(RunPage, AStartHasItsRanksAndItsWorkers) {
  Log log;
  log.start({1, 1});
  log.rate(60, 0.5, 1000);
  const std::string html = to_html({.name = "n20.ckpt", .history = log.history});
  EXPECT_NE(row_of(html, "1").find("|1:00 min||2||2||50.0 %||0||0||0|"), std::string::npos)
      << row_of(html, "1");
}

/// The points of the line of a chart.
std::vector<std::string> cells_of(const std::string& html, const std::string& name) {
  const auto end = html.find("\"><title>" + name);
  const auto begin = html.rfind("d=\"M", end) + 4;
  std::vector<std::string> points;
  std::istringstream text(html.substr(begin, end - begin));
  for (std::string point; std::getline(text, point, 'L');) {
    points.push_back(point);
  }
  return points;
}

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
    log.add(RunRate{.now = {.seconds = log.seconds,
                            .share_done = 1e-15 * static_cast<double>(count),
                            .count = count,
                            .workers = 2},
                    .units = has_result ? 1U : 0,
                    .busy = has_result ? 600.0 : 0,
                    .lengths = has_result ? LengthHistogram{{9, 1}} : LengthHistogram{}});
  }
  const std::string html = to_html({.name = "n28.ckpt", .history = log.history});
  const auto rates = cells_of(html, "solutions a second");
  ASSERT_GE(rates.size(), 4U);
  for (const std::string& point : rates) {
    EXPECT_EQ(point.substr(point.find(' ')), rates[0].substr(rates[0].find(' ')));
  }
  EXPECT_EQ(rates.front().find("88.0 "), 0U);
  EXPECT_EQ(rates.back().find("706.0 "), 0U) << "also after the last result";
  EXPECT_NE(html.find(">20 k</text>"), std::string::npos);
  EXPECT_NE(html.find(">6e-06 %</text>"), std::string::npos) << "the axis of the work done";
  const std::string last = cells_of(html, "work done").back();
  EXPECT_LT(std::stod(last.substr(last.find(' '))), 40) << "it is near the top";
}

TEST(RunPage, TheLastMinutesHaveRates) {
  Log log;
  log.start({2});
  for (int minute = 1; minute <= 4; ++minute) {
    log.rate(60, 0.1 * minute, 1000);
  }
  const std::string html = to_html({.name = "n28.ckpt", .history = log.history});
  EXPECT_EQ(times(html, "<h2>The last minutes"), 1U) << "the job is not finished";
  EXPECT_NE(html.find("In the last 3:00 min workers waited for 4:00 min of 16:00 min"),
            std::string::npos);
}

TEST(RunPage, WithoutResultsItHasNoRate) {
  Log log;
  log.start({2});
  log.rate(60, 0, 0);
  log.history.runs.back().points.back().busy = 0;
  const std::string html = to_html({.name = "n28.ckpt", .history = log.history});
  EXPECT_NE(html.find("Nothing is done yet."), std::string::npos);
  EXPECT_EQ(times(html, "<h2>Work done over time"), 0U);
}

TEST(RunPage, OfALogAloneSaysWhatIsLeftAndUntilWhen) {
  Log log;
  log.start({2});
  log.rate(60, 0.25, 123'456);
  std::string html = to_html({.name = "n20.run.jsonl", .history = log.history});
  EXPECT_EQ(row_of(html, "time left"), ">time left||3:00 min||");
  EXPECT_EQ(row_of(html, "expected end"), ">expected end||" + format_time(1'795'435'440) + "||");
  EXPECT_EQ(row_of(html, "counted so far"), ">counted so far|||123\u202f456|||");
  log.add(RunStop{.reason = "SIGTERM", .saved = true});
  html = to_html({.name = "n20.run.jsonl", .history = log.history});
  EXPECT_EQ(row_of(html, "time left"), ">time left||3:00 min||");
  EXPECT_EQ(row_of(html, "expected end"), "no row") << "nobody is at work";
}

TEST(RunPage, OfARunAtWorkSaysSo) {
  Log log;
  log.start({2});
  log.rate(60, 0.25, 1000);
  RunPage page{.name = "n20.ckpt", .history = log.history, .status = StatusReport{}};
  page.status->job.problem.n = 20;
  page.status->live.emplace().run.said_at = first_noon;
  const std::string html = to_html(page);
  EXPECT_NE(html.find("<h2>Now</h2>"), std::string::npos);
  EXPECT_EQ(times(html, ">at work</td>"), 1U);
  EXPECT_EQ(times(html, "ended without a word"), 0U);
}

TEST(Html, DigitsOfAmountsAreInGroups) {
  const auto grouped = [](const std::string& text) {
    return std::regex_replace(shown(text), std::regex("<data value=\"(\\d+)\">([^<]*)</data>"),
                              "[$2]");
  };
  const std::string blank = "\u202f";
  EXPECT_EQ(shown("12345"), "<data value=\"12345\">12" + blank + "345</data>");
  EXPECT_EQ(grouped("1234567"), "[1" + blank + "234" + blank + "567]");
  EXPECT_EQ(grouped("(12345 lost)"), "([12" + blank + "345] lost)");
  EXPECT_EQ(grouped("12345 of 123456 tasks, 100000."),
            "[12" + blank + "345] of [123" + blank + "456] tasks, [100" + blank + "000].");
  for (const char* text :
       {"1234", "node12345", "node1, process 12345, job 123456", "12345.6789", "--seed 12345",
        "2026-11-26T01:49:14+01:00", "0.00012345", "&lt;", "nqueens 1.2.3 (1234567), GCC"}) {
    EXPECT_EQ(shown(text), escaped(text));
  }
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
  const std::string html = to_html({.name = evil,
                                    .history = log.history,
                                    .result = log.history.result,
                                    .faults = {evil},
                                    .origins = {{.host = evil, .kernel = evil}}});
  EXPECT_EQ(html.find("<script"), std::string::npos);
  EXPECT_EQ(html.find("<b>"), std::string::npos);
  EXPECT_EQ(html.find("&'"), std::string::npos);
  EXPECT_GT(times(html, "&lt;script&gt;"), 8U);
}

TEST(RunPage, HasTheNumberThatItIsGivenAndSaysWhatDisagrees) {
  RunPage page{.name = "n20.ckpt",
               .history = two_starts().history,
               .result = R"({"quantity":"solutions","solutions":"4002"})",
               .faults = {"the log of runs 'n20.run.jsonl' held another number, 4000"}};
  const std::string html = to_html(page);
  EXPECT_EQ(times(html, "<p class=\"number\">4002 solutions</p>"), 1U);
  EXPECT_EQ(times(html, "4000 solutions"), 0U) << "that of the log";
  EXPECT_EQ(times(html, "DISAGREES: the log of runs"), 1U);
  page.result.clear();
  EXPECT_EQ(times(to_html(page), "class=\"number\""), 0U);
  EXPECT_EQ(number_line_of(page), "");
}

TEST(RunPage, ALogWithoutRatesHasAPage) {
  Log log;
  log.start({2});
  const std::string html = to_html({.name = "n20.run.jsonl", .history = log.history});
  EXPECT_NE(html.find("no word: at work or killed"), std::string::npos);
  EXPECT_FALSE(std::regex_search(html, std::regex("\\bnan\\b")));
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
  EXPECT_NE(html.find("<data value=\"10000\">10\u202f000</data> ranks: the least busy 0 %"),
            std::string::npos);
  EXPECT_NE(html.find("and 4800 more rows"), std::string::npos);
  EXPECT_EQ(times(html, "<circle"), RunState::max_incidents + 2);
}

}  // namespace
}  // namespace nqueens
