// An example of a log of runs, from which others are made.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "report/run_state.hpp"

namespace nqueens::test {

inline constexpr double first_noon = 1'795'435'200;

/// A log, and the time of its last line.
struct Log {
  RunState history;
  double time = first_noon;
  double seconds = 0;  ///< of work in this run

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
    add(RunRate{.now = {.tasks = 100,
                        .tasks_done = static_cast<std::uint64_t>(100 * share),
                        .share_done = share,
                        .count = count,
                        .seconds = seconds,
                        .workers = 4,
                        .idle = 1},
                .units = 10,
                .busy = 3 * more_seconds,
                .lengths = {{0, 9}, {1, 1}},
                .ranks = std::move(ranks)});
  }
};

inline Log two_starts() {
  Log log;
  log.start({0, 2, 2});
  log.add(RunWorkers{.groups = {{.rank = 1, .workers = 2, .host = "node1", .kernel = "avx512"},
                                {.rank = 2, .workers = 2, .host = "node2", .kernel = "avx2"}}});
  log.rate(60, 0.25, 1000, {{.rank = 1, .units = 6, .busy = 90, .processor = 12, .here = 120}});
  log.add(RunIncident{.kind = RunIncident::Kind::lost, .text = "worker 3 is lost"});
  log.add(RunIncident{.kind = RunIncident::Kind::save, .seconds = 0.5});
  log.rate(60, 0.5, 2000, {{.rank = 2, .units = 4, .busy = 60, .here = 240}});
  log.add(RunStop{.reason = "time limit", .saved = true});
  log.time += 86'400;
  log.start({4}, 0.5, 2000);
  log.add(RunWorkers{.groups = {{.rank = 0, .workers = 4, .host = "node1", .kernel = "avx512"}},
                     .processors = {"Zen 4"}});
  log.rate(30, 0.75, 3500, {{.rank = 0, .units = 10, .busy = 30, .here = 120}});
  log.rate(30, 1, 4000, {{.rank = 0, .units = 10, .busy = 90, .here = 120}});
  log.add(RunFinish{
      .result = R"({"n":20,"quantity":"solutions","solutions":"4000","agrees":true,"tasks":100,)"
                R"("sequence":"OEIS A000170","tasks_confirmed":3})"});
  return log;
}

}  // namespace nqueens::test
