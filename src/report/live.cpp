// The state of a run as a JSON object, and as text for `status`.

#include "report/live.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <exception>
#include <utility>

#include "core/duration.hpp"
#include "core/number.hpp"
#include "core/timestamp.hpp"
#include "report/json.hpp"
#include "report/result.hpp"

namespace nqueens {
namespace {

Json json_of(const LiveWorkers& workers) {
  return {{"rank", workers.rank},   {"workers", workers.workers},
          {"host", workers.host},   {"kernel", workers.kernel},
          {"units", workers.units}, {"busy_seconds", workers.busy_seconds},
          {"heard", workers.heard}};
}

LiveWorkers group_from(const Json& json) {
  return {.rank = json.at("rank"),
          .workers = json.at("workers"),
          .host = json.at("host"),
          .kernel = json.at("kernel"),
          .units = json.at("units"),
          .busy_seconds = json.at("busy_seconds"),
          .heard = json.at("heard")};
}

std::string ago(double seconds) {
  return format_duration(std::max(seconds, 0.0)) + " ago";
}

std::string next_save(const LiveReport& report) {
  const auto wait = static_cast<double>(report.next_save_at - report.updated_at);
  return wait > 0 ? "next in " + format_duration(wait) : "next now";
}

}  // namespace

std::string to_json(const LiveReport& report) {
  Json json = {{"host", report.host},
               {"process", report.process},
               {"started_at", report.started_at},
               {"updated_at", report.updated_at},
               {"saved_at", report.saved_at},
               {"next_save_at", report.next_save_at},
               {"percent", 100 * report.share_done},
               {"tasks", report.tasks},
               {"tasks_done", report.tasks_done},
               {"count", report.count},
               {"rate", report.rate},
               {"time_left", report.time_left},
               {"eta_seconds", optional_json(report.eta_seconds)},
               {"workers", report.workers},
               {"lost_workers", report.lost},
               {"groups", Json::array()}};
  for (const LiveWorkers& workers : report.groups) {
    json["groups"].push_back(json_of(workers));
  }
  return dump(json);
}

std::optional<LiveReport> live_from_json(std::string_view text) {
  try {
    const Json json = Json::parse(text);
    LiveReport report{.host = json.at("host"),
                      .process = json.at("process"),
                      .started_at = json.at("started_at"),
                      .updated_at = json.at("updated_at"),
                      .saved_at = json.at("saved_at"),
                      .next_save_at = json.at("next_save_at"),
                      .share_done = json.at("percent").get<double>() / 100,
                      .tasks = json.at("tasks"),
                      .tasks_done = json.at("tasks_done"),
                      .count = json.at("count"),
                      .rate = json.at("rate"),
                      .time_left = json.at("time_left"),
                      .workers = json.at("workers"),
                      .lost = json.at("lost_workers")};
    if (const Json& eta = json.at("eta_seconds"); !eta.is_null()) {
      report.eta_seconds = eta.get<double>();
    }
    for (const Json& workers : json.at("groups")) {
      report.groups.push_back(group_from(workers));
    }
    return report;
  } catch (const Json::exception&) {
    return std::nullopt;
  }
}

std::string to_text(const LiveReport& report, double age_seconds) {
  const auto now = static_cast<double>(report.updated_at) + age_seconds;
  const auto at = [now](std::int64_t time) { return ago(now - static_cast<double>(time)); };
  const std::vector<std::pair<std::string, std::string>> lines = {
      {"running", "since " + format_time(report.started_at) + " on " + report.host + ", process " +
                      std::to_string(report.process) + "; seen " + ago(age_seconds)},
      {"done now", format_share(report.share_done) + " of the expected work, " +
                       std::to_string(report.tasks_done) + " of " +
                       amount_of(report.tasks, "task") + ", " + report.time_left},
      {"counted now",
       report.count + ", " + fmt::format("{:.4g}", report.rate / 1e6) + " million a second"},
      {"last save",
       report.saved_at == 0 ? "none in this run" : at(report.saved_at) + ", " + next_save(report)},
      {"workers", std::to_string(report.workers) +
                      (report.lost > 0 ? ", " + std::to_string(report.lost) + " lost" : "")},
  };
  std::string text;
  for (const auto& [name, value] : lines) {
    text += name + ':' + std::string(18 - name.size(), ' ') + value + '\n';
  }
  if (!report.groups.empty()) {
    text += fmt::format("\n{:<6}{:<20}{:<16}{:>8}{:>12}{:>12}{:>13}{:>14}\n", "rank", "host",
                        "kernel", "workers", "counted", "units/s", "in kernel", "last word");
  }
  const double run = std::max(now - static_cast<double>(report.started_at), 1.0);
  for (const LiveWorkers& each : report.groups) {
    text += fmt::format("{:<6}{:<20}{:<16}{:>8}{:>12}{:>12.3g}{:>13}{:>14}\n", each.rank, each.host,
                        each.kernel, each.workers, each.units,
                        static_cast<double>(each.units) / run, format_duration(each.busy_seconds),
                        each.heard > 0 ? ago(now - each.heard) : "none yet");
  }
  return text;
}

}  // namespace nqueens
