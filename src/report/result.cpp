// Results and the states of checkpoints, as JSON and as text. Unknown fields are null.

#include "report/result.hpp"

#include <spdlog/fmt/fmt.h>

#include <cmath>
#include <vector>

#include "core/number.hpp"
#include "core/text.hpp"
#include "core/time.hpp"
#include "report/json.hpp"
#include "report/version.hpp"

namespace nqueens {
namespace {

/// Seconds and the like to the microsecond: more digits are noise.
double rounded(double value) {
  return std::round(value * 1e6) / 1e6;
}

/// The count has the name of what is counted; that of a part is none of the board.
Json json_of(const Problem& problem, Count count, bool of_part = false) {
  Json json = json_of(problem);
  json[of_part ? "sum_of_part" : std::string(problem.row().quantity())] = to_string(count);
  return json;
}

std::string time_left(const StatusReport& status) {
  if (status.tasks_done == status.tasks) {
    return "none, finished";
  }
  return status.eta_seconds ? format_duration(*status.eta_seconds) + " at the rate so far"
                            : "unknown";
}

}  // namespace

std::string to_json(const RunResult& result) {
  Json second = nullptr;
  if (result.second) {
    second = {{result.job.problem.row().quantity(), to_string(result.second->count)},
              {"symmetry", to_string(result.second->job.symmetry)},
              {"depth", result.second->job.depth},
              {"kernel", result.second->kernels},
              {"agrees", result.second->agrees}};
  }
  Json json = json_of(result.job.problem, result.count, result.part.has_value());
  if (result.part) {
    // A part has neither profile nor fundamental solutions.
  } else if (result.job.problem.row().by_row) {
    json["mirrored_placements"] = to_string(mirrored_placements(result.count));
    json["profile"] = Json::array();
    for (const Count placed : result.profile) {
      json["profile"].push_back(to_string(placed));
    }
  } else {
    json["fundamental"] = result.fundamental ? Json(to_string(*result.fundamental)) : Json(nullptr);
  }
  json.update({{"agrees", optional_json(result.agrees)},
               {"symmetry", to_string(result.job.symmetry)},
               {"depth", result.job.depth},
               {"seconds", rounded(result.runs.elapsed_seconds)},
               {"worker_seconds", rounded(result.runs.worker_seconds)},
               {"ranks", result.ranks},
               {"workers", result.workers},
               {"kernel", result.runs.kernels},
               {"tasks", result.tasks},
               {"tasks_confirmed", result.tasks_confirmed},
               {"disputes", result.runs.disputes},
               {"check_seconds", rounded(result.runs.check_seconds)},
               {"second_count", second},
               {"count_sha256", optional_json(result.count_sha256)},
               {"part", optional_json(result.part)},
               {"nodes", std::to_string(result.nodes)},
               {"resumed", result.resumed},
               {"lost_workers", result.runs.lost_workers},
               {"sequence", result.sequence.empty() ? Json(nullptr) : Json(result.sequence)},
               {"started", result.started},
               {"ended", result.ended},
               {"hosts", result.hosts},
               {"command", result.command},
               {"version", version()}});
  return dump(json);
}

HeldResult compare(const RunResult& result, const std::string& json) {
  const Json held = Json::parse(json, nullptr, false);
  const Json expected = Json::parse(to_json(result));
  const auto differs = [&](const std::string& field) {
    return expected.contains(field) && held.value(field, expected[field]) != expected[field];
  };
  const std::string number(result.job.problem.row().quantity());
  if (!held.is_object()) {
    return {.fault = "is empty or damaged"};
  }
  const Json problem = json_of(result.job.problem);
  for (const auto& [field, value] : problem.items()) {
    if (differs(field)) {
      return {.fault = "held another job, with " + field + " " + dump(held[field])};
    }
  }
  if (differs(number) || differs("profile")) {
    return {.fault = "held another number, " + dump(held.value(number, Json()))};
  }
  const bool lacks =
      (result.fundamental && (!held.contains("fundamental") || differs("fundamental"))) ||
      (result.second && differs("second_count"));
  return {.is_same = held.contains(number) && !lacks};
}

Count mirrored_placements(Count placements) {
  return placements / 2 + Count{placements % 2};
}

std::string profile_to_text(const RunResult& result) {
  std::string text;
  for (std::size_t row = 0; row < result.profile.size(); ++row) {
    text += std::to_string(row + 1) + '\t' + to_string(result.profile[row]) + '\n';
  }
  return text;
}

namespace {

/// "2 tasks, 57 of 120 slices done (7 kB)"
std::string describe_slices(const StatusReport& status) {
  if (status.tasks_in_progress == 0) {
    return "no slices";
  }
  return fmt::format("{}, {} of {} done ({})", amount_of(status.tasks_in_progress, "task"),
                     status.slices_done, amount_of(status.slices, "slice"),
                     format_bytes(status.slices_bytes));
}

std::string ago(double seconds) {
  return format_duration(std::max(seconds, 0.0)) + " ago";
}

Json json_of(const LiveRun& live) {
  const RunProgress run = live.progress();
  Json json = {{"host", live.start.host},
               {"process", live.start.process},
               {"started_at", rounded(live.started_at)},
               {"updated_at", rounded(live.updated_at)},
               {"saved_at", live.state.saved_at},
               {"next_save_at", live.state.next_save_at},
               {"percent", 100 * run.now.share_done},
               {"tasks", run.now.tasks},
               {"tasks_done", run.now.tasks_done},
               {"count", to_string(run.now.count)},
               {"rate", counted_a_second(run)},
               {"time_left", time_left(run)},
               {"eta_seconds", optional_json(eta_seconds(run))},
               {"workers", run.now.workers},
               {"lost_workers", run.now.lost},
               {"groups", Json::array()}};
  for (const WorkerShare& each : live.state.groups) {
    json["groups"].push_back({{"rank", each.rank},
                              {"ranks", each.ranks},
                              {"workers", each.workers},
                              {"host", each.host},
                              {"kernel", each.kernel},
                              {"units", each.units},
                              {"busy_seconds", each.busy},
                              {"heard", each.heard}});
  }
  return json;
}

/// "name: value" lines, the values in one column.
std::string table_of(const std::vector<std::vector<std::string>>& facts) {
  std::string text;
  for (const std::vector<std::string>& fact : facts) {
    text += fmt::format("{:<19}{}\n", fact[0] + ":", fact[1]);
  }
  return text;
}

/// And a table of the workers.
std::string text_of(const LiveRun& live) {
  const RunProgress run = live.progress();
  const RunNow& state = live.state;
  const double now = live.updated_at + live.age_seconds;
  const double wait = state.next_save_at - live.updated_at;
  std::string text = table_of({
      {"running", fmt::format("since {} on {}, process {}; seen {}",
                              format_time(static_cast<std::int64_t>(live.started_at)),
                              live.start.host, live.start.process, ago(live.age_seconds))},
      {"done now",
       fmt::format("{} of the expected work, {} of {}, {}", format_share(run.now.share_done),
                   run.now.tasks_done, amount_of(run.now.tasks, "task"), time_left(run))},
      {"counted now", fmt::format("{}, {:.4g} million a second", to_string(run.now.count),
                                  counted_a_second(run) / 1e6)},
      {"last save", state.saved_at == 0 ? "none in this run"
                                        : ago(now - state.saved_at) + ", next " +
                                              (wait > 0 ? "in " + format_duration(wait) : "now")},
      {"workers", std::to_string(run.now.workers) +
                      (run.now.lost > 0 ? fmt::format(", {} lost", run.now.lost) : "")},
  });
  if (!state.groups.empty()) {
    text += fmt::format("\n{:<6}{:<20}{:<16}{:>8}{:>12}{:>12}{:>13}{:>14}\n", "rank", "host",
                        "kernel", "workers", "counted", "units/s", "in kernel", "last word");
  }
  for (const WorkerShare& each : state.groups) {
    text += fmt::format("{:<6}{:<20}{:<16}{:>8}{:>12}{:>12.3g}{:>13}{:>14}\n", each.rank, each.host,
                        each.kernel, each.workers, each.units,
                        static_cast<double>(each.units) / std::max(now - live.started_at, 1.0),
                        format_duration(each.busy),
                        each.heard > 0 ? ago(now - each.heard) : "none yet");
  }
  return text;
}

}  // namespace

RunProgress LiveRun::progress() const {
  RunProgress run{.before = start.before, .now = state.now, .expected = {}};
  if (start.expected.size() == 3) {
    run.expected = {
        .estimate = start.expected[0], .low = start.expected[1], .high = start.expected[2]};
  }
  return run;
}

std::string to_json(const StatusReport& status) {
  Json json = {{"file", status.file},
               {"live", status.live ? json_of(*status.live) : Json(nullptr)},
               {"second_count",
                status.second.empty() ? Json(nullptr) : Json::parse(to_json(status.second[0]))}};
  json.update(json_of(status.job.problem, status.count));
  json.update({{"symmetry", to_string(status.job.symmetry)},
               {"depth", status.job.depth},
               {"finished", status.tasks_done == status.tasks},
               {"tasks", status.tasks},
               {"tasks_done", status.tasks_done},
               {"tasks_confirmed", status.tasks_confirmed},
               {"tasks_in_progress", status.tasks_in_progress},
               {"slices", status.slices},
               {"slices_done", status.slices_done},
               {"slices_bytes", status.slices_bytes},
               {"percent", 100 * status.share_done},
               {"nodes", std::to_string(status.nodes)},
               {"seconds", rounded(status.runs.elapsed_seconds)},
               {"worker_seconds", rounded(status.runs.worker_seconds)},
               {"eta_seconds", optional_json(status.eta_seconds)},
               {"starts", status.runs.starts},
               {"lost_workers", status.runs.lost_workers},
               {"saved_at", status.saved_at},
               {"kernel", status.runs.kernels},
               {"lock_holder", optional_json(status.lock_holder)},
               {"version", version()}});
  return dump(json);
}

std::vector<std::vector<std::string>> facts_of(const StatusReport& status) {
  return {
      {"file", one_line(status.file)},
      {"job", to_string(status.job.problem) + ", " + describe_cut(status.job)},
      {"done", format_share(status.share_done) + " of the expected work, " +
                   std::to_string(status.tasks_done) + " of " + amount_of(status.tasks, "task")},
      {"in progress", describe_slices(status)},
      {std::string(status.job.problem.row().quantity()) + " so far", to_string(status.count)},
      {"nodes so far", std::to_string(status.nodes)},
      {"counted twice", amount_of(status.tasks_confirmed, "task")},
      {"saved", format_time(status.saved_at)},
      {"elapsed", format_duration(status.runs.elapsed_seconds) + " in " +
                      amount_of(status.runs.starts, "run")},
      {"kernel time", format_duration(status.runs.worker_seconds)},
      {"time left", time_left(status)},
      {"kernels", status.runs.kernels.empty() ? "none yet" : status.runs.kernels},
      {"workers lost", std::to_string(status.runs.lost_workers)},
      {"in use by", status.lock_holder.value_or("nobody")},
  };
}

std::string to_text(const StatusReport& status) {
  return table_of(facts_of(status)) + (status.live ? "\n" + text_of(*status.live) : "") +
         (status.second.empty() ? "" : "\nsecond count\n\n" + to_text(status.second[0]));
}

}  // namespace nqueens
