// The page of all runs of a job, and its facts.

#include <gtest/gtest.h>

#include <algorithm>
#include <regex>
#include <string>
#include <vector>

#include "core/number.hpp"
#include "core/text.hpp"
#include "support/log.hpp"
#include "view/page.hpp"

namespace nqueens {
namespace {

using test::first_noon;
using test::Log;
using test::two_starts;

std::size_t times(const std::string& text, const std::string& what) {
  std::size_t found = 0;
  for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) {
    ++found;
  }
  return found;
}

/// What the script of the page reads.
Json facts_in(const std::string& html) {
  const std::string start = "<script type=\"application/json\" id=\"facts\">";
  const auto begin = html.find(start) + start.size();
  return Json::parse(html.substr(begin, html.find("</script>", begin) - begin));
}

TEST(RunPage, ShowsAllRuns) {
  const RunState history = two_starts().history;
  const Provenance provenance = provenance_of(history);
  const RunPage page{
      .name = "n20.ckpt", .history = history, .result = history.result, .provenance = provenance};
  const std::string html = to_html(page);
  EXPECT_TRUE(html.starts_with(page_start));
  for (const auto& fact : facts_of(provenance)) {
    const std::string row = "<tr><th>" + fact[0] + "</th><td>" + fact[1] + "</td></tr>";
    EXPECT_EQ(times(std::regex_replace(html, std::regex("</?span[^>]*>"), ""), row), 1U) << row;
  }
  for (const char* title : {"Result", "Starts", "Provenance", "Over time", "Who counted what",
                            "Load by rank", "Length of tasks", "Faults"}) {
    EXPECT_EQ(times(html, "<h2>" + std::string(title) + "</h2>"), 1U) << title;
  }
  for (const char* title : {"The end of the last start", "Now", "Checkpoint", "So far"}) {
    EXPECT_EQ(times(html, "<h2>" + std::string(title) + "</h2>"), 0U) << title;
  }
  EXPECT_EQ(times(html, "style=\"--share:"), 2U + 2 * 2U + 3U + 2U)
      << "bars: starts, hosts two, ranks, lengths";
  EXPECT_EQ(times(html, "<p class=\"number\">4000 solutions</p>"), 1U);
  EXPECT_NE(html.find("The count agrees with OEIS A000170."), std::string::npos);
  EXPECT_NE(html.find("stopped: time limit; saved"), std::string::npos);
  EXPECT_NE(html.find("worker 3 is lost"), std::string::npos);
  EXPECT_FALSE(std::regex_search(html, std::regex("\\bnan\\b")));
  EXPECT_EQ(html.find("http:"), std::string::npos) << "it needs nothing from outside";
  EXPECT_EQ(html.find("https:"), std::string::npos);
  EXPECT_EQ(times(html, "<script"), 2U) << "its facts, and what draws them";
  EXPECT_EQ(html.find("{{"), std::string::npos) << "all places are filled";
}

/// The page has what `report --json` prints, and beside that the loads of all hosts and ranks.
TEST(RunPage, HasTheFactsAsJson) {
  const RunState history = two_starts().history;
  const RunPage page{.name = "n20.ckpt",
                     .history = history,
                     .result = history.result,
                     .provenance = provenance_of(history)};
  Json held = facts_in(to_html(page));
  EXPECT_EQ(held.at("busy_hosts").size(), 2U);
  EXPECT_EQ(held.at("busy_ranks").size(), 3U);
  held.erase("busy_hosts");
  held.erase("busy_ranks");
  EXPECT_EQ(held, json_of(page));
  const Json& starts = held.at("starts");
  ASSERT_EQ(starts.size(), 2U);
  EXPECT_EQ(starts[1].at("from_seconds"), 120);
  EXPECT_EQ(starts[1].at("seconds_at_work"), 60);
  EXPECT_EQ(starts[0].at("finished"), false);
  EXPECT_EQ(starts[1].at("finished"), true);
  EXPECT_EQ(starts[0].at("kernel_seconds"), 150);
  EXPECT_EQ(starts[0].at("lost_workers"), 0);
  EXPECT_EQ(starts[0].at("kernels"), "avx2,avx512");
  EXPECT_EQ(starts[1].at("processors"), Json({"Zen 4"}));
  EXPECT_EQ(starts[1].at("tasks_done"), 100);
  EXPECT_EQ(held.at("result").at("solutions"), "4000");
  ASSERT_EQ(held.at("incidents").size(), 1U);
  EXPECT_EQ(held.at("incidents")[0].at("at_seconds"), 60);
  EXPECT_EQ(held.at("incidents")[0].at("kind"), "lost");
  EXPECT_EQ(held.at("saves"), 1);
  double share = 0;
  for (const Json& each : held.at("lengths")) {
    share += each.at("share").get<double>();
  }
  EXPECT_DOUBLE_EQ(share, 1);
}

/// The row of the table whose first cell is that.
std::string row_of(const std::string& html, const std::string& first) {
  const auto begin =
      std::min(html.find(">" + first + "</td>"), html.find(">" + first + "</th><td"));
  const std::string row = html.substr(std::min(begin, html.size()), html.find('\n', begin) - begin);
  return begin == std::string::npos
             ? "no row"
             : std::regex_replace(std::regex_replace(row, std::regex("</?span[^>]*>"), ""),
                                  std::regex("<[^>]*>+"), "|");
}

TEST(RunPage, AStartHasItsWorkers) {
  Log log;
  log.start({1, 1});
  log.rate(60, 0.5, 1000);
  const std::string html = to_html({.name = "n20.ckpt", .history = log.history});
  EXPECT_NE(row_of(html, "1").find("|1:00 min||2||||||50.0 %||0||"), std::string::npos)
      << row_of(html, "1");
}

/// node1 counted for 90 of 120 s and for 120 of 240 s; for 12 s of the first it had a processor.
TEST(RunPage, KernelTimeIsToldFromCpuTime) {
  Log log = two_starts();
  const std::string html = to_html({.name = "n20.ckpt", .history = log.history});
  EXPECT_EQ(row_of(html, "node1"),
            ">node1||1||4||avx512||26||3:30 min||12 s||77.8 %||6:00 min||58.3 %||");
  EXPECT_NE(html.find("Workers were busy for 45.0 % of their time, and without work for 25.0 %. "
                      "CPU time was 2.0 % of the time of all threads."),
            std::string::npos);
  // Devices are busy without a processor, and count in neither part of that share.
  log.rate(60, 1, 4000,
           {{.rank = 0, .device = 1, .units = 1, .busy = 60, .processor = 0, .here = 60}});
  EXPECT_NE(to_html({.name = "n20.ckpt", .history = log.history}).find("CPU time was 2.0 %"),
            std::string::npos);
}

/// Logs of versions that did not know it.
TEST(RunPage, WithoutCpuTimeThereIsNoColumnOfIt) {
  Log log;
  log.start({2});
  log.rate(60, 0.5, 1000, {{.rank = 0, .units = 6, .busy = 90, .here = 120}});
  const std::string html = to_html({.name = "n20.ckpt", .history = log.history});
  EXPECT_EQ(times(html, "data-name=\"kernel time\""), 5U);
  EXPECT_EQ(times(html, "data-name=\"CPU time\""), 0U);
  EXPECT_EQ(times(html, "CPU time was"), 0U);
}

TEST(RunPage, TheLastMinutesHaveRates) {
  Log log;
  log.start({2});
  for (int minute = 1; minute <= 3; ++minute) {
    log.rate(60, 0.1 * minute, 1000);
  }
  log.add(RunRate{.now = {.share_done = 0.4, .seconds = 240, .workers = 4, .idle = 2}});
  const std::string html = to_html({.name = "n28.ckpt", .history = log.history});
  EXPECT_EQ(times(html, "<h2>The end of the last start</h2>"), 1U);
  EXPECT_NE(html.find("In the last 3:00 min workers waited for 5:00 min of 16:00 min"),
            std::string::npos);
}

TEST(RunPage, AStepIsTwiceTheUnitAtWorkAtARandomMoment) {
  Log log;
  log.start({2});
  log.rate(60, 0.5, 1000);  // nine units of 1.5 s, one of 3 s
  const Json facts = json_of(RunPage{.name = "n20.ckpt", .history = log.history});
  EXPECT_EQ(facts.at("step_seconds"), 3.545455);
  EXPECT_DOUBLE_EQ(facts.at("use").at("counted_per_second").get<double>(), 1000.0 / 60);
  EXPECT_EQ(json_of(RunPage{.name = {}, .history = {}}).at("use").at("counted_per_second"), 0);
  log = two_starts();
  EXPECT_DOUBLE_EQ(json_of(RunPage{.name = {}, .history = log.history})
                       .at("use")
                       .at("counted_per_second")
                       .get<double>(),
                   4000.0 / 180)
      << "of all starts";
}

TEST(RunPage, AResultSaysNothingOfTheLastRunAlone) {
  const RunPage page{
      .name = "n20.ckpt",
      .history = {},
      .result = R"({"quantity":"solutions","solutions":"4","ranks":3,"workers":6,"tasks":7})"};
  const std::string html = to_html(page);
  EXPECT_EQ(times(html, "counted twice"), 0U) << "none was";
  for (const char* name : {"ranks", "workers"}) {
    EXPECT_EQ(row_of(html, name), "no row") << name;
  }
  EXPECT_EQ(times(html, "<th>solutions</th>"), 0U) << "that is the headline";
}

TEST(RunPage, DatesAndOptionsDoNotBreak) {
  RunPage page{.name = "n20.ckpt", .history = {}};
  page.faults = {"2026-11-28 x --depth 4 -q --out a-b -O3, x"};
  EXPECT_NE(to_html(page).find("<span class=\"word\">2026-11-28</span> x "
                               "<span class=\"word\">--depth 4</span> "
                               "<span class=\"word\">-q</span> "
                               "<span class=\"word\">--out a-b</span> "
                               "<span class=\"word\">-O3,</span> x"),
            std::string::npos);
}

TEST(RunPage, CountsLossesOfWorkersThatCameBack) {
  Log log = two_starts();
  log.start({4}, 1);
  log.add(RunIncident{.kind = RunIncident::Kind::back, .text = "worker 3 is back"});
  const Json starts = json_of(RunPage{.name = "n20.ckpt", .history = log.history}).at("starts");
  EXPECT_EQ(starts[0].at("losses"), 1);
  EXPECT_EQ(starts[0].at("lost_workers"), 0) << "none at its end";
  EXPECT_EQ(starts[2].at("losses"), 0);
}

TEST(RunPage, WithoutResultsItHasNoRate) {
  Log log;
  log.start({2});
  log.rate(60, 0, 0);
  log.history.runs.back().points.back().busy = 0;
  const std::string html = to_html({.name = "n28.ckpt", .history = log.history});
  EXPECT_NE(html.find("Nothing is done yet."), std::string::npos);
  const Json facts = facts_in(html);
  for (const Json& rate : facts.at("rates")) {
    EXPECT_EQ(rate.at("counted_per_second"), nullptr);
  }
}

TEST(RunPage, OfALogAloneSaysWhatIsLeftAndUntilWhen) {
  Log log;
  log.start({2});
  log.rate(60, 0.25, 123'456);
  std::string html = to_html({.name = "n20.run.jsonl", .history = log.history});
  EXPECT_EQ(row_of(html, "time left"), ">time left||3:00 min||");
  EXPECT_EQ(row_of(html, "expected end"), ">expected end||" + format_time(1'795'435'440) + "||");
  EXPECT_EQ(row_of(html, "counted so far"), ">counted so far||123456||");
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

TEST(RunPage, EveryTextIsEscaped) {
  const std::string evil =
      "<script>alert(\"1\")</script><!--\u2028{{facts}}&'\u202e\u2067\u0085\x7f\n";
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
  EXPECT_EQ(times(html, "<script"), 2U) << "those of the page";
  EXPECT_EQ(times(html, "</script"), 2U);
  EXPECT_EQ(times(html, "<!--"), 1U) << "that of the beginning";
  EXPECT_EQ(html.find("<b>"), std::string::npos);
  EXPECT_EQ(html.substr(0, html.find("id=\"facts\"")).find("&'"), std::string::npos);
  EXPECT_GT(times(html, "&lt;script&gt;"), 8U);
  const Json facts = facts_in(html);
  EXPECT_EQ(facts.at("hosts")[0].at("host"), one_line(evil));
  EXPECT_EQ(facts.at("faults")[0], one_line(evil));
  EXPECT_EQ(html, as_lines(html)) << "it has characters that a page must not have";
}

TEST(RunPage, TextsThatAreNoUtf8HaveAPage) {
  RunPage page{.name = "a\xff<b>", .history = {}};
  page.faults = {"\xc0\xaf"};
  EXPECT_EQ(facts_in(to_html(page)).at("file"), "a\\xff<b>");
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
}

TEST(RunPage, ALogWithoutRatesHasAPage) {
  Log log;
  log.start({2});
  const std::string html = to_html({.name = "n20.run.jsonl", .history = log.history});
  EXPECT_NE(html.find("no word: at work or killed"), std::string::npos);
  log.start({2});
  EXPECT_EQ(
      times(to_html({.name = "n20.run.jsonl", .history = log.history}), ">no word of its end<"), 1U)
      << "the first start";
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
  EXPECT_EQ(html.find("was moved"), std::string::npos);
  page.status->missing_log = "n20.run.jsonl";
  EXPECT_NE(to_html(page).find("If the checkpoint was moved, copy n20.run.jsonl, too."),
            std::string::npos);
  EXPECT_NE(html.find("node7"), std::string::npos);
  EXPECT_EQ(row_of(html, "node7"), ">node7||avx2||5||3.00 s||100 %||");
  EXPECT_EQ(times(html, "data-name=\"units\">5<"), 2U) << "of the host, and their length";
}

/// Three weeks, ranks of ten workers, and faults without end.
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
    loads.push_back({.rank = rank, .units = 600, .busy = 0.1 * (ranks - 1 - rank), .here = 1000});
  }
  log.add(workers);
  constexpr int minutes = 21 * 24 * 60;
  for (int minute = 3; minute <= minutes; minute += 3) {
    log.rate(180, 1.0 * minute / minutes, 1000ULL * static_cast<unsigned>(minute),
             minute == minutes ? loads : std::vector<WorkerShare>{});
    log.add(RunIncident{.text = "workers 10-19 on node5 are lost: process 4711 is gone"});
  }
  const std::string html = to_html({.name = "n20.ckpt", .history = log.history});
  EXPECT_LT(html.size(), 1'000'000U);
  EXPECT_NE(html.find("10000 ranks: the least busy 0 %, a tenth below 10.0 %, half below 50.0 %"),
            std::string::npos);
  EXPECT_NE(html.find("and 4800 more rows"), std::string::npos);
  const Json facts = facts_in(html);
  EXPECT_EQ(facts.at("incidents").size(), RunState::max_incidents);
  EXPECT_EQ(facts.at("hosts").size(), 200U);
  EXPECT_EQ(facts.at("busy_hosts").size(), 5'000U);
  EXPECT_EQ(facts.at("busy_ranks").size(), 10'000U);
  EXPECT_LT(facts.at("rates").size(), 130U);
}

}  // namespace
}  // namespace nqueens
