// Events to lines of JSON and back.

#include "report/run_events.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "core/timestamp.hpp"
#include "report/json.hpp"

namespace nqueens {
namespace {

constexpr std::array<std::string_view, 9> kinds = {"lost",      "back",     "set_aside",
                                                   "suspect",   "disputed", "settled",
                                                   "unsettled", "save",     "save_failed"};

/// To the millisecond: more digits are noise.
double short_of(double seconds) {
  return std::round(seconds * 1e3) / 1e3;
}

// --- To JSON

Json json_of(const RunStart& start) {
  return {{"event", "start"},
          {"start", start.start},
          {"version", start.version},
          {"command", start.command},
          {"host", start.host},
          {"process", start.process},
          {"problem", start.problem},
          {"cut", start.cut},
          {"part", start.part},
          {"tasks", start.tasks},
          {"tasks_done", start.tasks_done},
          {"share_done", start.share_done},
          {"count", start.count},
          {"ranks", start.ranks}};
}

Json json_of(const RunWorkers& workers) {
  Json groups = Json::array();
  for (const RunWorkers::Group& each : workers.groups) {
    groups.push_back(Json::array({each.rank, each.host, each.kernel, each.workers}));
  }
  return {{"event", "workers"}, {"groups", std::move(groups)}};
}

Json json_of(const RunRate& rate) {
  Json lengths = Json::array();
  for (const auto& [length, units] : rate.lengths) {
    lengths.push_back(Json::array({length, units}));
  }
  Json ranks = Json::array();
  for (const RunRate::Rank& each : rate.ranks) {
    ranks.push_back(Json::array({each.rank, each.units, short_of(each.busy), short_of(each.here)}));
  }
  return {{"event", "rate"},
          {"seconds", short_of(rate.seconds)},
          {"share_done", rate.share_done},
          {"tasks_done", rate.tasks_done},
          {"count", rate.count},
          {"units", rate.units},
          {"confirmed", rate.confirmed},
          {"retries", rate.retries},
          {"workers", rate.workers},
          {"idle", rate.idle},
          {"lost", rate.lost},
          {"busy", short_of(rate.busy)},
          {"lengths", std::move(lengths)},
          {"ranks", std::move(ranks)},
          {"left_out", rate.left_out}};
}

Json json_of(const RunIncident& incident) {
  return {{"event", to_string(incident.kind)},
          {"text", incident.text},
          {"seconds", short_of(incident.seconds)}};
}

Json json_of(const RunStop& stop) {
  return {{"event", "stop"}, {"reason", stop.reason}, {"saved", stop.saved}};
}

Json json_of(const RunFinish& finish) {
  return {{"event", "finish"}, {"result", Json::parse(finish.result)}};
}

// --- From JSON; each throws where a field is missing or has another type

/// A number that is neither negative nor endless.
double amount(const Json& json) {
  const auto value = json.get<double>();
  if (!std::isfinite(value) || value < 0) {
    throw std::out_of_range("amount");
  }
  return value;
}

template <class Number>
Number whole(const Json& json) {
  const double value = amount(json);
  if (!json.is_number_integer() ||
      value > static_cast<double>(std::numeric_limits<Number>::max())) {
    throw std::out_of_range("whole number");
  }
  return json.get<Number>();
}

double share(const Json& json) {
  return std::min(amount(json), 1.0);
}

std::string text(const Json& json) {
  return json.get<std::string>();
}

RunStart start_from(const Json& json) {
  RunStart start{.version = text(json.at("version")),
                 .command = text(json.at("command")),
                 .host = text(json.at("host")),
                 .process = whole<std::int64_t>(json.at("process")),
                 .problem = text(json.at("problem")),
                 .cut = text(json.at("cut")),
                 .part = text(json.at("part")),
                 .tasks = whole<std::uint64_t>(json.at("tasks")),
                 .tasks_done = whole<std::uint64_t>(json.at("tasks_done")),
                 .share_done = share(json.at("share_done")),
                 .count = text(json.at("count")),
                 .start = whole<std::uint64_t>(json.at("start"))};
  for (const Json& workers : json.at("ranks")) {
    start.ranks.push_back(whole<int>(workers));
  }
  return start;
}

RunWorkers workers_from(const Json& json) {
  RunWorkers workers;
  for (const Json& each : json.at("groups")) {
    workers.groups.push_back({.rank = whole<int>(each.at(0)),
                              .host = text(each.at(1)),
                              .kernel = text(each.at(2)),
                              .workers = whole<int>(each.at(3))});
  }
  return workers;
}

RunRate rate_from(const Json& json) {
  RunRate rate{.seconds = amount(json.at("seconds")),
               .share_done = share(json.at("share_done")),
               .tasks_done = whole<std::uint64_t>(json.at("tasks_done")),
               .count = text(json.at("count")),
               .units = whole<std::uint64_t>(json.at("units")),
               .confirmed = whole<std::uint64_t>(json.at("confirmed")),
               .retries = whole<std::uint64_t>(json.at("retries")),
               .workers = whole<int>(json.at("workers")),
               .idle = whole<int>(json.at("idle")),
               .lost = whole<int>(json.at("lost")),
               .busy = amount(json.at("busy")),
               .left_out = whole<std::uint64_t>(json.at("left_out"))};
  for (const Json& each : json.at("lengths")) {
    const int length = std::clamp(each.at(0).get<int>(), length_class(0), length_class(1e300));
    rate.lengths[length] += whole<std::uint64_t>(each.at(1));
  }
  for (const Json& each : json.at("ranks")) {
    rate.ranks.push_back({.rank = whole<int>(each.at(0)),
                          .units = whole<std::uint64_t>(each.at(1)),
                          .busy = amount(each.at(2)),
                          .here = amount(each.at(3))});
  }
  return rate;
}

std::optional<decltype(RunEvent::body)> body_from(const Json& json) {
  const std::string event = text(json.at("event"));
  if (event == "start") {
    return start_from(json);
  }
  if (event == "workers") {
    return workers_from(json);
  }
  if (event == "rate") {
    return rate_from(json);
  }
  if (event == "stop") {
    return RunStop{.reason = text(json.at("reason")), .saved = json.at("saved").get<bool>()};
  }
  if (event == "finish" && json.at("result").is_object()) {
    return RunFinish{.result = dump(json.at("result"))};
  }
  if (const auto kind = std::ranges::find(kinds, event); kind != kinds.end()) {
    return RunIncident{.kind = static_cast<RunIncident::Kind>(kind - kinds.begin()),
                       .text = text(json.at("text")),
                       .seconds = amount(json.at("seconds"))};
  }
  return std::nullopt;
}

}  // namespace

int length_class(double seconds) {
  constexpr int least = -20;
  constexpr int most = 40;
  return seconds > 0 ? std::clamp(std::ilogb(seconds), least, most) : least;
}

std::string_view to_string(RunIncident::Kind kind) {
  return kinds.at(static_cast<std::size_t>(kind));
}

std::string encode(const RunEvent& event) {
  Json json = {{"time", format_timestamp(event.time)}};
  json.update(std::visit([](const auto& body) { return json_of(body); }, event.body));
  return dump(json);
}

std::optional<RunEvent> decode_run_event(std::string_view line) {
  try {
    const Json json = Json::parse(line);
    const auto time = parse_timestamp(text(json.at("time")));
    auto body = body_from(json);
    if (time && body) {
      return RunEvent{.time = *time, .body = std::move(*body)};
    }
  } catch (const std::exception&) {
    // Torn, or of another program.
  }
  return std::nullopt;
}

}  // namespace nqueens
