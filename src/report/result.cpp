// Results and the states of checkpoints, as JSON and as text. Unknown fields are null.

#include "report/result.hpp"

#include <cmath>
#include <vector>

#include "core/duration.hpp"
#include "core/number.hpp"
#include "core/one_line.hpp"
#include "core/timestamp.hpp"
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

Json json_of_second(const RunResult& result) {
  if (!result.second) {
    return nullptr;
  }
  const SecondResult& second = *result.second;
  return {{std::string(result.job.problem.row().quantity()), to_string(second.count)},
          {"symmetry", to_string(second.job.symmetry)},
          {"depth", second.job.depth},
          {"kernel", second.kernels},
          {"agrees", second.agrees}};
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
               {"second_count", json_of_second(result)},
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
  return amount_of(status.tasks_in_progress, "task") + ", " + std::to_string(status.slices_done) +
         " of " + amount_of(status.slices, "slice") + " done (" +
         format_bytes(status.slices_bytes) + ")";
}

}  // namespace

std::string to_json(const StatusReport& status) {
  Json json = {{"file", status.file},
               {"live", status.live ? Json::parse(to_json(*status.live)) : Json(nullptr)},
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

std::string to_text(const StatusReport& status) {
  const std::vector<std::pair<std::string, std::string>> lines = {
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
  std::string text;
  for (const auto& [name, value] : lines) {
    text += name + ':' + std::string(18 - name.size(), ' ') + value + '\n';
  }
  text += status.live ? "\n" + to_text(*status.live, status.live_age_seconds) : "";
  return text + (status.second.empty() ? "" : "\nsecond count\n\n" + to_text(status.second[0]));
}

}  // namespace nqueens
