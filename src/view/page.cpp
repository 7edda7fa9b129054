// Reads a checkpoint and its log; rows of tables and steps of charts.

#include "view/page.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

#include "core/number.hpp"
#include "judge/finished.hpp"
#include "judge/log_file.hpp"
#include "judge/names.hpp"
#include "judge/result_file.hpp"
#include "nqueens/error.hpp"
#include "report/version.hpp"
#include "system/file.hpp"
#include "view/status_reader.hpp"

namespace nqueens {
namespace {

void add_origins(const QueueSnapshot& queue, RunPage& page) {
  std::map<OriginId, WorkerShare> origins;
  for (TaskId task = 0; task < queue.done.size(); ++task) {
    if (!queue.done[task]) {
      continue;
    }
    const UnitRecord record = queue.records[task];
    const double seconds = 1e-6 * static_cast<double>(record.microseconds);
    WorkerShare& share = origins[record.origin];
    ++share.units;
    share.busy += seconds;
    ++page.history.lengths[length_class(seconds)];
  }
  for (auto& [id, share] : origins) {
    const Origin& origin = queue.origins[id];
    share.kernel = origin.kernel.empty() ? "unknown" : origin.kernel;
    share.host = origin.host.empty() ? "unknown" : origin.host;
    page.origins.push_back(std::move(share));
  }
}

/// The result of the job or of the part, if that is finished.
std::optional<RunResult> result_in(const Checkpoint& checkpoint,
                                   const std::optional<LoadedCheckpoint>& second,
                                   const std::optional<Part>& part) {
  std::optional<RunResult> result;
  if (checkpoint.finished()) {
    result =
        judge(checkpoint, second && second->checkpoint.finished() ? &second->checkpoint : nullptr)
            .result;
  } else if (part && progress_of(checkpoint.queue, *part).finished()) {
    result = result_of_part(checkpoint, *part);
  }
  if (result) {
    result->resumed = checkpoint.runs.starts > 1;
  }
  return result;
}

RunPage page_of_log(const std::filesystem::path& log, RunPage page) {
  page.history = read_log(log);
  page.provenance = provenance_of(page.history);
  page.result = page.history.result;
  if (const auto fault = page.result.empty() ? "" : fault_of_result(page.result); !fault.empty()) {
    const auto total = total_of_result(page.result);
    page.is_wrong = total && !fault_of_total(*total).empty();
    page.faults.push_back("the result in '" + log.string() + "' " + fault);
  }
  if (page.history.runs.empty()) {
    throw Error(ExitCode::checkpoint, "no run has written into '" + log.string() +
                                          "' yet; name the checkpoint for what is saved");
  }
  return page;
}

// --- The facts

/// null if 0: devices use no CPU time, and older logs have none.
Json seconds_of(double seconds) {
  return seconds > 0 ? Json(rounded(seconds)) : Json(nullptr);
}

std::string how_it_ended(const RunState::Run& run, bool is_last, bool is_live) {
  if (run.finished || is_live) {
    return run.finished ? "finished" : "at work";
  }
  return !run.stop.reason.empty()
             ? "stopped: " + run.stop.reason + (run.stop.saved ? "; saved" : "; NOT saved")
         : is_last ? "no word: at work or killed"
                   : "killed";
}

/// @param is_live  the last run is at work
Json starts_of(const RunState& history, bool is_live) {
  Json starts = Json::array();
  for (const RunState::Run& run : history.runs) {
    const bool is_last = &run == &history.runs.back();
    const RunStart& start = run.start;
    WorkerShare sum;
    for (const auto& [place, share] : run.shares) {
      sum.count(share);
      sum.kernel = joined_kernels(sum.kernel, share.kernel);
    }
    starts.push_back({{"start", run.number},
                      {"began", format_time(static_cast<std::int64_t>(run.time))},
                      {"from_seconds", rounded(run.begin)},
                      {"seconds_at_work", rounded(run.end - run.begin)},
                      {"ranks", start.ranks.size()},
                      {"workers", std::reduce(start.ranks.begin(), start.ranks.end())},
                      {"processors", run.processors},
                      {"kernels", sum.kernel},
                      {"tasks_done", run.now().tasks_done},
                      {"done_share", run.now().share_done},
                      {"lost_workers", run.now().lost},
                      {"losses", run.losses},
                      {"returned", run.now().retries},
                      {"checked", run.confirmed},
                      {"kernel_seconds", rounded(sum.busy)},
                      {"processor_seconds", seconds_of(sum.processor)},
                      {"is_over", run.finished || !is_live || !is_last},
                      {"finished", run.finished},
                      {"end", how_it_ended(run, is_last, is_live && is_last)},
                      {"master", start.host}});
  }
  return starts;
}

/// The mean length of the unit that a worker is counting at a random moment. That exceeds the mean
/// of all units, since long ones are met more often.
double length_at_work(const LengthHistogram& lengths) {
  double sum = 0;
  double squares = 0;
  for (const auto& [k, units] : lengths) {
    const double length = 1.5 * std::ldexp(1, k);
    sum += length * static_cast<double>(units);
    squares += length * length * static_cast<double>(units);
  }
  return sum > 0 ? squares / sum : 0;
}

/// The least length of a step: every worker should have a result in it.
double step_of_rates(const RunState& history) {
  return std::max({history.end() / 120, 1.0, 2 * length_at_work(history.lengths)});
}

/// Workers without work in the step up to a point. At the finish all are idle, but they worked
/// until then.
int idle_until(const RunState::Run& run, const RunState::Point& point) {
  if (!run.finished || &point != &run.points.back()) {
    return point.now.idle;
  }
  return run.points.size() == 1 ? 0 : (&point)[-1].now.idle;
}

/// Solutions a second and the work done. There are none for runs before a merge, which may have
/// overlapped.
Json rates_of(const RunState& history) {
  double merged_at = 0;
  for (const RunInput& input : history.inputs) {
    merged_at = std::max(merged_at, input.ended);
  }
  const double least = step_of_rates(history);
  Json rates = Json::array();
  for (const RunState::Run& run : history.runs) {
    if (run.time < merged_at) {
      continue;
    }
    RunState::Point step{.at = run.begin};
    double working = 0;  // seconds of all workers in this step
    Json rate = nullptr;
    const auto add = [&](double until, double share_done) {
      rates.push_back({{"start", run.number},
                       {"from_seconds", rounded(step.at)},
                       {"to_seconds", rounded(until)},
                       {"counted_per_second", rate},
                       {"done_share", share_done}});
    };
    add(run.begin, run.start.before.share_done);
    for (const RunState::Point& point : run.points) {
      step.seconds += point.seconds;
      step.counted += point.counted;
      step.busy += point.busy;
      const bool is_finish = run.finished && &point == &run.points.back();
      const double at_work = point.now.workers - idle_until(run, point);
      working +=
          is_finish ? std::min(point.seconds * at_work, point.busy) : point.seconds * at_work;
      const bool is_known = step.busy > 0 && step.seconds > 0;
      if ((is_known && step.seconds >= least) || &point == &run.points.back()) {
        rate = is_known ? Json(step.counted / step.busy * working / step.seconds) : rate;
        add(point.at, point.now.share_done);
        step = {.at = point.at};
        working = 0;
      }
    }
  }
  return rates;
}

/// Busy and idle workers at the end of the last run.
Json end_of(const RunState& history) {
  Json steps = Json::array();
  if (history.runs.empty() || history.runs.back().points.size() < 3) {
    return steps;
  }
  const RunState::Run& run = history.runs.back();
  const double shown =
      std::max(std::clamp((run.end - run.begin) / 20, 20.0, 1800.0), 3 * run.points.back().seconds);
  for (const RunState::Point& point : run.points) {
    if (point.at >= run.end - shown) {
      steps.push_back({{"seconds_to_the_end", rounded(run.end - point.at)},
                       {"seconds", rounded(point.seconds)},
                       {"workers", point.now.workers},
                       {"idle", point.now.idle}});
    }
  }
  return steps;
}

/// @param is_logged  if not, a checkpoint gave it, which does not know how many workers there were
Json json_of(const WorkerShare& share, bool is_logged = true) {
  const auto if_logged = [is_logged](Json value) { return is_logged ? std::move(value) : Json(); };
  return {{"host", share.host},
          {"ranks", if_logged(share.ranks)},
          {"workers", if_logged(share.workers)},
          {"kernels", share.kernel},
          {"units", share.units},
          {"kernel_seconds", rounded(share.busy)},
          {"processor_seconds", seconds_of(share.processor)},
          {"seconds_there", if_logged(rounded(share.here))},
          {"busy_share", if_logged(rounded(share.busy_share()))}};
}

Json hosts_of(const RunPage& page) {
  const std::vector<WorkerShare> logged = loads_of_hosts(page.history);
  double all = 0;
  Json hosts = Json::array();
  for (const WorkerShare& each : logged.empty() ? page.origins : logged) {
    hosts.push_back(json_of(each, !logged.empty()));
    all += hosts.back()["kernel_seconds"].get<double>();
  }
  for (Json& host : hosts) {
    host["work_share"] = all > 0 ? rounded(host["kernel_seconds"].get<double>() / all) : 0;
  }
  return hosts;
}

Json ranks_of(const RunState& history) {
  Json ranks = Json::array();
  for (const RunState::Run& run : history.runs) {
    for (const WorkerShare& each : run.by_rank()) {
      Json rank = {{"start", run.number}, {"rank", each.rank}};
      rank.update(json_of(each));
      ranks.push_back(std::move(rank));
    }
  }
  return ranks;
}

Json lengths_of(const LengthHistogram& lengths) {
  std::uint64_t all = 0;
  for (const auto& [k, units] : lengths) {
    all += units;
  }
  Json rows = Json::array();
  for (const auto& [k, units] : lengths) {
    rows.push_back({{"kernel_seconds", std::ldexp(1, k)},
                    {"units", units},
                    {"share", static_cast<double>(units) / static_cast<double>(all)}});
  }
  return rows;
}

Json incidents_of(const RunState& history) {
  Json incidents = Json::array();
  for (const auto& [at, time, what] : history.incidents) {
    incidents.push_back({{"time", format_time(static_cast<std::int64_t>(time))},
                         {"at_seconds", rounded(at)},
                         {"kind", to_string(what.kind)},
                         {"text", what.text}});
  }
  return incidents;
}

/// Sums over all runs. Shares are of all workers' time; processor_share is of the threads' time.
Json use_of(const RunState& history) {
  WorkerShare all;
  WorkerShare threads;
  double idle = 0;
  double here = 0;
  double counted = 0;
  for (const RunState::Run& run : history.runs) {
    for (const auto& [place, share] : run.shares) {
      all.count(share);
      if (place.second == 0) {
        threads.count(share);
      }
    }
    for (const RunState::Point& point : run.points) {
      idle += point.seconds * idle_until(run, point);
      here += point.seconds * point.now.workers;
    }
    counted += run.now().count.approximate() - run.start.before.count.approximate();
  }
  const auto part = [](double of, double whole) {
    return whole > 0 ? std::min(of / whole, 1.0) : 0;
  };
  return {{"busy_share", rounded(all.busy_share())},
          {"processor_share", threads.processor > 0
                                  ? Json(rounded(part(threads.processor, threads.here)))
                                  : Json(nullptr)},
          {"idle_share", rounded(part(idle, here))},
          {"counted_per_second", history.end() > 0 ? counted / history.end() : 0}};
}

}  // namespace

RunPage page_of(const std::filesystem::path& file) {
  RunPage page{.name = file.filename().string(), .history = {}};
  if (file.extension() == ".jsonl") {
    return page_of_log(file, std::move(page));
  }
  const std::filesystem::path path = behind_links(file);
  const LoadedCheckpoint loaded = load_existing_checkpoint(path, BadFiles::leave);
  page.status = StatusReader().look_at(path, loaded);
  // The page is the same from every folder.
  page.status->file = loaded.file.filename().string();
  for (StatusReport& each : page.status->second) {
    each.file = std::filesystem::path(each.file).filename().string();
  }
  page.faults = page.status->faults;
  page.is_wrong = !page.faults.empty();
  const std::filesystem::path log = run_log_path(file);
  if (std::filesystem::exists(log)) {
    page.history = read_log(log);
  }
  const auto second =
      page.status->second.empty() ? std::nullopt : load_second(path, loaded.checkpoint.job);
  const auto result = result_in(loaded.checkpoint, second, part_of_result(page.history.result));
  const LogComparison held =
      compare_log(page.history, loaded.checkpoint, result ? &*result : nullptr);
  if (!held.fault.empty()) {
    page.faults.push_back("the log of runs '" + log.string() + "' " + held.fault +
                          (held.is_other_job ? "; nothing of it is in this report" : ""));
    page.is_wrong = page.is_wrong || held.is_other_number;
  }
  if (held.is_other_job) {
    page.history = {};
  }
  if (result) {
    page.result = to_json(*result);
  }
  page.provenance = provenance_of(page.history, loaded.checkpoint);
  if (page.status->live) {
    page.provenance.ended = 0;
  }
  if (second) {
    page.provenance.add(provenance_of(log_beside(second_path(path), true), second->checkpoint));
  }
  if (page.history.runs.empty()) {
    add_origins(loaded.checkpoint.queue, page);
  }
  return page;
}

Json json_of(const RunPage& page) {
  const RunState& history = page.history;
  const bool is_live = page.status && page.status->live;
  const std::string problem = !history.runs.empty() ? history.runs.front().start.problem
                              : page.status         ? to_string(page.status->job.problem)
                                                    : "";
  return {{"file", page.name},
          {"problem", problem},
          {"faults", page.faults},
          {"result", page.result.empty() ? Json(nullptr) : Json::parse(page.result)},
          {"status", page.status ? Json::parse(to_json(*page.status)) : Json(nullptr)},
          {"provenance", json_of(page.provenance)},
          {"starts", starts_of(history, is_live)},
          {"saves", history.saves},
          {"save_seconds", rounded(history.save_seconds)},
          {"lines_skipped", history.skipped},
          {"use", use_of(history)},
          {"hosts", hosts_of(page)},
          {"ranks", ranks_of(history)},
          {"lengths", lengths_of(history.lengths)},
          {"step_seconds", rounded(step_of_rates(history))},
          {"rates", rates_of(history)},
          {"end", end_of(history)},
          {"incidents", incidents_of(history)},
          {"incidents_left_out", history.left_out},
          {"version", version()}};
}

}  // namespace nqueens
