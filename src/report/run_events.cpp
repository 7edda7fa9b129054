// Events to lines of JSON and back.

#include "report/run_events.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <concepts>
#include <limits>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "core/timestamp.hpp"
#include "report/json.hpp"

namespace nqueens {
namespace {

constexpr std::array<std::string_view, 9> kinds = {"lost",      "back",     "set_aside",
                                                   "suspect",   "disputed", "settled",
                                                   "unsettled", "save",     "save_failed"};

/// The text of a JSON object.
struct Object {
  std::string& text;
};

/// A list of shares as a list of arrays of these members.
template <class... Members>
struct Columns {
  std::vector<WorkerShare>& list;
  std::tuple<Members WorkerShare::*...> members;
};
template <class... Members>
Columns<Members...> columns(std::vector<WorkerShare>& list, Members WorkerShare::*... members) {
  return {list, {members...}};
}

// --- The fields of each event, for both ways

void visit_before(Progress& before, auto& field) {
  field("tasks", before.tasks);
  field("tasks_done", before.tasks_done);
  field("share_done", before.share_done);
  field("count", before.count);
}

void visit_now(Progress& now, auto& field) {
  field("seconds", now.seconds);
  visit_before(now, field);
  field("retries", now.retries);
  field("workers", now.workers);
  field("idle", now.idle);
  field("lost", now.lost);
}

void visit(RunStart& start, auto& field) {
  field("start", start.start);
  field("version", start.version);
  field("command", start.command);
  field("host", start.host);
  field("process", start.process);
  field("problem", start.problem);
  field("cut", start.cut);
  field("part", start.part);
  visit_before(start.before, field);
  field("expected", start.expected);
  field("ranks", start.ranks);
}

void visit(RunWorkers& workers, auto& field) {
  field("groups", columns(workers.groups, &WorkerShare::rank, &WorkerShare::host,
                          &WorkerShare::kernel, &WorkerShare::workers));
}

void visit(RunRate& rate, auto& field) {
  visit_now(rate.now, field);
  field("units", rate.units);
  field("confirmed", rate.confirmed);
  field("busy", rate.busy);
  field("lengths", rate.lengths);
  field("ranks", columns(rate.ranks, &WorkerShare::rank, &WorkerShare::units, &WorkerShare::busy,
                         &WorkerShare::here));
  field("left_out", rate.left_out);
}

void visit(RunNow& run, auto& field) {
  visit_now(run.now, field);
  field("saved_at", run.saved_at);
  field("next_save_at", run.next_save_at);
  field("groups", columns(run.groups, &WorkerShare::rank, &WorkerShare::ranks,
                          &WorkerShare::workers, &WorkerShare::host, &WorkerShare::kernel,
                          &WorkerShare::units, &WorkerShare::busy, &WorkerShare::heard));
}

void visit(RunIncident& incident, auto& field) {
  field("kind", incident.kind);
  field("text", incident.text);
  field("seconds", incident.seconds);
}

void visit(RunFinish& finish, auto& field) {
  field("result", Object{finish.result});
}

void visit(RunStop& stop, auto& field) {
  field("reason", stop.reason);
  field("saved", stop.saved);
}

// --- To JSON

template <class Value>
Json written(const Value& value) {
  return value;
}
/// To the millisecond: more digits are noise.
Json written(double value) {
  return value >= 1 ? std::round(value * 1e3) / 1e3 : value;
}
Json written(const Count& count) {
  return to_string(count);
}
Json written(const LengthHistogram& lengths) {
  Json list = Json::array();
  for (const auto& [length, units] : lengths) {
    list.push_back(Json::array({length, units}));
  }
  return list;
}
Json written(const Object& object) {
  return Json::parse(object.text);
}
template <class... Members>
Json written(const Columns<Members...>& columns) {
  Json list = Json::array();
  for (const WorkerShare& each : columns.list) {
    list.push_back(
        std::apply([&each](auto... members) { return Json::array({written(each.*members)...}); },
                   columns.members));
  }
  return list;
}

Json written(RunIncident::Kind kind) {
  return to_string(kind);
}

struct Writer {
  Json json{};
  void operator()(const char* name, const auto& value) { json[name] = written(value); }
};

// --- From JSON; each throws if a field is missing or has another type

void read(const Json& json, std::string& value) {
  value = json.get<std::string>();
}
void read(const Json& json, bool& value) {
  value = json.get<bool>();
}
/// A number that is neither negative nor endless.
void read(const Json& json, double& value) {
  value = json.get<double>();
  if (!std::isfinite(value) || value < 0) {
    throw std::out_of_range("amount");
  }
}
template <std::integral Number>
void read(const Json& json, Number& value) {
  double amount = 0;
  read(json, amount);
  if (!json.is_number_integer() ||
      amount > static_cast<double>(std::numeric_limits<Number>::max())) {
    throw std::out_of_range("whole number");
  }
  value = json.get<Number>();
}
void read(const Json& json, Count& value) {
  value = parse_count(json.get<std::string>()).value();
}
template <class Number>
void read(const Json& json, std::vector<Number>& value) {
  for (const Json& each : json) {
    read(each, value.emplace_back());
  }
}
void read(const Json& json, LengthHistogram& lengths) {
  for (const Json& each : json) {
    std::uint64_t units = 0;
    read(each.at(1), units);
    lengths[std::clamp(each.at(0).get<int>(), length_class(0), length_class(1e300))] += units;
  }
}
void read(const Json& json, const Object& object) {
  if (!json.is_object()) {
    throw std::invalid_argument("object");
  }
  object.text = dump(json);
}
template <class... Members>
void read(const Json& json, const Columns<Members...>& columns) {
  for (const Json& each : json) {
    WorkerShare& share = columns.list.emplace_back();
    std::size_t column = 0;
    std::apply([&](auto... members) { (read(each.at(column++), share.*members), ...); },
               columns.members);
  }
}

void read(const Json& json, RunIncident::Kind& value) {
  const auto kind = std::ranges::find(kinds, json.get<std::string>());
  if (kind == kinds.end()) {
    throw std::invalid_argument("kind");
  }
  value = static_cast<RunIncident::Kind>(kind - kinds.begin());
}

struct Reader {
  const Json& json;
  void operator()(const char* name, auto&& value) const { read(json.at(name), value); }
};

template <class Body>
Body body_of(const Json& json) {
  Body body;
  const Reader reader{json};
  visit(body, reader);
  return body;
}

using Body = decltype(RunEvent::body);

template <std::size_t index = 0>
std::optional<Body> body_from(const Json& json, const std::string& event) {
  if constexpr (index < std::variant_size_v<Body>) {
    using Each = std::variant_alternative_t<index, Body>;
    return event == Each::name ? body_of<Each>(json) : body_from<index + 1>(json, event);
  }
  return std::nullopt;
}

}  // namespace

double WorkerShare::busy_share() const {
  return here > 0 ? std::min(busy / here, 1.0) : 0;
}

void WorkerShare::add(const WorkerShare& more) {
  ranks += more.ranks;
  workers += more.workers;
  units += more.units;
  busy += more.busy;
  here += more.here;
  heard = std::max(heard, more.heard);
}

int length_class(double seconds) {
  constexpr int least = -20;
  constexpr int most = 40;
  return seconds > 0 ? std::clamp(std::ilogb(seconds), least, most) : least;
}

std::string_view to_string(RunIncident::Kind kind) {
  return kinds.at(static_cast<std::size_t>(kind));
}

std::string encode(RunEvent event) {
  Writer writer{{{"time", format_timestamp(event.time)}}};
  std::visit(
      [&writer](auto& body) {
        writer("event", body.name);
        visit(body, writer);
      },
      event.body);
  return dump(writer.json);
}

std::optional<RunEvent> decode_run_event(std::string_view line) {
  try {
    const Json json = Json::parse(line);
    const auto time = parse_timestamp(json.at("time").get<std::string>());
    auto body = body_from(json, json.at("event").get<std::string>());
    if (time && body) {
      return RunEvent{.time = *time, .body = std::move(*body)};
    }
  } catch (const std::exception&) {
    // Torn, or of another program.
  }
  return std::nullopt;
}

}  // namespace nqueens
