// Rows of tables and steps of charts.

#include "view/page.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

#include "core/number.hpp"
#include "report/version.hpp"

namespace nqueens {
namespace {

/// null if 0: devices use no CPU time, and older logs have none.
Json seconds_of(double seconds) {
  return seconds > 0 ? Json(rounded(seconds)) : Json(nullptr);
}

/// @param may_go_on  without a word of its end, it may be at work
std::string how_it_ended(const RunState::Run& run, bool may_go_on, bool is_live) {
  if (run.finished || is_live) {
    return run.finished ? "finished" : "at work";
  }
  return !run.stop.reason.empty()
             ? "stopped: " + run.stop.reason + (run.stop.saved ? "; saved" : "; NOT saved")
         : may_go_on ? "no word: at work or killed"
                     : std::string(no_word);
}

/// Share of the work that a run did after its last save; null: none, or unknown.
Json unsaved_share(const RunState::Run& run) {
  const double unsaved = run.kept ? run.now().share_done - run.kept->share_done : 0;
  return unsaved > 1e-6 ? Json(unsaved) : Json(nullptr);
}

Json starts_of(const RunPage& page) {
  const bool is_live = page.status && page.status->live;
  const bool may_go_on = !page.status || page.status->lock_holder;
  Json starts = Json::array();
  for (const RunState::Run& run : page.history.runs) {
    const bool is_last = &run == &page.history.runs.back();
    const RunStart& start = run.start;
    WorkerShare sum;
    for (const auto& [place, share] : run.shares) {
      sum.count(share);
      sum.kernel = joined_kernels(sum.kernel, share.kernel);
    }
    starts.push_back({{"start", run.number},
                      {"began", format_time(static_cast<std::int64_t>(run.time))},
                      {"from_seconds", rounded(run.begin)},
                      {"seconds_at_work", rounded(run.end - run.begin)},
                      {"ranks", start.ranks.size()},
                      {"workers", std::reduce(start.ranks.begin(), start.ranks.end())},
                      {"processors", run.processors},
                      {"kernels", sum.kernel},
                      {"tasks_done", run.now().tasks_done},
                      {"done_share", run.now().share_done},
                      {"unsaved_share", unsaved_share(run)},
                      {"lost_workers", run.now().lost},
                      {"losses", run.losses},
                      {"returned", run.now().retries},
                      {"checked", run.confirmed},
                      {"kernel_seconds", rounded(sum.busy)},
                      {"processor_seconds", seconds_of(sum.processor)},
                      {"is_over", run.finished || !is_live || !is_last},
                      {"finished", run.finished},
                      {"end", how_it_ended(run, is_last && may_go_on, is_last && is_live)},
                      {"master", start.host}});
  }
  return starts;
}

/// The mean length of the unit that a worker is counting at a random moment. That exceeds the mean
/// of all units, since long ones are met more often.
double length_at_work(const LengthHistogram& lengths) {
  double sum = 0;
  double squares = 0;
  for (const auto& [k, units] : lengths) {
    const double length = 1.5 * std::ldexp(1, k);
    sum += length * static_cast<double>(units);
    squares += length * length * static_cast<double>(units);
  }
  return sum > 0 ? squares / sum : 0;
}

/// The least length of a step: every worker should have a result in it.
double step_of_rates(const RunState& history) {
  return std::max({history.end() / 120, 1.0, 2 * length_at_work(history.lengths)});
}

/// Workers without work in the step up to a point. At the finish all are idle, but they worked
/// until then.
int idle_until(const RunState::Run& run, const RunState::Point& point) {
  if (!run.finished || &point != &run.points.back()) {
    return point.now.idle;
  }
  return run.points.size() == 1 ? 0 : (&point)[-1].now.idle;
}

/// Solutions a second and the work done. There are none for runs before a merge, which may have
/// overlapped.
Json rates_of(const RunState& history) {
  double merged_at = 0;
  for (const RunInput& input : history.inputs) {
    merged_at = std::max(merged_at, input.ended);
  }
  const double least = step_of_rates(history);
  Json rates = Json::array();
  for (const RunState::Run& run : history.runs) {
    if (run.time < merged_at) {
      continue;
    }
    RunState::Point step{.at = run.begin};
    double working = 0;  // seconds of all workers in this step
    Json rate = nullptr;
    const auto add = [&](double until, double share_done) {
      rates.push_back({{"start", run.number},
                       {"from_seconds", rounded(step.at)},
                       {"to_seconds", rounded(until)},
                       {"counted_per_second", rate},
                       {"done_share", share_done}});
    };
    add(run.begin, run.start.before.share_done);
    for (const RunState::Point& point : run.points) {
      step.seconds += point.seconds;
      step.counted += point.counted;
      step.busy += point.busy;
      const bool is_finish = run.finished && &point == &run.points.back();
      const double at_work = point.now.workers - idle_until(run, point);
      working +=
          is_finish ? std::min(point.seconds * at_work, point.busy) : point.seconds * at_work;
      const bool is_known = step.busy > 0 && step.seconds > 0;
      if ((is_known && step.seconds >= least) || &point == &run.points.back()) {
        rate = is_known ? Json(step.counted / step.busy * working / step.seconds) : rate;
        add(point.at, point.now.share_done);
        step = {.at = point.at};
        working = 0;
      }
    }
  }
  return rates;
}

/// Busy and idle workers at the end of the last run.
Json end_of(const RunState& history) {
  Json steps = Json::array();
  if (history.runs.empty() || history.runs.back().points.size() < 3) {
    return steps;
  }
  const RunState::Run& run = history.runs.back();
  const double shown =
      std::max(std::clamp((run.end - run.begin) / 20, 20.0, 1800.0), 3 * run.points.back().seconds);
  for (const RunState::Point& point : run.points) {
    if (point.at >= run.end - shown) {
      steps.push_back({{"seconds_to_the_end", rounded(run.end - point.at)},
                       {"seconds", rounded(point.seconds)},
                       {"workers", point.now.workers},
                       {"idle", point.now.idle}});
    }
  }
  return steps;
}

/// @param is_logged  if not, a checkpoint gave it, which does not know how many workers there were
Json json_of(const WorkerShare& share, bool is_logged = true) {
  const auto if_logged = [is_logged](Json value) { return is_logged ? std::move(value) : Json(); };
  return {{"host", share.host},
          {"ranks", if_logged(share.ranks)},
          {"workers", if_logged(share.workers)},
          {"kernels", share.kernel},
          {"units", share.units},
          {"kernel_seconds", rounded(share.busy)},
          {"processor_seconds", seconds_of(share.processor)},
          {"seconds_there", if_logged(rounded(share.here))},
          {"busy_share", if_logged(rounded(share.busy_share()))}};
}

Json hosts_of(const RunPage& page) {
  const std::vector<WorkerShare> logged = loads_of_hosts(page.history);
  double all = 0;
  Json hosts = Json::array();
  for (const WorkerShare& each : logged.empty() ? page.origins : logged) {
    hosts.push_back(json_of(each, !logged.empty()));
    all += hosts.back()["kernel_seconds"].get<double>();
  }
  for (Json& host : hosts) {
    host["work_share"] = all > 0 ? rounded(host["kernel_seconds"].get<double>() / all) : 0;
  }
  return hosts;
}

Json ranks_of(const RunState& history) {
  Json ranks = Json::array();
  for (const RunState::Run& run : history.runs) {
    for (const WorkerShare& each : run.by_rank()) {
      Json rank = {{"start", run.number}, {"rank", each.rank}};
      rank.update(json_of(each));
      ranks.push_back(std::move(rank));
    }
  }
  return ranks;
}

Json lengths_of(const LengthHistogram& lengths) {
  std::uint64_t all = 0;
  for (const auto& [k, units] : lengths) {
    all += units;
  }
  Json rows = Json::array();
  for (const auto& [k, units] : lengths) {
    rows.push_back({{"kernel_seconds", std::ldexp(1, k)},
                    {"units", units},
                    {"share", static_cast<double>(units) / static_cast<double>(all)}});
  }
  return rows;
}

Json incidents_of(const RunState& history) {
  Json incidents = Json::array();
  for (const auto& [at, time, what] : history.incidents) {
    incidents.push_back({{"time", format_time(static_cast<std::int64_t>(time))},
                         {"at_seconds", rounded(at)},
                         {"kind", to_string(what.kind)},
                         {"text", what.text}});
  }
  return incidents;
}

/// Sums over all runs. Shares are of all workers' time; processor_share is of the threads' time.
Json use_of(const RunState& history) {
  WorkerShare all;
  WorkerShare threads;
  double idle = 0;
  double here = 0;
  double counted = 0;
  for (const RunState::Run& run : history.runs) {
    for (const auto& [place, share] : run.shares) {
      all.count(share);
      if (place.second == 0) {
        threads.count(share);
      }
    }
    for (const RunState::Point& point : run.points) {
      idle += point.seconds * idle_until(run, point);
      here += point.seconds * point.now.workers;
    }
    const Count after = run.kept ? std::min(run.kept->count, run.now().count) : run.now().count;
    counted += after.approximate() - run.start.before.count.approximate();
  }
  const auto part = [](double of, double whole) {
    return whole > 0 ? std::min(of / whole, 1.0) : 0;
  };
  return {{"busy_share", rounded(all.busy_share())},
          {"processor_share", threads.processor > 0
                                  ? Json(rounded(part(threads.processor, threads.here)))
                                  : Json(nullptr)},
          {"idle_share", rounded(part(idle, here))},
          {"counted_per_second", history.end() > 0 ? counted / history.end() : 0}};
}

}  // namespace

Json json_of(const RunPage& page) {
  const RunState& history = page.history;
  const std::string problem = !history.runs.empty() ? history.runs.front().start.problem
                              : page.status         ? to_string(page.status->job.problem)
                                                    : "";
  return {{"file", page.name},
          {"problem", problem},
          {"faults", page.faults},
          {"result", page.result.empty() ? Json(nullptr) : Json::parse(page.result)},
          {"status", page.status ? Json::parse(to_json(*page.status)) : Json(nullptr)},
          {"provenance", json_of(page.provenance)},
          {"starts", starts_of(page)},
          {"saves", history.saves},
          {"save_seconds", rounded(history.save_seconds)},
          {"lines_skipped", history.skipped},
          {"use", use_of(history)},
          {"hosts", hosts_of(page)},
          {"ranks", ranks_of(history)},
          {"lengths", lengths_of(history.lengths)},
          {"step_seconds", rounded(step_of_rates(history))},
          {"rates", rates_of(history)},
          {"end", end_of(history)},
          {"incidents", incidents_of(history)},
          {"incidents_left_out", history.left_out},
          {"version", version()}};
}

}  // namespace nqueens
