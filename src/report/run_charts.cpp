// The charts: what is drawn of a history, and in which steps.

#include "report/run_charts.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "core/number.hpp"
#include "core/time.hpp"
#include "report/html.hpp"

namespace nqueens {
namespace {

/// A chart, and what stands below it.
std::string chart_section(const Chart& chart, const std::string& text = "",
                          const std::string& table = "") {
  return section(chart.title, drawn(chart) + table + paragraph(text));
}

Axis share_axis(const std::string& label) {
  return {.label = label,
          .text = [](double share) { return fmt::format("{:.3g} %", 100 * share); },
          .unit = 0.01};
}

/// Up to a little more than the highest point.
Axis axis_over(Axis axis, const Series& series) {
  double high = 0;
  for (const auto& point : series.points) {
    high = std::max(high, point.second);
  }
  axis.high = high > 0 ? 1.05 * high : axis.high;
  return axis;
}

Axis time_at_work(const RunState& history) {
  return time_axis("time at work", 0, history.end());
}

std::vector<Mark> starts(const RunState& history, std::optional<double> y = {}) {
  std::vector<Mark> marks;
  for (const RunState::Run& run : history.runs) {
    marks.push_back({.x = run.begin,
                     .y = y,
                     .text = fmt::format("start {}, {}", run.start.start,
                                         format_time(static_cast<std::int64_t>(run.time)))});
  }
  return marks;
}

/// Three digits are enough, also for less than a second.
std::string short_time(double seconds) {
  if (seconds < 1e-3) {
    return fmt::format("{:.3g} us", seconds * 1e6);
  }
  return seconds < 1 ? fmt::format("{:.3g} ms", seconds * 1e3) : format_duration(seconds);
}

/// The mean length of what a worker is at, at any moment.
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

/// What the workers count in a second, and the work done, in steps of at least such an interval.
/// Results may come rarely, and many at once. So the rate is that of the kernels, times the workers
/// at work.
std::pair<Series, Series> rate_and_work(const RunState& history, double interval) {
  Series rate{.name = "solutions a second", .filled = true};
  Series done{.name = "work done"};
  for (const RunState::Run& run : history.runs) {
    done.points.emplace_back(run.begin, run.start.before.share_done);
    RunState::Point step{.at = run.begin};
    double working = 0;  // seconds of all workers in this step
    bool has_rate = false;
    for (const RunState::Point& point : run.points) {
      step.seconds += point.seconds;
      step.counted += point.counted;
      step.busy += point.busy;
      working += point.seconds * (point.now.workers - point.now.idle);
      const bool is_last = &point == &run.points.back();
      if (is_last || (step.seconds >= interval && step.busy > 0)) {
        if (step.busy > 0 && step.seconds > 0) {
          const double value = step.counted / step.busy * working / step.seconds;
          rate.points.emplace_back(step.at, value);
          rate.points.emplace_back(point.at, value);
          has_rate = true;
        } else if (has_rate) {
          rate.points.back().first = point.at;
        }
        done.points.emplace_back(point.at, point.now.share_done);
        step = {.at = point.at};
        working = 0;
      }
    }
  }
  return {rate, done};
}

}  // namespace

RunState since_merge(RunState history) {
  double merged_at = 0;
  for (const RunInput& input : history.inputs) {
    merged_at = std::max(merged_at, input.ended);
  }
  std::erase_if(history.runs, [&](const RunState::Run& run) { return run.time < merged_at; });
  const double before = history.runs.empty() ? 0 : history.runs.front().begin;
  for (RunState::Run& run : history.runs) {
    run.begin -= before;
    run.end -= before;
    for (RunState::Point& point : run.points) {
      point.at -= before;
    }
  }
  return history;
}

std::string rate_and_work_sections(const RunState& history) {
  if (history.runs.empty()) {
    return {};
  }
  // Every worker should have had results in a step.
  const double interval = std::max({history.end() / 120, 1.0, 2 * length_at_work(history.lengths)});
  const auto [rate, done] = rate_and_work(history, interval);
  if (rate.points.empty()) {
    return section("Rate over time", paragraph("Nothing is done yet."));
  }
  double counted = 0;
  for (const RunState::Run& run : history.runs) {
    counted += run.now().count.approximate() - run.start.before.count.approximate();
  }
  return chart_section(
             {.title = "Rate over time",
              .x = time_at_work(history),
              .y = axis_over({.label = "per second"}, rate),
              .series = {rate},
              .marks = starts(history)},
             fmt::format("The rate of the kernels times the workers at work, as a mean of at least "
                         "{}. Results on average: {} a second. A dashed line is a start of the "
                         "job. Time between starts is left out.",
                         format_duration(interval), short_number(counted / history.end()))) +
         chart_section({.title = "Work done over time",
                        .x = time_at_work(history),
                        .y = axis_over(share_axis("work done"), done),
                        .series = {done},
                        .marks = starts(history)});
}

namespace {

/// The part of the time of all workers in which they had nothing to do.
double idle_share(const RunState& history) {
  double idle = 0;
  double here = 0;
  for (const RunState::Run& run : history.runs) {
    for (const RunState::Point& point : run.points) {
      idle += point.seconds * point.now.idle;
      here += point.seconds * point.now.workers;
    }
  }
  return here > 0 ? idle / here : 0;
}

/// How busy hosts or ranks were: a bar for each, or a curve of many.
std::string load_section(const std::string& what, const std::vector<WorkerShare>& loads,
                         double idle_share) {
  constexpr std::size_t max_bars = 40;
  if (loads.empty()) {
    return {};
  }
  TableRows rows;
  std::vector<double> shares;
  WorkerShare sum;
  for (const WorkerShare& load : loads) {
    const double share = load.busy_share();
    rows.push_back({load.host, format_share(share), format_duration(load.here), bar(share)});
    shares.push_back(share);
    sum.join(load);
  }
  const std::string title = "Load by " + what;
  const std::string text =
      fmt::format("Busy with what is done: {} of the time of all workers. Without work: {}.",
                  format_share(sum.busy_share()), format_share(idle_share));
  if (loads.size() <= max_bars) {
    return section(title, table({what, "busy", "of", ""}, "-nnh", rows) + paragraph(text));
  }
  std::ranges::sort(shares);
  const auto quantile = [&shares](double part) {
    return shares[static_cast<std::size_t>(part * static_cast<double>(shares.size() - 1))];
  };
  Series curve{.name = "busy share", .filled = true};
  for (int i = 0; i <= 100; ++i) {
    curve.points.emplace_back(i / 100.0, quantile(i / 100.0));
  }
  return chart_section(
      {.title = title,
       .x = share_axis("share of " + what + "s, the least busy first"),
       .y = share_axis("busy"),
       .series = {curve}},
      text + fmt::format(" {} {}s: the least busy {}, a tenth below {}, half below {}, nine "
                         "tenths below {}.",
                         loads.size(), what, format_share(quantile(0)), format_share(quantile(0.1)),
                         format_share(quantile(0.5)), format_share(quantile(0.9))));
}

}  // namespace

std::string load_sections(const RunState& history) {
  const double idle = idle_share(history);
  return load_section("host", loads_of_hosts(history), idle) +
         load_section("rank", loads_of_ranks(history), idle);
}

std::string length_section(const LengthHistogram& lengths) {
  std::uint64_t most = 1;
  for (const auto& [k, units] : lengths) {
    most = std::max(most, units);
  }
  TableRows rows;
  for (const auto& [k, units] : lengths) {
    rows.push_back({short_time(std::ldexp(1, k)) + " to " + short_time(std::ldexp(1, k + 1)),
                    std::to_string(units),
                    bar(static_cast<double>(units) / static_cast<double>(most))});
  }
  return rows.empty() ? ""
                      : section("Length of tasks",
                                table({"time in the kernel", "tasks, slices", ""}, "-nh", rows));
}

std::string tail_section(const RunState& history) {
  if (history.runs.empty() || history.runs.back().points.size() < 3) {
    return {};
  }
  const RunState::Run& run = history.runs.back();
  const double shown =
      std::max(std::clamp((run.end - run.begin) / 20, 20.0, 1800.0), 3 * run.points.back().seconds);
  Series working{.name = "workers with work", .filled = true};
  Series here{.name = "workers here"};
  double idle_seconds = 0;
  double seconds = 0;
  for (const RunState::Point& point : run.points) {
    if (point.at >= run.end - shown) {
      const double at = point.at - run.end;
      working.points.emplace_back(at, point.now.workers - point.now.idle);
      here.points.emplace_back(at, point.now.workers);
      idle_seconds += point.seconds * point.now.idle;
      seconds += point.seconds * point.now.workers;
    }
  }
  const double from = here.points.empty() ? -shown : here.points.front().first;
  return chart_section(
      {.title = run.finished ? "The tail at the end" : "The last minutes",
       .x = time_axis("time before the end", std::min(from, -1.0), 0),
       .y = axis_over({.label = "workers", .step = 1}, here),
       .series = {working, here}},
      fmt::format("In the last {} workers waited for {} of {}, all workers together.",
                  format_duration(-from), format_duration(idle_seconds), format_duration(seconds)));
}

std::string faults_section(const RunState& history, bool is_live) {
  using Kind = RunIncident::Kind;
  enum Row { saves, counts, workers, stops, begins };
  constexpr std::array names = {"saves", "counts", "workers", "stops", "starts"};
  if (history.runs.empty()) {
    return {};
  }
  std::vector<Mark> marks = starts(history, begins);
  for (const RunState::Run& run : history.runs) {
    const bool is_at_work = is_live && &run == &history.runs.back();
    if (!run.finished && !run.points.empty() && !is_at_work) {
      const std::string& reason = run.stop.reason;
      marks.push_back({.x = run.end,
                       .y = stops,
                       .text = reason.empty() ? "ended without a word" : reason,
                       .colour = 3});
    }
  }
  TableRows rows;
  for (const auto& [at, time, what] : history.incidents) {
    const std::string kind = in_words(std::string(to_string(what.kind)));
    const bool is_good = what.kind == Kind::back || what.kind == Kind::settled;
    const Row not_of_workers = what.kind == Kind::save_failed ? saves : counts;
    marks.push_back({.x = at,
                     .y = what.kind <= Kind::set_aside ? workers : not_of_workers,
                     .text = what.text.empty() ? kind : what.text,
                     .colour = is_good ? 0 : 2});
    rows.push_back({format_time(static_cast<std::int64_t>(time)), kind, what.text});
  }
  const Chart chart{
      .title = "Faults",
      .x = time_at_work(history),
      .y = {.text = [names](double row) { return names.at(static_cast<std::size_t>(row)); },
            .low = -0.5,
            .high = static_cast<double>(names.size()) - 0.5},
      .marks = marks};
  const std::string left_out =
      history.left_out == 0
          ? ""
          : std::to_string(history.left_out) + " more were left out of the log or this page.";
  return chart_section(chart, rows.empty() ? "No faults." : left_out,
                       rows.empty() ? "" : table({"when", "what", ""}, "---", rows));
}

}  // namespace nqueens
