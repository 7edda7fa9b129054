// Results and their provenance as JSON and as text. Unknown fields are null.

#include "report/result.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <array>
#include <functional>
#include <numeric>
#include <string_view>

#include "core/number.hpp"
#include "core/text.hpp"
#include "report/version.hpp"

namespace nqueens {
namespace {

constexpr std::string_view sum_of_part = "sum_of_part";

/// The text in a field of an object; empty if there is none.
std::string text_in(const Json& json, std::string_view field) {
  const auto found = json.is_object() ? json.find(field) : json.end();
  return found != json.end() && found->is_string() ? found->get<std::string>() : "";
}

bool is_true(const Json& json, std::string_view field) {
  const auto found = json.find(field);
  return found != json.end() && *found == true;
}

void add_missing(const Json& held, const std::vector<std::string>& fields, std::string& missing) {
  for (const std::string& field : fields) {
    if (!held.contains(field)) {
      missing += (missing.empty() ? "" : ", ") + field;
    }
  }
}

/// What a result says of its number: whether others agree, and the hash. A hash includes the second
/// count, so without that nothing shows it.
void compare_claims(const Json& expected, const Json& held, ResultComparison& found) {
  std::vector<std::string> fields{"agrees", "sequence", "second_count", "count_sha256"};
  if (expected.contains("profile")) {
    fields.emplace_back("profile");
  }
  add_missing(held, fields, found.missing);
  const auto second = held.find("second_count");
  const bool has_second = second != held.end() && !second->is_null();
  const bool is_alike = has_second != expected["second_count"].is_null();
  if (!is_alike && second != held.end()) {
    found.missing += std::string(found.missing.empty() ? "" : ", ") + "second_count, count_sha256";
  }
  for (const std::string& field : fields) {
    const bool is_of_second = field == "second_count" || field == "count_sha256";
    Json ours = expected[field];
    Json theirs = held.value(field, ours);
    for (Json* const each : {&ours, &theirs}) {
      if (each->is_object()) {
        each->erase("kernel");  // the author's word
      }
    }
    if (found.other.empty() && theirs != ours && (is_alike || !is_of_second)) {
      found.other = field + ", " + dump(theirs);
    }
  }
}

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

std::string text_of(const Provenance::Start& start) {
  const RunStart& what = start.what;
  return fmt::format("{}: {}, master on {}; {}{}; nqueens {}, {}, {}; {}", time_of(start.time),
                     shape_of(what), what.host, what.cut,
                     what.part.empty() ? "" : ", part " + what.part, what.version, what.compiler,
                     what.mpi, what.command);
}

template <class Names>
std::string list_of(const Names& names) {
  return first_forty(names, [](const std::string& name) { return name; });
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
    // A part has neither profile nor fundamental solutions.
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

ResultComparison compare(const RunResult& result, const std::string& json) {
  const Json held = Json::parse(json, nullptr, false);
  const Json expected = Json::parse(to_json(result));
  const auto differs = [&](const std::string& field) {
    return expected.contains(field) && held.value(field, expected[field]) != expected[field];
  };
  const std::string number(result.part ? sum_of_part : result.job.problem.info().quantity());
  if (!held.is_object()) {
    return {.fault = "is empty or damaged"};
  }
  Json job = json_of(result.job.problem);
  job.update({{"symmetry", nullptr}, {"depth", nullptr}, {"part", nullptr}});
  for (const auto& [field, value] : job.items()) {
    if (differs(field)) {
      return {.fault = "is of another job: " + field + " is " + dump(held[field])};
    }
  }
  if (!differs(number) && differs("profile")) {
    return {.fault = "has other numbers by row"};
  }
  if (differs(number)) {
    return {.fault = "has the number " + dump(held.value(number, Json())) + ", but " +
                     dump(expected[number]) + " was counted"};
  }
  const bool lacks =
      (result.fundamental && (!held.contains("fundamental") || differs("fundamental"))) ||
      (result.second && differs("second_count"));
  ResultComparison found{.is_same = held.contains(number) && !lacks};
  std::vector<std::string> fields{number};
  for (const auto& [field, value] : job.items()) {
    fields.push_back(field);
  }
  add_missing(held, fields, found.missing);
  found.is_of_job = found.missing.empty();
  compare_claims(expected, held, found);
  return found;
}

std::optional<Part> part_of_result(const std::string& json) {
  return part_from(text_in(Json::parse(json, nullptr, false), "part"));
}

std::string fault_of_result(const std::string& json) {
  const Json held = Json::parse(json, nullptr, false);
  std::array<std::string, word_names.size()> words;
  SequenceWords sequence;
  for (std::size_t i = 0; i < words.size(); ++i) {
    words[i] = text_in(held, word_names[i]);
    sequence[i] = words[i].empty() && i >= always_named_words ? usual_words[i] : words[i];
  }
  const auto known = sequence_of(sequence);
  const auto n = held.is_object() ? held.find("n") : held.end();
  const bool has_n = known && n != held.end() && n->is_number_integer();
  const auto board = has_n ? n->get<std::int64_t>() : 0;
  if (board < 1 || board > info_of(*known).largest_n) {
    return "is empty or damaged";
  }
  const Problem problem{.n = static_cast<int>(board), .sequence = *known};
  const auto count = parse_count(text_in(held, problem.info().quantity()));
  const auto is_of_part = part_of_result(json).has_value();
  if (!count && !is_of_part) {
    return "has no number";
  }
  const std::string difference = count ? difference_from_published(problem, *count) : "";
  if (!difference.empty()) {
    return "has the number " + to_string(*count) + ", but " + difference;
  }
  // What it claims to agree with must be published, and of this board.
  const bool is_known = count && known_count(problem);
  const std::string source(is_known ? problem.info().source : "");
  const bool claims = is_true(held, "agrees") || !text_in(held, "sequence").empty();
  if (claims && (!is_known || text_in(held, "sequence") != source)) {
    return is_known ? "does not name the published sequence, which is " + source
                    : "says that its number agrees with a published one, but none is published";
  }
  return "";
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
  constexpr std::size_t max_shown = 90;  // at the beginning, and at the end
  TableRows facts = {
      {"started", time_of(provenance.started)}, {"ended", time_of(provenance.ended)},
      {"hosts", list_of(provenance.hosts)},     {"processors", list_of(provenance.processors)},
      {"kernels", provenance.kernels},          {"inputs", list_of(provenance.inputs)}};
  const std::size_t starts = provenance.starts.size();
  for (std::size_t index = 0; index < starts; ++index) {
    if (index < max_shown || index + max_shown >= starts) {
      facts.push_back({"start", text_of(provenance.starts[index])});
    } else if (index == max_shown) {
      facts.push_back({"starts left out", std::to_string(starts - 2 * max_shown)});
    }
  }
  if (provenance.starts_without_log > 0) {
    facts.push_back({"starts without log", std::to_string(provenance.starts_without_log)});
  }
  std::erase_if(facts, [](const std::vector<std::string>& fact) { return fact[1].empty(); });
  return facts;
}

}  // namespace nqueens
