// The page: its tables, and the charts between them.

#include "report/run_page.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

#include "core/number.hpp"
#include "core/text.hpp"
#include "core/time.hpp"
#include "report/html.hpp"
#include "report/json.hpp"
#include "report/run_charts.hpp"
#include "report/version.hpp"

namespace nqueens {
namespace {

std::string text_of(const Json& value) {
  if (!value.is_array()) {
    return value.is_string() ? value.get<std::string>() : dump(value);
  }
  return first_forty(value, [](const Json& each) { return text_of(each); });
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

std::string quantity_of(const Json& result) {
  return result.contains("sum_of_part") ? "sum_of_part" : field(result, "quantity");
}

std::string number_line_of(const Json& result) {
  const std::string quantity = quantity_of(result);
  return fmt::format("<p class=\"number\">{} {}</p>\n", shown(field(result, quantity.c_str())),
                     shown(in_words(quantity)));
}

std::string result_section(const Json& result) {
  const std::string quantity = quantity_of(result);
  TableRows facts = {{"checked", how_checked(result)}};
  for (const auto& [name, value] : result.items()) {
    if (const auto unit = name.rfind("seconds"); unit != std::string::npos && value.is_number()) {
      facts.push_back(
          {in_words(name.substr(0, unit) + "time"), format_duration(value.get<double>())});
    } else if (!value.is_null() && name != quantity && name != "provenance" && name != "ranks" &&
               name != "workers") {
      facts.push_back({in_words(name), text_of(value)});
    }
  }
  return number_line_of(result) + table({}, "--", facts);
}

/// How things stand, by a log alone.
std::string state_section(const RunState::Run& run) {
  const RunStart& start = run.start;
  TableRows facts = {{"job", start.problem + ", " + start.cut +
                                 (start.part.empty() ? "" : ", part " + start.part)}};
  const TableRows more =
      facts_of(run.progress(), run.stop.reason.empty() ? std::optional(run.time + run.now().seconds)
                                                       : std::nullopt);
  facts.insert(facts.end(), more.begin(), more.end());
  facts.push_back({"counted so far", to_string(run.now().count)});
  return section("So far", table({}, "--", facts));
}

std::string how_it_ended(const RunState::Run& run, bool is_live) {
  if (run.finished || is_live) {
    return run.finished ? "finished" : "at work";
  }
  return run.stop.reason.empty()
             ? "no word: at work or killed"
             : "stopped: " + run.stop.reason + (run.stop.saved ? "; saved" : "; NOT saved");
}

/// @param is_live  the last run is at work
std::string starts_section(const RunState& history, bool is_live) {
  TableRows work;
  TableRows ends;
  for (const RunState::Run& run : history.runs) {
    const RunStart& start = run.start;
    const Progress& now = run.now();
    work.push_back({std::to_string(start.start), format_time(static_cast<std::int64_t>(run.time)),
                    format_duration(run.end - run.begin), std::to_string(start.ranks.size()),
                    std::to_string(std::reduce(start.ranks.begin(), start.ranks.end())),
                    format_share(now.share_done), std::to_string(now.lost),
                    std::to_string(now.retries), std::to_string(run.confirmed)});
    ends.push_back({std::to_string(start.start),
                    how_it_ended(run, is_live && &run == &history.runs.back()), start.host});
  }
  std::string note =
      fmt::format("{} saves took {}.", history.saves, format_duration(history.save_seconds));
  if (history.skipped > 0) {
    note += fmt::format(" {} in the log could not be read and {} left out.",
                        amount_of(history.skipped, "line"), history.skipped == 1 ? "is" : "are");
  }
  return table({"start", "began", "took", "ranks", "workers", "done", "lost", "returned", "checks"},
               "n-nnnnnnn", work) +
         table({"start", "end", "master on"}, "n--", ends) + paragraph(note);
}

/// Without a log, by what the checkpoint says of its tasks.
std::string who_section(const RunPage& page, const std::vector<WorkerShare>& hosts) {
  const auto if_logged = [&](std::string text) { return hosts.empty() ? "" : std::move(text); };
  const std::vector<WorkerShare>& shares = hosts.empty() ? page.origins : hosts;
  double all = 0;
  for (const WorkerShare& each : shares) {
    all += each.busy;
  }
  TableRows rows;
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

}  // namespace

std::string number_line_of(const RunPage& page) {
  return page.result.empty() ? "" : number_line_of(Json::parse(page.result));
}

std::string to_html(const RunPage& page) {
  const RunState& history = page.history;
  const std::string problem = !history.runs.empty() ? history.runs.front().start.problem
                              : page.status         ? to_string(page.status->job.problem)
                                                    : "";
  const std::vector<WorkerShare> hosts = loads_of_hosts(history);
  const bool is_live = page.status && page.status->live;
  std::string out = paragraph("Made by nqueens " + version());
  for (const std::string& fault : page.faults) {
    out += paragraph("DISAGREES: " + fault);
  }
  if (!page.result.empty()) {
    out += section("Result", result_section(Json::parse(page.result)));
  } else if (page.status) {
    TableRows facts = facts_of(*page.status);
    facts.push_back({"disputes", std::to_string(page.status->runs.disputes)});
    out += section(is_live ? "Now" : "Checkpoint", table({}, "--", facts));
  } else if (!history.runs.empty() && history.inputs.empty()) {
    out += state_section(history.runs.back());
  }
  out += history.runs.empty()
             ? paragraph(
                   "There is no log of runs beside the checkpoint, or nothing in it, so there "
                   "is nothing to say of times, ranks and faults.")
             : section("Starts", starts_section(history, is_live));
  out += section("Provenance", table({}, "--", facts_of(page.provenance)));
  const RunState charted = since_merge(history);
  out += charted.runs.empty() && !history.runs.empty()
             ? section("Over time",
                       paragraph("Runs of merged files may have been at work at the same time, so "
                                 "there is no chart of them; the report of each file has one."))
             : rate_and_work_sections(charted);
  if (!hosts.empty() || !page.origins.empty()) {
    out += section("Who counted what", who_section(page, hosts));
  }
  out += load_sections(history) + length_section(history.lengths) + tail_section(charted) +
         faults_section(history, is_live);
  return std::string(run_page_start) + whole_page("nqueens " + problem + ": " + page.name, out);
}

}  // namespace nqueens
