// Points of charts from the history of runs.

#include "report/run_charts.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "core/duration.hpp"
#include "core/number.hpp"
#include "core/timestamp.hpp"
#include "report/chart.hpp"

namespace nqueens {
namespace {

using Point = LoggedRun::Point;

constexpr std::size_t max_bars = 40;
constexpr double max_points = 240;

double end_of(const RunHistory& history) {
  return history.runs.empty() ? 0 : history.runs.back().end;
}

std::vector<Mark> starts(const RunHistory& history) {
  std::vector<Mark> marks;
  for (const LoggedRun& run : history.runs) {
    marks.push_back(
        {.x = run.begin,
         .text = fmt::format("start {}, {} UTC", run.start.start, format_utc(run.time))});
  }
  return marks;
}

std::string paragraph(const std::string& text) {
  return "<p>" + escaped(text) + "</p>\n";
}

/// Three digits are enough, also for less than a second.
std::string short_time(double seconds) {
  if (seconds < 1e-3) {
    return fmt::format("{:.3g} us", seconds * 1e6);
  }
  return seconds < 1 ? fmt::format("{:.3g} ms", seconds * 1e3) : format_duration(seconds);
}

double highest(const Series& series) {
  double high = 0;
  for (const auto& point : series.points) {
    high = std::max(high, point.second);
  }
  return high;
}

}  // namespace

std::vector<WorkerShare> loads_of_hosts(const RunHistory& history) {
  std::map<std::string, WorkerShare> all;
  for (const LoggedRun& run : history.runs) {
    std::map<std::string, WorkerShare> hosts;  // of this run
    for (const auto& [number, rank] : run.ranks) {
      const auto [host, is_new] = hosts.try_emplace(rank.host, rank);
      if (!is_new) {
        host->second.add(rank);
      }
      std::string& kernels = all[rank.host].kernel;
      if (!rank.kernel.empty() &&
          (", " + kernels + ",").find(", " + rank.kernel + ",") == std::string::npos) {
        kernels += (kernels.empty() ? "" : ", ") + rank.kernel;
      }
    }
    for (auto& [name, host] : hosts) {
      WorkerShare& sum = all[name];
      const int ranks = std::max(sum.ranks, host.ranks);
      const int workers = std::max(sum.workers, host.workers);
      sum.add(host);
      sum.ranks = ranks;
      sum.workers = workers;
    }
  }
  std::vector<WorkerShare> loads;
  for (auto& [name, host] : all) {
    host.host = name.empty() ? "unknown" : name;
    loads.push_back(std::move(host));
  }
  std::ranges::stable_sort(loads, std::ranges::greater(), &WorkerShare::busy);
  return loads;
}

std::vector<WorkerShare> loads_of_ranks(const RunHistory& history) {
  std::vector<WorkerShare> loads;
  for (const LoggedRun& run : history.runs) {
    for (const auto& [number, rank] : run.ranks) {
      loads.push_back(rank);
      loads.back().host = fmt::format("start {}, rank {}", run.start.start, number);
    }
  }
  return loads;
}

namespace {

struct Chunk {
  double from = 0;
  double to = 0;
  double counted = 0;
};

/// The points of a run in chunks of at least so many seconds.
std::vector<Chunk> chunks_of(const LoggedRun& run, double least) {
  std::vector<Chunk> chunks;
  for (const Point& point : run.points) {
    if (chunks.empty() || chunks.back().to - chunks.back().from >= least) {
      chunks.push_back({.from = chunks.empty() ? run.begin : chunks.back().to});
    }
    chunks.back().to = point.at;
    chunks.back().counted += point.counted;
  }
  // At the end all results come at once: the last chunk alone would be a needle.
  if (chunks.size() > 1 && chunks.back().to - chunks.back().from < least) {
    const Chunk last = chunks.back();
    chunks.pop_back();
    chunks.back().to = last.to;
    chunks.back().counted += last.counted;
  }
  return chunks;
}

}  // namespace

std::string rate_chart(const RunHistory& history) {
  const double end = end_of(history);
  const double least = std::max(end / (max_points / 2), 1.0);
  Series rate{.name = "solutions a second", .points = {}, .filled = true};
  double all = 0;
  for (const LoggedRun& run : history.runs) {
    for (const Chunk& chunk : chunks_of(run, least)) {
      if (chunk.to > chunk.from) {
        const double value = chunk.counted / (chunk.to - chunk.from);
        rate.points.emplace_back(chunk.from, value);
        rate.points.emplace_back(chunk.to, value);
        all += chunk.counted;
      }
    }
  }
  if (rate.points.empty()) {
    return {};
  }
  return line_chart("Rate over time", time_axis("time at work", 0, end),
                    {.label = "per second", .high = std::max(1.05 * highest(rate), 1e-9)}, {rate},
                    starts(history)) +
         paragraph(fmt::format("On average {} a second. A dashed line is a start of the job. Time "
                               "between starts is left out.",
                               short_number(end > 0 ? all / end : 0)));
}

std::string work_chart(const RunHistory& history) {
  const double end = end_of(history);
  Series done{.name = "work done", .points = {}};
  for (const LoggedRun& run : history.runs) {
    double next = 0;
    done.points.emplace_back(run.begin, run.start.before.share_done);
    for (const Point& point : run.points) {
      if (point.at >= next || &point == &run.points.back()) {
        done.points.emplace_back(point.at, point.now.share_done);
        next = point.at + end / max_points;
      }
    }
  }
  if (done.points.size() < 2) {
    return {};
  }
  return line_chart("Work done over time", time_axis("time at work", 0, end),
                    {.label = "work done", .text = format_share, .unit = 0.01}, {done},
                    starts(history));
}

std::string load_chart(const std::string& what, const std::vector<WorkerShare>& loads) {
  if (loads.empty()) {
    return {};
  }
  std::vector<double> shares;
  double busy = 0;
  double here = 0;
  for (const WorkerShare& load : loads) {
    shares.push_back(load.busy_share());
    busy += load.busy;
    here += load.here;
  }
  const std::string sum = fmt::format("Busy {} of the time of all workers, idle {}.",
                                      format_share(here > 0 ? std::min(busy / here, 1.0) : 0),
                                      format_share(here > 0 ? std::max(1 - busy / here, 0.0) : 0));
  if (loads.size() <= max_bars) {
    std::vector<Bar> bars;
    for (const WorkerShare& load : loads) {
      bars.push_back({.label = load.host,
                      .value = load.busy_share(),
                      .text = fmt::format("{} of {}", format_share(load.busy_share()),
                                          format_duration(load.here))});
    }
    return bar_chart("Busy share by " + what, 1, bars) + paragraph(sum);
  }
  std::ranges::sort(shares);
  const auto quantile = [&shares](double part) {
    return shares[static_cast<std::size_t>(part * static_cast<double>(shares.size() - 1))];
  };
  Series curve{.name = "busy share", .points = {}, .filled = true};
  constexpr int steps = 100;
  for (int i = 0; i <= steps; ++i) {
    curve.points.emplace_back(i / 100.0, quantile(i / 100.0));
  }
  return line_chart("Busy share by " + what,
                    {.label = "share of " + what + "s, the least busy first",
                     .text = format_share,
                     .unit = 0.01},
                    {.label = "busy", .text = format_share, .unit = 0.01}, {curve}) +
         paragraph(sum) +
         paragraph(fmt::format(
             "{} {}s: the least busy {}, a tenth below {}, half below {}, nine tenths below {}.",
             shares.size(), what, format_share(quantile(0)), format_share(quantile(0.1)),
             format_share(quantile(0.5)), format_share(quantile(0.9))));
}

/// "1 task or slice", "2 tasks and slices".
std::string units_text(std::uint64_t number) {
  return std::to_string(number) + (number == 1 ? " task or slice" : " tasks and slices");
}

std::string length_chart(const LengthHistogram& lengths) {
  if (lengths.empty()) {
    return {};
  }
  std::vector<Bar> bars;
  std::uint64_t most = 0;
  std::uint64_t all = 0;
  const auto text = [](int k) { return short_time(std::ldexp(1.0, k)); };
  for (int k = lengths.begin()->first; k <= lengths.rbegin()->first; ++k) {
    const auto found = lengths.find(k);
    const std::uint64_t units = found == lengths.end() ? 0 : found->second;
    most = std::max(most, units);
    all += units;
    bars.push_back({.label = text(k),
                    .value = static_cast<double>(units),
                    .text = units_text(units) + " took this to twice as long"});
  }
  return histogram("Length of tasks and slices", "time in the kernel, from this to twice as long",
                   {.label = "tasks, slices", .high = std::max(1.05 * double(most), 1.0)}, bars) +
         paragraph(fmt::format("{}, from {} to {}.", units_text(all), text(lengths.begin()->first),
                               text(lengths.rbegin()->first + 1)));
}

std::string tail_chart(const RunHistory& history) {
  if (history.runs.empty() || history.runs.back().points.size() < 3) {
    return {};
  }
  const LoggedRun& run = history.runs.back();
  const double shown = std::clamp((run.end - run.begin) / 20, 20.0, 1800.0);
  std::array<Series, 2> series{Series{.name = "workers with work", .points = {}, .filled = true},
                               Series{.name = "workers here", .points = {}}};
  double idle_seconds = 0;
  double seconds = 0;
  for (const Point& point : run.points) {
    if (point.at >= run.end - shown) {
      const double at = point.at - run.end;
      series[0].points.emplace_back(at, point.now.workers - point.now.idle);
      series[1].points.emplace_back(at, point.now.workers);
      idle_seconds += point.seconds * point.now.idle;
      seconds += point.seconds * point.now.workers;
    }
  }
  const double from = series[0].points.empty() ? -shown : series[0].points.front().first;
  return line_chart("The tail: workers with work at the end",
                    time_axis("time before the end", std::min(from, -1.0), 0),
                    {.label = "workers", .high = std::max(1.05 * highest(series[1]), 1.0)},
                    {series[0], series[1]}) +
         paragraph(fmt::format("In the last {} workers waited for {} of {}, all workers together.",
                               format_duration(-from), format_duration(idle_seconds),
                               format_duration(seconds)));
}

std::string fault_chart(const RunHistory& history) {
  using Kind = RunIncident::Kind;
  const std::vector<std::string> rows = {"starts", "stops", "workers", "counts", "saves"};
  std::vector<Mark> marks;
  for (const Mark& start : starts(history)) {
    marks.push_back({.x = start.x, .text = start.text, .colour = 1, .row = 0});
  }
  for (const LoggedRun& run : history.runs) {
    if (!run.finished && !run.points.empty()) {
      marks.push_back({.x = run.end,
                       .text = run.reason.empty() ? "ended without a word" : run.reason,
                       .colour = 3,
                       .row = 1});
    }
  }
  for (const RunHistory::Incident& each : history.incidents) {
    const Kind kind = each.what.kind;
    const bool of_workers = kind <= Kind::set_aside;
    const bool is_good = kind == Kind::back || kind == Kind::settled;
    marks.push_back({.x = each.at,
                     .text = each.what.text.empty() ? std::string(to_string(kind)) : each.what.text,
                     .colour = is_good ? 0 : 2,
                     .row = of_workers ? 2 : (kind == Kind::save_failed ? 4 : 3)});
  }
  if (history.runs.empty()) {
    return {};
  }
  return time_line("Faults over time", time_axis("time at work", 0, end_of(history)), rows, marks);
}

}  // namespace nqueens
