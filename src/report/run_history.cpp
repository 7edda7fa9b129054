// All lines of a log to the state of all runs.

#include <algorithm>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "job/job.hpp"
#include "report/run_log.hpp"

namespace nqueens {
namespace {

void add(RunHistory& history, double /*time*/, RunInput input) {
  history.inputs.push_back(std::move(input));
}

void add(RunHistory& history, double time, RunStart start) {
  const double begin = history.runs.empty() ? 0 : history.runs.back().end;
  history.runs.push_back({.start = std::move(start), .time = time, .begin = begin, .end = begin});
}

void add(RunHistory& history, double /*time*/, const RunWorkers& workers) {
  history.runs.back().processors.insert(workers.processors.begin(), workers.processors.end());
  for (const WorkerShare& group : workers.groups) {
    WorkerShare& rank = history.runs.back().ranks[group.rank];
    rank.rank = group.rank;
    rank.host = group.host;
    rank.kernel = joined_kernels(rank.kernel, group.kernel);  // of its threads and its devices
    const std::vector<int>& at_start = history.runs.back().start.ranks;
    const auto index = static_cast<std::size_t>(group.rank);
    rank.workers = index < at_start.size() ? at_start[index] : group.workers;
  }
}

void add(RunHistory& history, double /*time*/, const RunRate& rate) {
  LoggedRun& run = history.runs.back();
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
    history.lengths[length] += units;
  }
  for (const WorkerShare& each : rate.ranks) {
    WorkerShare& rank = run.ranks[each.rank];
    rank.units += each.units;
    rank.busy += each.busy;
    rank.here += each.here;
  }
  run.confirmed += rate.confirmed;
  history.left_out += rate.left_out;
}

void add(RunHistory& history, double time, RunIncident incident) {
  if (incident.kind == RunIncident::Kind::save) {
    ++history.saves;
    history.save_seconds += incident.seconds;
  } else if (history.incidents.size() < RunHistory::max_incidents) {
    // A line may come between two rates: the time since the last one is not known, but small.
    const LoggedRun& run = history.runs.back();
    const double at = std::max(run.end, run.begin + std::max(time - run.time, 0.0));
    history.incidents.push_back({.at = at, .time = time, .what = std::move(incident)});
  } else {
    ++history.left_out;
  }
}

void add(RunHistory& /*history*/, double /*time*/, const RunNow& /*now*/) {}

void add(RunHistory& history, double time, const RunStop& stop) {
  history.runs.back().stop = stop;
  history.runs.back().ended = time;
}

void add(RunHistory& history, double time, const RunFinish& finish) {
  history.result = finish.result;
  history.runs.back().ended = time;
  history.runs.back().finished = true;
}

}  // namespace

void RunHistory::add(std::string_view line) {
  auto event = decode_run_event(line);
  if (!event || (runs.empty() && !std::holds_alternative<RunInput>(event->body) &&
                 !std::holds_alternative<RunStart>(event->body))) {
    skipped += line.empty() ? 0 : 1;
    return;
  }
  std::visit([&](auto& body) { nqueens::add(*this, event->time, std::move(body)); }, event->body);
}

std::vector<WorkerShare> loads_of_hosts(const RunHistory& history) {
  std::map<std::string, WorkerShare> all;
  for (const LoggedRun& run : history.runs) {
    std::map<std::string, WorkerShare> hosts;  // of this run
    for (const auto& [number, rank] : run.ranks) {
      hosts.try_emplace(rank.host, WorkerShare{.ranks = 0}).first->second.add(rank);
    }
    for (const auto& [name, host] : hosts) {
      WorkerShare& sum = all[name];
      const WorkerShare before = sum;
      sum.add(host);
      sum.ranks = std::max(before.ranks, host.ranks);
      sum.workers = std::max(before.workers, host.workers);
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
      loads.back().host =
          "start " + std::to_string(run.start.start) + ", rank " + std::to_string(number);
    }
  }
  return loads;
}

}  // namespace nqueens
