// Results and their provenance as JSON and as text.

#include "report/result.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

#include "core/number.hpp"
#include "core/text.hpp"
#include "report/version.hpp"

namespace nqueens {
namespace {

std::string time_of(double time) {
  return time > 0 ? format_timestamp(time) : "";
}

int workers_of(const RunStart& start) {
  return std::reduce(start.ranks.begin(), start.ranks.end());
}

/// "2 ranks of 64 threads", "3 ranks, 130 threads".
std::string shape_of(const RunStart& start) {
  const auto threads = [](int number) {
    return amount_of(static_cast<std::uint64_t>(number), "thread");
  };
  const bool are_equal =
      std::ranges::adjacent_find(start.ranks, std::not_equal_to<>()) == start.ranks.end();
  return amount_of(start.ranks.size(), "rank") + (are_equal && !start.ranks.empty()
                                                      ? " of " + threads(start.ranks[0])
                                                      : ", " + threads(workers_of(start)));
}

/// All but the time, so that equal starts have equal texts.
std::string text_of(const RunStart& what) {
  return shape_of(what) + ", master on " + what.host + "; " + what.cut +
         (what.part.empty() ? "" : ", part " + what.part) + "; nqueens " + what.version + ", " +
         what.compiler + ", " + what.mpi + "; " + what.command;
}

}  // namespace

std::string to_json(const RunResult& result) {
  Json second = nullptr;
  if (result.second) {
    second = {{result.job.problem.info().quantity(), to_string(result.second->count)},
              {"symmetry", to_string(result.second->job.symmetry)},
              {"depth", result.second->job.depth},
              {"kernel", optional_json(result.second->kernels)},
              {"agrees", result.second->agrees}};
  }
  Json json = json_of(result.job.problem, result.count, result.part.has_value());
  if (result.part) {
    // Parts have neither a profile nor fundamental solutions.
  } else if (result.job.problem.info().by_row) {
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
               {"kernel_seconds", rounded(result.runs.kernel_seconds)},
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

// --- Provenance

void Provenance::add(const Provenance& more) {
  started = started > 0 && more.started > 0 ? std::min(started, more.started)
                                            : std::max(started, more.started);
  ended = std::max(ended, more.ended);
  hosts.insert(more.hosts.begin(), more.hosts.end());
  processors.insert(more.processors.begin(), more.processors.end());
  kernels = joined_kernels(kernels, more.kernels);
  starts.insert(starts.end(), more.starts.begin(), more.starts.end());
  std::ranges::stable_sort(starts, std::ranges::less(), &Start::time);
  starts_without_log += more.starts_without_log;
  inputs.insert(inputs.end(), more.inputs.begin(), more.inputs.end());
}

Provenance provenance_of(const RunState& history) {
  Provenance provenance;
  for (const RunInput& input : history.inputs) {
    provenance.add({.started = input.started, .ended = input.ended, .inputs = {input.file}});
  }
  for (const RunState::Run& run : history.runs) {
    provenance.add({.started = run.time,
                    .ended = run.ended,
                    .processors = run.processors,
                    .starts = {{.time = run.time, .what = run.start}}});
    for (const auto& [place, share] : run.shares) {
      provenance.hosts.insert(share.host);
    }
  }
  provenance.hosts.erase("");
  return provenance;
}

Json json_of(const Provenance& provenance) {
  Json starts = Json::array();
  for (const auto& [time, what] : provenance.starts) {
    starts.push_back({{"time", optional_json(time_of(time))},
                      {"version", optional_json(what.version)},
                      {"compiler", optional_json(what.compiler)},
                      {"mpi", optional_json(what.mpi)},
                      {"master", optional_json(what.host)},
                      {"ranks", what.ranks.size()},
                      {"threads", workers_of(what)},
                      {"cut", optional_json(what.cut)},
                      {"part", optional_json(what.part)},
                      {"command", optional_json(what.command)}});
  }
  return {{"started", optional_json(time_of(provenance.started))},
          {"ended", optional_json(time_of(provenance.ended))},
          {"hosts", provenance.hosts},
          {"processors", provenance.processors},
          {"kernels", optional_json(provenance.kernels)},
          {"starts", starts},
          {"starts_without_log", provenance.starts_without_log},
          {"inputs", provenance.inputs}};
}

TableRows facts_of(const Provenance& provenance) {
  constexpr std::size_t max_shown = 90;  // first, and last
  TableRows facts = {{"started", time_of(provenance.started)},
                     {"ended", time_of(provenance.ended)},
                     {"hosts", first_forty(provenance.hosts, std::identity())},
                     {"processors", first_forty(provenance.processors, std::identity())},
                     {"kernels", provenance.kernels},
                     {"inputs", first_forty(provenance.inputs, std::identity())}};
  const std::size_t starts = provenance.starts.size();
  std::string shown;
  for (std::size_t index = 0; index < starts; ++index) {
    if (index < max_shown || index + max_shown >= starts) {
      const auto& [time, what] = provenance.starts[index];
      const std::string text = text_of(what);
      facts.push_back({"start", time_of(time) + ": " + (text == shown ? "as before" : text)});
      shown = text;
    } else if (index == max_shown) {
      facts.push_back({"starts left out", std::to_string(starts - 2 * max_shown)});
      shown.clear();
    }
  }
  if (provenance.starts_without_log > 0) {
    facts.push_back({"starts without log", std::to_string(provenance.starts_without_log)});
  }
  std::erase_if(facts, [](const std::vector<std::string>& fact) { return fact[1].empty(); });
  return facts;
}

}  // namespace nqueens
