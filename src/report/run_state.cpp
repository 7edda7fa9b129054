// Applies events to the state of a job's runs.

#include "report/run_state.hpp"

#include <algorithm>
#include <functional>
#include <variant>

#include "job/job.hpp"

namespace nqueens {
namespace {

void add(RunState& state, double /*time*/, RunInput input) {
  state.inputs.push_back(std::move(input));
}

void add(RunState& state, double time, RunStart start) {
  const double begin = state.end();
  const std::uint64_t number =  // a run before may have saved nothing, and has the same number
      state.runs.empty() ? start.start : std::max(start.start, state.runs.back().number + 1);
  if (!state.runs.empty() && state.inputs.empty() && state.runs.back().start.part == start.part) {
    state.runs.back().kept = start.before;
  }
  state.runs.push_back(
      {.start = std::move(start), .number = number, .time = time, .begin = begin, .end = begin});
}

void add(RunState& state, double /*time*/, const RunWorkers& workers) {
  RunState::Run& run = state.runs.back();
  run.processors.insert(workers.processors.begin(), workers.processors.end());
  for (const WorkerShare& group : workers.groups) {
    WorkerShare& share = run.shares[{group.rank, group.device}];
    share.rank = group.rank;
    share.device = group.device;
    share.host = group.host;
    share.kernel = joined_kernels(share.kernel, group.kernel);
    share.workers = group.workers;
  }
}

void add(RunState& state, double /*time*/, const RunRate& rate) {
  RunState::Run& run = state.runs.back();
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
    state.lengths[length] += units;
  }
  for (const WorkerShare& each : rate.ranks) {
    WorkerShare& share = run.shares[{each.rank, each.device}];
    share.rank = each.rank;
    share.device = each.device;
    share.count(each);
  }
  run.confirmed += rate.confirmed;
  state.left_out += rate.left_out;
}

void add(RunState& state, double time, RunIncident incident) {
  state.runs.back().losses += incident.kind == RunIncident::Kind::lost ? 1 : 0;
  if (incident.kind == RunIncident::Kind::save) {
    ++state.saves;
    state.save_seconds += incident.seconds;
  } else if (state.incidents.size() < RunState::max_incidents) {
    // Between two rates, the exact time since the last one is unknown, but small.
    const RunState::Run& run = state.runs.back();
    const double at = std::max(run.end, run.begin + std::max(time - run.time, 0.0));
    state.incidents.push_back({.at = at, .time = time, .what = std::move(incident)});
  } else {
    ++state.left_out;
  }
}

void add(RunState& state, double time, RunNow now) {
  state.runs.back().state = std::move(now);
  state.runs.back().said_at = time;
}

void add(RunState& state, double time, const RunStop& stop) {
  state.runs.back().stop = stop;
  state.runs.back().ended = time;
}

void add(RunState& state, double time, const RunFinish& finish) {
  state.result = finish.result;
  state.runs.back().ended = time;
  state.runs.back().finished = true;
}

}  // namespace

const Progress& RunState::Run::now() const {
  if (said_at > 0) {
    return state.now;
  }
  return points.empty() ? start.before : points.back().now;
}

RunProgress RunState::Run::progress() const {
  RunProgress run{.before = start.before, .now = now(), .expected = {}};
  if (start.expected.size() == 3) {
    run.expected = {
        .estimate = start.expected[0], .low = start.expected[1], .high = start.expected[2]};
  }
  return run;
}

std::vector<WorkerShare> RunState::Run::by_rank() const {
  std::vector<WorkerShare> ranks;
  for (const auto& [place, share] : shares) {
    if (ranks.empty() || ranks.back().rank != share.rank) {
      ranks.push_back(share);
    } else {
      ranks.back().join(share);
      ranks.back().ranks = 1;
    }
    // Lost workers that came back are reported ready twice.
    if (const auto index = static_cast<std::size_t>(share.rank); index < start.ranks.size()) {
      ranks.back().workers = start.ranks[index];
    }
  }
  return ranks;
}

void RunState::apply(RunEvent event) {
  if (!runs.empty()) {
    runs.back().said_at = 0;
  } else if (!std::holds_alternative<RunInput>(event.body) &&
             !std::holds_alternative<RunStart>(event.body)) {
    ++skipped;
    return;
  }
  std::visit([&](auto& body) { add(*this, event.time, std::move(body)); }, event.body);
}

void RunState::read(std::string_view line, bool skims) {
  if (skims && is_of_many(line)) {
    if (!runs.empty()) {
      runs.back().said_at = 0;
    }
  } else if (auto event = decode_run_event(line)) {
    apply(std::move(*event));
  } else {
    skipped += line.empty() ? 0 : 1;
  }
}

std::vector<WorkerShare> loads_of_hosts(const RunState& state) {
  std::map<std::string, WorkerShare> all;
  for (const RunState::Run& run : state.runs) {
    std::map<std::string, WorkerShare> hosts;  // of this run
    for (const WorkerShare& rank : run.by_rank()) {
      hosts.try_emplace(rank.host, WorkerShare{.ranks = 0}).first->second.join(rank);
    }
    for (const auto& [name, host] : hosts) {
      WorkerShare& sum = all[name];
      const WorkerShare before = sum;
      sum.join(host);
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

}  // namespace nqueens
