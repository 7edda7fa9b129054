// Results as JSON and as text. Unknown fields are null.

#include "report/result.hpp"

#include <vector>

#include "report/json.hpp"
#include "report/version.hpp"

namespace nqueens {
std::string to_json(const RunResult& result) {
  Json second = nullptr;
  if (result.second) {
    second = {{result.job.problem.row().quantity(), to_string(result.second->count)},
              {"symmetry", to_string(result.second->job.symmetry)},
              {"depth", result.second->job.depth},
              {"kernel", optional_json(result.second->kernels)},
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
               {"device_seconds", rounded(result.runs.device_seconds)},
               {"ranks", result.ranks},
               {"workers", result.workers},
               {"kernel", optional_json(result.runs.kernels)},
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
               {"sequence", optional_json(result.sequence)},
               {"provenance", json_of(result.provenance)},
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

}  // namespace nqueens
