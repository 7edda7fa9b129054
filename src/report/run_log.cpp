// Converts events to lines of JSON and back.

#include "report/run_log.hpp"

#include <algorithm>
#include <cmath>
#include <concepts>
#include <limits>
#include <stdexcept>
#include <type_traits>

#include "core/number.hpp"
#include "job/job.hpp"
#include "report/json.hpp"

namespace nqueens {
namespace {

// --- The fields of each event, for both directions

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

void visit(RunInput& input, auto& field) {
  field("file", input.file);
  field("started", input.started);
  field("ended", input.ended);
}

void visit(RunStart& start, auto& field) {
  field("start", start.start);
  field("version", start.version);
  field("compiler", start.compiler);
  field("mpi", start.mpi);
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
  field("groups", workers.groups, &WorkerShare::rank, &WorkerShare::host, &WorkerShare::kernel,
        &WorkerShare::workers, &WorkerShare::device);
  field("processors", workers.processors);
}

void visit(RunRate& rate, auto& field) {
  visit_now(rate.now, field);
  field("units", rate.units);
  field("confirmed", rate.confirmed);
  field("busy", rate.busy);
  field("lengths", rate.lengths);
  field("ranks", rate.ranks, &WorkerShare::rank, &WorkerShare::units, &WorkerShare::busy,
        &WorkerShare::here, &WorkerShare::device, &WorkerShare::processor);
  field("left_out", rate.left_out);
}

void visit(RunNow& run, auto& field) {
  visit_now(run.now, field);
  field("saved_at", run.saved_at);
  field("next_save_at", run.next_save_at);
  field("groups", run.groups, &WorkerShare::rank, &WorkerShare::ranks, &WorkerShare::workers,
        &WorkerShare::host, &WorkerShare::kernel, &WorkerShare::units, &WorkerShare::busy,
        &WorkerShare::heard);
}

void visit(RunIncident& incident, auto& field) {
  field("kind", incident.kind);
  field("text", incident.text);
  field("seconds", incident.seconds);
}

void visit(RunFinish& finish, auto& field) {
  field.object("result", finish.result);
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
/// Rounds to milliseconds.
Json written(double value) {
  return value >= 1 ? std::round(value * 1e3) / 1e3 : value;
}
Json written(const Count& count) {
  return to_string(count);
}
Json written(RunIncident::Kind kind) {
  return to_string(kind);
}

struct Writer {
  Json json{};

  void operator()(const char* name, const auto& value) { json[name] = written(value); }
  /// Writes a list of shares as arrays of these members.
  void operator()(const char* name, const std::vector<WorkerShare>& list, auto... members) {
    Json& rows = json[name] = Json::array();
    for (const WorkerShare& each : list) {
      rows.push_back(Json::array({written(each.*members)...}));
    }
  }
  void object(const char* name, const std::string& text) { json[name] = Json::parse(text); }
};

// --- From JSON; throws if a field is missing or of another type

/// Reads numbers that are neither negative nor too large, strings and booleans.
template <class Value>
void read(const Json& json, Value& value) {
  if constexpr (std::is_arithmetic_v<Value> && !std::same_as<Value, bool>) {
    const auto amount = json.get<double>();
    const bool is_whole = std::floating_point<Value> || json.is_number_integer();
    if (!is_whole || amount < 0 ||
        amount > static_cast<double>(std::numeric_limits<Value>::max())) {
      throw std::out_of_range("amount");
    }
  }
  value = json.get<Value>();
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
void read(const Json& json, RunIncident::Kind& value) {
  value = value_named<RunIncident::Kind>(json.get<std::string>()).value();
}

struct Reader {
  const Json& json;

  void operator()(const char* name, auto& value) { read(json.at(name), value); }
  void operator()(const char* name, std::vector<WorkerShare>& list, auto... members) {
    for (Json row : json.at(name)) {
      // Older versions do not distinguish devices from their rank, and have no processor time.
      while (row.size() >= 4 && row.size() < sizeof...(members)) {
        row.push_back(0);
      }
      WorkerShare& share = list.emplace_back();
      std::size_t column = 0;
      (read(row.at(column++), share.*members), ...);
    }
  }
  void object(const char* name, std::string& text) {
    if (!json.at(name).is_object()) {
      throw std::invalid_argument("object");
    }
    text = dump(json[name]);
  }
};

/// @return whether an event has that name
template <class... Bodies>
bool read_body(Reader reader, const std::string& event, std::variant<Bodies...>& body) {
  return ((event == Bodies::name && (visit(body.template emplace<Bodies>(), reader), true)) || ...);
}

}  // namespace

double WorkerShare::busy_share() const {
  return here > 0 ? std::min(busy / here, 1.0) : 0;
}

void WorkerShare::count(const WorkerShare& more) {
  units += more.units;
  busy += more.busy;
  processor += more.processor;
  here += more.here;
  heard = std::max(heard, more.heard);
}

void WorkerShare::join(const WorkerShare& others) {
  if (kernel != others.kernel) {
    kernel = joined_kernels(kernel, others.kernel);
  }
  ranks += others.ranks;
  workers += others.workers;
  count(others);
}

int length_class(double seconds) {
  constexpr int min = -20;
  return seconds > 0 ? std::clamp(std::ilogb(seconds), min, 40) : min;
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
    const Json json = parsed(line);
    const auto time = parse_timestamp(json.at("time").get<std::string>());
    RunEvent event;
    if (time && read_body({json}, json.at("event").get<std::string>(), event.body)) {
      event.time = *time;
      return event;
    }
  } catch (const std::exception&) {
    // Torn, or from another program.
  }
  return std::nullopt;
}

bool is_of_many(std::string_view line) {
  // Quotes in strings are escaped.
  return line.find(R"("event":"rate")") != std::string_view::npos ||
         line.find(R"("event":"incident")") != std::string_view::npos;
}

}  // namespace nqueens
