// The page: its style, its tables, and the order of its charts.

#include "report/run_page.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <utility>

#include "core/duration.hpp"
#include "core/number.hpp"
#include "core/timestamp.hpp"
#include "report/chart.hpp"
#include "report/json.hpp"
#include "report/run_charts.hpp"
#include "report/version.hpp"

namespace nqueens {
namespace {

constexpr std::size_t max_rows = 200;

constexpr std::string_view style = R"(<style>
:root { color-scheme: light dark; --ink: #1c2430; --faint: #5b6675; --paper: #ffffff;
  --grid: #e3e7ec; --c0: #1f6fb4; --c1: #7a8594; --c2: #c2410c; --c3: #a16207; --c4: #15803d; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6eaf0; --faint: #9aa5b4; --paper: #12161c;
  --grid: #2a313b; --c0: #5aa9e6; --c1: #8b96a5; --c2: #fb8c5a; --c3: #e5b94a; --c4: #5cc98a; } }
@media print { :root { color-scheme: light; --ink: #000; --faint: #444; --paper: #fff;
  --grid: #ddd; --c0: #1f6fb4; --c1: #7a8594; --c2: #c2410c; --c3: #a16207; --c4: #15803d; }
  section, svg, tr { break-inside: avoid; } body { max-width: none; } }
body { background: var(--paper); color: var(--ink); font: 15px/1.5 system-ui, sans-serif;
  max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.6rem; margin-bottom: 0.2rem; } h2 { font-size: 1.15rem; margin: 2rem 0 0.5rem; }
p { color: var(--faint); margin: 0.3rem 0; } .number { color: var(--ink); font-size: 1.5rem;
  font-variant-numeric: tabular-nums; overflow-wrap: anywhere; margin: 0.5rem 0; }
table { border-collapse: collapse; width: 100%; font-size: 0.9rem; }
th, td { text-align: left; padding: 0.25rem 0.8rem 0.25rem 0; vertical-align: top;
  border-bottom: 1px solid var(--grid); overflow-wrap: anywhere; }
th { color: var(--faint); font-weight: 600; overflow-wrap: normal; }
.facts td:first-child { width: 11rem; color: var(--faint); }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
code { font: 0.85rem/1.4 ui-monospace, monospace; overflow-wrap: anywhere; }
svg { width: 100%; height: auto; } .axis { fill: var(--faint); font: 12px system-ui, sans-serif; }
.grid { stroke: var(--grid); } .base { stroke: var(--faint); }
.line { fill: none; stroke-width: 2; stroke-linejoin: round; } .area { opacity: 0.18; }
.mark { stroke-dasharray: 4 4; stroke-width: 1.5; } .rest { fill: var(--grid); }
.line.c0, .mark.c0 { stroke: var(--c0); } .line.c1, .mark.c1 { stroke: var(--c1); }
.line.c2, .mark.c2 { stroke: var(--c2); } .area.c0, .bar.c0, .dot.c0 { fill: var(--c0); }
.area.c1, .dot.c1 { fill: var(--c1); } .dot.c2 { fill: var(--c2); } .dot.c3 { fill: var(--c3); }
.key::before { content: ""; display: inline-block; width: 1em; height: 0.25em; margin: 0 0.4em;
  vertical-align: middle; background: var(--c0); } .key.c1::before { background: var(--c1); }
</style>
)";

using Row = std::vector<std::string>;

/// @param head  none: names and what they stand for
/// @param numbers  for each column whether it holds numbers, as 'n' or '-'; 'c' is code
std::string table(const Row& head, std::string_view numbers, const std::vector<Row>& rows) {
  const auto cell = [numbers](std::string_view tag, std::size_t column, const std::string& text) {
    const bool code = numbers[column] == 'c' && tag == "td";
    return fmt::format("<{}{}>{}{}{}</{}>", tag, numbers[column] == 'n' ? " class=\"n\"" : "",
                       code ? "<code>" : "", escaped(text), code ? "</code>" : "", tag);
  };
  std::string out = head.empty() ? "<table class=\"facts\">\n" : "<table>\n<tr>";
  for (std::size_t column = 0; column < head.size(); ++column) {
    out += cell("th", column, head[column]);
  }
  out += head.empty() ? "" : "</tr>\n";
  for (std::size_t row = 0; row < std::min(rows.size(), max_rows); ++row) {
    out += "<tr>";
    for (std::size_t column = 0; column < rows[row].size(); ++column) {
      out += cell("td", column, rows[row][column]);
    }
    out += "</tr>\n";
  }
  out += "</table>\n";
  return rows.size() <= max_rows
             ? out
             : out + fmt::format("<p>and {} more rows</p>\n", rows.size() - max_rows);
}

std::string section(std::string_view title, const std::string& content) {
  return content.empty() ? ""
                         : fmt::format("<section>\n<h2>{}</h2>\n{}</section>\n", title, content);
}

/// A field of a result as text; empty where it is not there.
std::string field(const Json& json, const char* name) {
  const auto found = json.find(name);
  if (found == json.end() || found->is_null()) {
    return {};
  }
  return found->is_string() ? found->get<std::string>() : dump(*found);
}

double number(const Json& json, const char* name) {
  const auto found = json.find(name);
  return found != json.end() && found->is_number() ? found->get<double>() : 0;
}

std::string how_checked(const Json& result) {
  const auto disputes = static_cast<std::uint64_t>(number(result, "disputes"));
  std::string text =
      field(result, "tasks_confirmed") + " of " +
      amount_of(static_cast<std::uint64_t>(number(result, "tasks")), "task") +
      (number(result, "tasks_confirmed") == 1 ? " was counted twice and agrees; "
                                              : " were counted twice and agree; ") +
      (disputes == 0 ? "no dispute. " : amount_of(disputes, "dispute") + ", settled. ");
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

std::string hosts_of(const Json& result) {
  const auto hosts = result.find("hosts");
  if (hosts == result.end() || !hosts->is_array()) {
    return {};
  }
  constexpr std::size_t most = 20;
  std::string text;
  for (std::size_t i = 0; i < std::min(hosts->size(), most); ++i) {
    text += (i > 0 ? ", " : "") +
            ((*hosts)[i].is_string() ? (*hosts)[i].get<std::string>() : std::string("?"));
  }
  return hosts->size() > most ? text + fmt::format(" and {} more", hosts->size() - most) : text;
}

std::string result_section(const Json& result) {
  const std::string quantity =
      result.contains("sum_of_part") ? "sum_of_part" : field(result, "quantity");
  std::string name = quantity;
  std::ranges::replace(name, '_', ' ');
  std::vector<Row> rows = {
      {"checked", how_checked(result)},
      {"began", field(result, "started")},
      {"ended", field(result, "ended")},
      {"time at work", format_duration(number(result, "seconds"))},
      {"kernel time", format_duration(number(result, "worker_seconds"))},
      {"hosts", hosts_of(result)},
      {"kernels", field(result, "kernel")},
      {"decomposition",
       "symmetry " + field(result, "symmetry") + ", depth " + field(result, "depth")},
      {"nodes", field(result, "nodes")},
      {"version", field(result, "version")},
  };
  if (const std::string fundamental = field(result, "fundamental"); !fundamental.empty()) {
    rows.insert(rows.begin(), {"fundamental solutions", fundamental});
  }
  return fmt::format("<p class=\"number\">{} {}</p>\n", escaped(field(result, quantity.c_str())),
                     escaped(name)) +
         table({}, "--", rows);
}

std::string status_section(const StatusReport& status) {
  return table(
      {}, "--",
      {{"file", status.file},
       {"job", to_string(status.job.problem) + ", " + describe_cut(status.job)},
       {"done", fmt::format("{} of {}, {} of the expected work", status.tasks_done,
                            amount_of(status.tasks, "task"), format_share(status.share_done))},
       {"so far", to_string(status.count) + " " + std::string(status.job.problem.row().quantity())},
       {"counted twice", amount_of(status.tasks_confirmed, "task")},
       {"saved", format_timestamp(static_cast<double>(status.saved_at))},
       {"time at work", format_duration(status.runs.elapsed_seconds)},
       {"kernel time", format_duration(status.runs.worker_seconds)},
       {"starts", std::to_string(status.runs.starts)},
       {"workers lost", std::to_string(status.runs.lost_workers)},
       {"disputes", std::to_string(status.runs.disputes)},
       {"kernels", status.runs.kernels}});
}

std::string how_it_ended(const LoggedRun& run) {
  if (run.finished) {
    return "finished";
  }
  if (run.reason.empty()) {
    return "no word: at work or killed";
  }
  return "stopped: " + run.reason + (run.saved ? "; saved" : "; NOT saved");
}

std::string starts_section(const RunHistory& history) {
  std::vector<Row> rows;
  for (const LoggedRun& run : history.runs) {
    int workers = 0;
    for (const int each : run.start.ranks) {
      workers += each;
    }
    const double share = run.now().share_done;
    rows.push_back({std::to_string(run.start.start), format_utc(run.time),
                    format_duration(run.end - run.begin),
                    fmt::format("{} x {}", run.start.ranks.size(), workers),
                    format_share(run.start.before.share_done) + " to " + format_share(share),
                    std::to_string(run.now().lost), std::to_string(run.now().retries),
                    std::to_string(run.confirmed), how_it_ended(run)});
  }
  std::string out = table({"start", "began (UTC)", "took", "ranks x workers", "work done", "lost",
                           "returned", "checks", "end"},
                          "n---nnnn-", rows);
  rows.clear();
  for (const LoggedRun& run : history.runs) {
    rows.push_back(
        {std::to_string(run.start.start), run.start.host, run.start.version, run.start.command});
  }
  return out + table({"start", "master on", "version", "command line"}, "n--c", rows);
}

std::string faults_section(const RunHistory& history) {
  std::string out = fault_chart(history);
  std::vector<Row> rows;
  for (const RunHistory::Incident& each : history.incidents) {
    std::string kind(to_string(each.what.kind));
    std::ranges::replace(kind, '_', ' ');
    rows.push_back({format_utc(each.time), kind, each.what.text});
  }
  if (rows.empty()) {
    return out.empty() ? "" : out + "<p>No faults.</p>\n";
  }
  out += table({"when (UTC)", "what", ""}, "---", rows);
  return history.left_out == 0
             ? out
             : out + fmt::format("<p>{} more were left out of the log or this page.</p>\n",
                                 history.left_out);
}

std::string who_section(const RunPage& page, const std::vector<WorkerShare>& hosts) {
  std::vector<Row> rows;
  double all = 0;
  for (const WorkerShare& host : hosts) {
    all += host.busy;
  }
  for (const WorkerShare& host : hosts) {
    rows.push_back({host.host, std::to_string(host.ranks), std::to_string(host.workers),
                    host.kernel, std::to_string(host.units), format_duration(host.busy),
                    format_share(all > 0 ? host.busy / all : 0), format_share(host.busy_share())});
  }
  if (!rows.empty()) {
    return table(
        {"host", "ranks", "workers", "kernels", "tasks, slices", "kernel time", "share", "busy"},
        "-nn-nnnn", rows);
  }
  for (const WorkerShare& origin : page.origins) {
    rows.push_back(
        {origin.host, origin.kernel, std::to_string(origin.units), format_duration(origin.busy)});
  }
  return rows.empty() ? "" : table({"host", "kernel", "tasks", "kernel time"}, "--nn", rows);
}

std::string notes(const RunHistory& history) {
  std::string text =
      fmt::format("{} saves took {}.", history.saves, format_duration(history.save_seconds));
  if (history.skipped > 0) {
    text += fmt::format(" {} in the log could not be read and {} left out.",
                        amount_of(history.skipped, "line"), history.skipped == 1 ? "is" : "are");
  }
  return "<p>" + text + "</p>\n";
}

}  // namespace

std::string to_html(const RunPage& page) {
  const RunHistory& history = page.history;
  const std::string problem = !history.runs.empty() ? history.runs.front().start.problem
                              : page.status         ? to_string(page.status->job.problem)
                                                    : "";
  const std::string title = escaped("nqueens " + problem + ": " + page.name);
  const std::vector<WorkerShare> hosts = loads_of_hosts(history);
  std::string out(run_page_start);
  out +=
      "<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" "
      "content=\"width=device-width, initial-scale=1\">\n<title>" +
      title + "</title>\n" + std::string(style) + "</head>\n<body>\n<h1>" + title + "</h1>\n";
  out += "<p>Made by nqueens " + escaped(version()) + "</p>\n";
  if (!history.result.empty()) {
    out += section("Result", result_section(Json::parse(history.result)));
  }
  if (page.status && history.result.empty()) {
    out += section("Checkpoint", status_section(*page.status));
  }
  if (history.runs.empty()) {
    out +=
        "<p>There is no log of runs beside the checkpoint, or nothing in it, so there is nothing "
        "to "
        "say of times, ranks and faults.</p>\n";
  } else {
    out += section("Starts", starts_section(history) + notes(history));
  }
  out += section("Rate over time", rate_chart(history));
  out += section("Work done over time", work_chart(history));
  out += section("Who counted what", who_section(page, hosts));
  out += section("Load by host", load_chart("host", hosts));
  out += section("Load by rank", load_chart("rank", loads_of_ranks(history)));
  out += section("Length of tasks", length_chart(history.lengths));
  out += section("The tail at the end", tail_chart(history));
  out += section("Faults", faults_section(history));
  return out + "</body>\n</html>\n";
}

}  // namespace nqueens
