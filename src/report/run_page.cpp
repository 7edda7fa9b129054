// The page: its tables and charts, in their order.

#include "report/run_page.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <optional>
#include <utility>

#include "core/number.hpp"
#include "core/time.hpp"
#include "report/html.hpp"
#include "report/json.hpp"
#include "report/version.hpp"

namespace nqueens {
namespace {

std::string text_of(const Json& value) {
  constexpr std::size_t max_shown = 40;
  if (!value.is_array()) {
    return value.is_string() ? value.get<std::string>() : dump(value);
  }
  std::string text;
  for (std::size_t i = 0; i < std::min(value.size(), max_shown); ++i) {
    text += (i > 0 ? ", " : "") + text_of(value[i]);
  }
  return value.size() <= max_shown ? text
                                   : text + fmt::format(" and {} more", value.size() - max_shown);
}

/// A field of a result as text; empty if it is absent or null.
std::string field(const Json& json, const char* name) {
  const auto found = json.find(name);
  return found == json.end() || found->is_null() ? "" : text_of(*found);
}

std::string how_checked(const Json& result) {
  std::string text = "Counted twice with the same result: " + field(result, "tasks_confirmed") +
                     " of " + field(result, "tasks") +
                     " tasks. Disputes, all settled: " + field(result, "disputes") + ". ";
  const auto second = result.find("second_count");
  if (second != result.end() && second->is_object()) {
    text += "The second count by another decomposition " +
            std::string(field(*second, "agrees") == "true" ? "agrees. " : "DISAGREES. ");
  }
  const std::string agrees = field(result, "agrees");
  return text + (agrees.empty()     ? "There is no published count to compare with."
                 : agrees == "true" ? "The count agrees with " + field(result, "sequence") + "."
                                    : "The count DISAGREES with the published one.");
}

std::string in_words(std::string name) {
  std::ranges::replace(name, '_', ' ');
  return name;
}

std::string result_section(const Json& result) {
  const std::string quantity =
      result.contains("sum_of_part") ? "sum_of_part" : field(result, "quantity");
  Rows facts = {{"checked", how_checked(result)}};
  for (const auto& [name, value] : result.items()) {
    if (!value.is_null()) {
      facts.push_back({in_words(name), name.ends_with("seconds") && value.is_number()
                                           ? format_duration(value.get<double>())
                                           : text_of(value)});
    }
  }
  return fmt::format("<p class=\"number\">{} {}</p>\n", escaped(field(result, quantity.c_str())),
                     escaped(in_words(quantity))) +
         table({}, "--", facts);
}

std::string how_it_ended(const LoggedRun& run) {
  if (run.finished) {
    return "finished";
  }
  return run.stop.reason.empty()
             ? "no word: at work or killed"
             : "stopped: " + run.stop.reason + (run.stop.saved ? "; saved" : "; NOT saved");
}

std::string starts_section(const RunHistory& history) {
  Rows work;
  Rows programs;
  for (const LoggedRun& run : history.runs) {
    const RunStart& start = run.start;
    const Progress& now = run.now();
    work.push_back({std::to_string(start.start), format_utc(run.time),
                    format_duration(run.end - run.begin),
                    fmt::format("{} x {}", start.ranks.size(),
                                std::reduce(start.ranks.begin(), start.ranks.end())),
                    format_share(start.before.share_done) + " to " + format_share(now.share_done),
                    std::to_string(now.lost), std::to_string(now.retries),
                    std::to_string(run.confirmed), how_it_ended(run)});
    programs.push_back({std::to_string(start.start), start.host, start.version, start.command});
  }
  std::string note =
      fmt::format("{} saves took {}.", history.saves, format_duration(history.save_seconds));
  if (history.skipped > 0) {
    note += fmt::format(" {} in the log could not be read and {} left out.",
                        amount_of(history.skipped, "line"), history.skipped == 1 ? "is" : "are");
  }
  return table({"start", "began", "took", "ranks x workers", "work done", "lost", "returned",
                "checks", "end"},
               "n---nnnn-", work) +
         table({"start", "master on", "version", "command line"}, "n--c", programs) +
         paragraph(note);
}

/// Without a log, by what the checkpoint says of its tasks.
std::string who_section(const RunPage& page, const std::vector<WorkerShare>& hosts) {
  const auto if_logged = [&](std::string text) { return hosts.empty() ? "" : std::move(text); };
  const std::vector<WorkerShare>& shares = hosts.empty() ? page.origins : hosts;
  double all = 0;
  for (const WorkerShare& each : shares) {
    all += each.busy;
  }
  Rows rows;
  for (const WorkerShare& each : shares) {
    rows.push_back(
        {each.host, if_logged(std::to_string(each.ranks)), if_logged(std::to_string(each.workers)),
         each.kernel, std::to_string(each.units), format_duration(each.busy),
         format_share(all > 0 ? each.busy / all : 0), if_logged(format_share(each.busy_share()))});
  }
  return table(
      {"host", "ranks", "workers", "kernels", "tasks, slices", "kernel time", "share", "busy"},
      "-nn-nnnn", rows);
}

/// A chart, and what stands below it.
std::string chart_section(const Chart& chart, const std::string& text = "",
                          const std::string& table = "") {
  return section(chart.title, drawn(chart) + table + paragraph(text));
}

Axis share_axis(const std::string& label) {
  return {.label = label, .text = format_share, .unit = 0.01};
}

/// Up to a little more than the highest point.
Axis axis_over(const std::string& label, const Series& series, double at_least) {
  double high = 0;
  for (const auto& point : series.points) {
    high = std::max(high, point.second);
  }
  return {.label = label, .high = std::max(1.05 * high, at_least)};
}

Axis time_at_work(const RunHistory& history) {
  return time_axis("time at work", 0, history.end());
}

std::vector<Mark> starts(const RunHistory& history, std::optional<double> y = {}) {
  std::vector<Mark> marks;
  for (const LoggedRun& run : history.runs) {
    marks.push_back({.x = run.begin,
                     .y = y,
                     .text = fmt::format("start {}, {}", run.start.start, format_utc(run.time))});
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

std::string rate_and_work_sections(const RunHistory& history) {
  const double interval = std::max(history.end() / 120, 1.0);  // of the points
  Series rate{.name = "solutions a second", .filled = true};
  Series done{.name = "work done"};
  double all = 0;
  for (const LoggedRun& run : history.runs) {
    done.points.emplace_back(run.begin, run.start.before.share_done);
    double from = run.begin;
    double counted = 0;
    for (const LoggedRun::Point& point : run.points) {
      counted += point.counted;
      const double seconds = point.at - from;
      // At the end all results come at once: alone they would be a needle.
      const bool is_last = &point == &run.points.back();
      if (seconds > 0 && (is_last || std::min(seconds, run.end - point.at) >= interval)) {
        rate.points.emplace_back(from, counted / seconds);
        rate.points.emplace_back(point.at, counted / seconds);
        done.points.emplace_back(point.at, point.now.share_done);
        all += std::exchange(counted, 0);
        from = point.at;
      }
    }
  }
  if (rate.points.empty()) {
    return {};
  }
  return chart_section(
             {.title = "Rate over time",
              .x = time_at_work(history),
              .y = axis_over("per second", rate, 1e-9),
              .series = {rate},
              .marks = starts(history)},
             fmt::format("On average {} a second. A dashed line is a start of the job. Time "
                         "between starts is left out.",
                         short_number(all / history.end()))) +
         chart_section({.title = "Work done over time",
                        .x = time_at_work(history),
                        .y = share_axis("work done"),
                        .series = {done},
                        .marks = starts(history)});
}

/// How busy hosts or ranks were: a bar for each, or a curve of many.
std::string load_section(const std::string& what, const std::vector<WorkerShare>& loads) {
  constexpr std::size_t max_bars = 40;
  if (loads.empty()) {
    return {};
  }
  Rows rows;
  std::vector<double> shares;
  WorkerShare sum;
  for (const WorkerShare& load : loads) {
    const double share = load.busy_share();
    rows.push_back({load.host, format_share(share), format_duration(load.here), bar(share)});
    shares.push_back(share);
    sum.add(load);
  }
  const std::string title = "Load by " + what;
  const std::string text =
      fmt::format("Busy {} of the time of all workers, idle {}.", format_share(sum.busy_share()),
                  format_share(sum.here > 0 ? 1 - sum.busy_share() : 0));
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

std::string length_section(const LengthHistogram& lengths) {
  std::uint64_t most = 1;
  for (const auto& [k, units] : lengths) {
    most = std::max(most, units);
  }
  Rows rows;
  for (const auto& [k, units] : lengths) {
    rows.push_back({short_time(std::ldexp(1, k)) + " to " + short_time(std::ldexp(1, k + 1)),
                    std::to_string(units),
                    bar(static_cast<double>(units) / static_cast<double>(most))});
  }
  return rows.empty() ? ""
                      : section("Length of tasks",
                                table({"time in the kernel", "tasks, slices", ""}, "-nh", rows));
}

std::string tail_section(const RunHistory& history) {
  if (history.runs.empty() || history.runs.back().points.size() < 3) {
    return {};
  }
  const LoggedRun& run = history.runs.back();
  const double shown = std::clamp((run.end - run.begin) / 20, 20.0, 1800.0);
  Series working{.name = "workers with work", .filled = true};
  Series here{.name = "workers here"};
  double idle_seconds = 0;
  double seconds = 0;
  for (const LoggedRun::Point& point : run.points) {
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
      {.title = "The tail at the end",
       .x = time_axis("time before the end", std::min(from, -1.0), 0),
       .y = axis_over("workers", here, 1),
       .series = {working, here}},
      fmt::format("In the last {} workers waited for {} of {}, all workers together.",
                  format_duration(-from), format_duration(idle_seconds), format_duration(seconds)));
}

std::string faults_section(const RunHistory& history) {
  using Kind = RunIncident::Kind;
  enum Row { saves, counts, workers, stops, begins };
  constexpr std::array names = {"saves", "counts", "workers", "stops", "starts"};
  if (history.runs.empty()) {
    return {};
  }
  std::vector<Mark> marks = starts(history, begins);
  for (const LoggedRun& run : history.runs) {
    if (!run.finished && !run.points.empty()) {
      const std::string& reason = run.stop.reason;
      marks.push_back({.x = run.end,
                       .y = stops,
                       .text = reason.empty() ? "ended without a word" : reason,
                       .colour = 3});
    }
  }
  Rows rows;
  for (const auto& [at, time, what] : history.incidents) {
    const std::string kind = in_words(std::string(to_string(what.kind)));
    const bool is_good = what.kind == Kind::back || what.kind == Kind::settled;
    const Row not_of_workers = what.kind == Kind::save_failed ? saves : counts;
    marks.push_back({.x = at,
                     .y = what.kind <= Kind::set_aside ? workers : not_of_workers,
                     .text = what.text.empty() ? kind : what.text,
                     .colour = is_good ? 0 : 2});
    rows.push_back({format_utc(time), kind, what.text});
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

}  // namespace

std::string to_html(const RunPage& page) {
  const RunHistory& history = page.history;
  const std::string problem = !history.runs.empty() ? history.runs.front().start.problem
                              : page.status         ? to_string(page.status->job.problem)
                                                    : "";
  const std::vector<WorkerShare> hosts = loads_of_hosts(history);
  std::string out = paragraph("Made by nqueens " + version());
  if (!history.result.empty()) {
    out += section("Result", result_section(Json::parse(history.result)));
  } else if (page.status) {
    Rows facts = facts_of(*page.status);
    facts.push_back({"disputes", std::to_string(page.status->runs.disputes)});
    out += section("Checkpoint", table({}, "--", facts));
  }
  out += history.runs.empty()
             ? paragraph(
                   "There is no log of runs beside the checkpoint, or nothing in it, so there "
                   "is nothing to say of times, ranks and faults.")
             : section("Starts", starts_section(history));
  out += rate_and_work_sections(history);
  if (!hosts.empty() || !page.origins.empty()) {
    out += section("Who counted what", who_section(page, hosts));
  }
  out += load_section("host", hosts) + load_section("rank", loads_of_ranks(history));
  out += length_section(history.lengths) + tail_section(history) + faults_section(history);
  return std::string(run_page_start) + whole_page("nqueens " + problem + ": " + page.name, out);
}

}  // namespace nqueens
