// Compares the fields of results.

#include "judge/result_file.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "core/sequence.hpp"
#include "judge/finished.hpp"
#include "report/json.hpp"

namespace nqueens {
namespace {

constexpr std::string_view sum_of_part = "sum_of_part";

/// The board of a result; nothing if it is damaged.
std::optional<Problem> problem_of(const Json& held) {
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
  return board < 1 || board > info_of(*known).largest_n
             ? std::nullopt
             : std::optional(Problem{.n = static_cast<int>(board), .sequence = *known});
}

void add_missing(const Json& held, const std::vector<std::string>& fields, std::string& missing) {
  for (const std::string& field : fields) {
    if (!held.contains(field)) {
      missing += (missing.empty() ? "" : ", ") + field;
    }
  }
}

/// Compares the claims about a number: agreement, second count and hash. The hash covers the second
/// count, so without that it cannot be checked.
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

/// Why other fields than the number must be wrong: rows, fundamental solutions. Empty if nothing
/// contradicts them.
std::string fault_of_details(const Problem& problem, const Json& held) {
  const auto fundamental = parse_count(text_in(held, "fundamental"));
  if (std::string fault = fundamental ? fault_of_fundamental(problem, *fundamental) : "";
      !fault.empty()) {
    return fault;
  }
  const auto rows = held.find("profile");
  if (rows == held.end() || !rows->is_array()) {
    return "";
  }
  Count sum{};
  for (const Json& row : *rows) {
    const auto count = row.is_string() ? parse_count(row.get<std::string>()) : std::nullopt;
    if (!count) {
      return "has a profile that is damaged";
    }
    sum += *count;
  }
  return to_string(sum) == text_in(held, problem.info().quantity())
             ? ""
             : "has a profile that adds up to " + to_string(sum);
}

}  // namespace

ResultComparison compare_result(const RunResult& result, const std::string& json) {
  const Json held = parsed(json);
  Json expected = Json::parse(to_json(result));
  if (result.profile.empty()) {
    expected.erase("profile");  // certificates have none
  }
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
      return {.fault = "is of another job: " + field + " is " + dump(held[field]),
              .is_other_job = true};
    }
  }
  if (!differs(number) && differs("profile")) {
    return {.fault = "has other numbers by row", .is_other_number = true};
  }
  if (differs(number)) {
    return {.fault = "has the number " + dump(held.value(number, Json())) + ", but " +
                     dump(expected[number]) + " was counted",
            .is_other_number = true};
  }
  if (std::string fault = fault_of_details(result.job.problem, held); !fault.empty()) {
    return {.fault = std::move(fault), .is_other_number = true};
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
  if (held.contains("profile") && !expected.contains("profile")) {
    found.missing = "profile";
  }
  compare_claims(expected, held, found);
  return found;
}

std::string fault_of_starts(const RunState& log, const Job& job) {
  const std::string problem = to_string(job.problem);
  const std::string cut = describe_cut(job);
  const auto other = std::ranges::find_if(log.runs, [&](const RunState::Run& run) {
    return run.start.problem != problem || run.start.cut != cut;
  });
  return other == log.runs.end()
             ? ""
             : "is of another job: " + other->start.problem + ", " + other->start.cut;
}

std::string fault_of_certified_starts(const RunState& log, Job job) {
  std::string fault = fault_of_starts(log, job);
  for (job.slice_depth = job.depth + 1; job.slice_depth <= job.problem.n; ++job.slice_depth) {
    if (fault_of_starts(log, job).empty()) {
      return "";
    }
  }
  return fault;
}

LogComparison compare_log(const RunState& log, const Checkpoint& checkpoint,
                          const RunResult* result) {
  if (std::string fault = fault_of_starts(log, checkpoint.job); !fault.empty()) {
    return {.fault = std::move(fault), .is_other_job = true};
  }
  if (log.result.empty()) {
    return {};
  }
  const auto part = part_of_result(log.result);
  if (part ? !progress_of(checkpoint.queue, *part).finished() : result == nullptr) {
    return {.fault = "has a result, but the checkpoint is not finished", .is_too_early = true};
  }
  ResultComparison held =
      compare_result(part ? result_of_part(checkpoint, *part) : *result, log.result);
  return {.fault = std::move(held.fault),
          .is_other_number = held.is_other_number,
          .is_same = held.is_same};
}

std::optional<Part> part_of_result(const std::string& json) {
  return part_from(text_in(parsed(json), "part"));
}

std::optional<Total> total_of_result(const std::string& json) {
  const Json held = parsed(json);
  const auto problem = problem_of(held);
  const auto count =
      problem ? parse_count(text_in(held, problem->info().quantity())) : std::nullopt;
  return count ? std::optional(Total{.job = {.problem = *problem}, .count = *count}) : std::nullopt;
}

std::string fault_of_result(const std::string& json) {
  const Json held = parsed(json);
  const auto problem = problem_of(held);
  if (!problem) {
    return "is empty or damaged";
  }
  const auto total = total_of_result(json);
  if (!total && !part_of_result(json)) {
    return "has no number";
  }
  if (std::string fault = total ? fault_of_total(*total) : ""; !fault.empty()) {
    return fault;
  }
  if (std::string fault = fault_of_details(*problem, held); !fault.empty()) {
    return fault;
  }
  // The number that it claims to agree with must be published, for this board.
  const bool is_known = total && is_published(total->job, total->count);
  const std::string source(is_known ? problem->info().source : "");
  const bool claims = held.value("agrees", Json()) == true || !text_in(held, "sequence").empty();
  if (claims && (!is_known || text_in(held, "sequence") != source)) {
    return is_known ? "does not name the published sequence, which is " + source
                    : "says that its number agrees with a published one, but none is published";
  }
  return "";
}

}  // namespace nqueens
