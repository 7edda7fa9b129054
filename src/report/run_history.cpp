// Events, one after the other, to the state of all runs.

#include "report/run_history.hpp"

#include <algorithm>
#include <utility>

namespace nqueens {
void RunHistory::add(std::string_view line) {
  auto event = decode_run_event(line);
  if (!event || (runs.empty() && !std::holds_alternative<RunStart>(event->body))) {
    skipped += line.empty() ? 0 : 1;
    return;
  }
  std::visit([&](auto& body) { add(event->time, std::move(body)); }, event->body);
  runs.back().ended = std::max(runs.back().ended, event->time);
}

void RunHistory::add(double time, RunStart start) {
  const double begin = runs.empty() ? 0 : runs.back().end;
  runs.push_back(
      {.start = std::move(start), .time = time, .begin = begin, .end = begin, .ended = time});
}

void RunHistory::add(double /*time*/, const RunWorkers& workers) {
  for (const WorkerShare& group : workers.groups) {
    WorkerShare& rank = runs.back().ranks[group.rank];
    rank.rank = group.rank;
    rank.host = group.host;
    rank.kernel = group.kernel;
    const std::vector<int>& at_start = runs.back().start.ranks;
    const auto index = static_cast<std::size_t>(group.rank);
    rank.workers = index < at_start.size() ? at_start[index] : group.workers;
  }
}

void RunHistory::add(double /*time*/, const RunRate& rate) {
  LoggedRun& run = runs.back();
  const Progress& before = run.now();
  const double counted = rate.now.count.approximate() - before.count.approximate();
  run.points.push_back({.at = run.begin + rate.now.seconds,
                        .seconds = std::max(rate.now.seconds - before.seconds, 0.0),
                        .counted = std::max(counted, 0.0),
                        .busy = rate.busy,
                        .now = rate.now});
  Progress& now = run.points.back().now;
  now.share_done = std::min(now.share_done, 1.0);
  now.idle = std::min(now.idle, now.workers);
  run.end = std::max(run.end, run.points.back().at);
  for (const auto& [length, units] : rate.lengths) {
    lengths[length] += units;
  }
  for (const WorkerShare& each : rate.ranks) {
    WorkerShare& rank = run.ranks[each.rank];
    rank.units += each.units;
    rank.busy += each.busy;
    rank.here += each.here;
  }
  run.confirmed += rate.confirmed;
  left_out += rate.left_out;
}

void RunHistory::add(double time, RunIncident incident) {
  if (incident.kind == RunIncident::Kind::save) {
    ++saves;
    save_seconds += incident.seconds;
  } else if (incidents.size() < max_incidents) {
    // A line may come between two rates: the time since the last one is not known, but small.
    const LoggedRun& run = runs.back();
    const double at = std::max(run.end, run.begin + std::max(time - run.time, 0.0));
    incidents.push_back({.at = at, .time = time, .what = std::move(incident)});
  } else {
    ++left_out;
  }
}

void RunHistory::add(double /*time*/, const RunStop& stop) {
  runs.back().reason = stop.reason;
  runs.back().saved = stop.saved;
}

void RunHistory::add(double /*time*/, const RunFinish& finish) {
  result = finish.result;
  runs.back().finished = true;
}

}  // namespace nqueens
