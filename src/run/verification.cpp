// Reports conflicts, and the number of wrong tasks that a sample would have shown with a
// probability of 95 %.

#include "run/verification.hpp"

#include <algorithm>
#include <cmath>
#include <random>

#include "core/number.hpp"
#include "core/text.hpp"
#include "report/json.hpp"
#include "report/version.hpp"

namespace nqueens {
namespace {

std::string_view noun_of(VerifyUnit unit, std::uint64_t number) {
  if (unit == VerifyUnit::task) {
    return number == 1 ? "task" : "tasks";
  }
  return number == 1 ? "task or slice" : "tasks and slices";
}

/// By whom a vote is. @param of_certificate  of which is the first one
std::string origin_of(const Dispute& conflict, std::size_t vote, bool of_certificate,
                      const OriginTable& origins) {
  return of_certificate && vote == 0 ? "the certificate"
                                     : to_string(origins[conflict.votes[vote].record.origin]);
}

Json json_of(const std::vector<Dispute>& conflicts, bool of_certificate,
             const OriginTable& origins) {
  Json list = Json::array();
  for (const Dispute& conflict : conflicts) {
    Json counts = Json::array();
    for (std::size_t i = 0; i < conflict.votes.size(); ++i) {
      counts.push_back({{"count", to_string(conflict.votes[i].record.count())},
                        {"nodes", std::to_string(conflict.votes[i].record.nodes)},
                        {"origin", origin_of(conflict, i, of_certificate, origins)}});
    }
    list.push_back(
        {{"number", conflict.unit.task},
         {"slice", conflict.unit.is_slice() ? Json(conflict.unit.slice) : Json(nullptr)},
         {"counts", std::move(counts)},
         {"settled", conflict.winner
                         ? Json(to_string(conflict.votes[*conflict.winner].record.count()))
                         : Json(nullptr)}});
  }
  return list;
}

/// "CONFLICT: task 17: 5 (10 nodes) by avx512 on a, 6 (10 nodes) by avx2 on b; two agree on 5"
std::string line_of(const Dispute& conflict, bool of_certificate, const OriginTable& origins) {
  std::string text = "CONFLICT: " + to_string(conflict.unit);
  for (std::size_t i = 0; i < conflict.votes.size(); ++i) {
    const TaskRecord& record = conflict.votes[i].record;
    text += (i > 0 ? ", " : ": ") + to_string(record.count()) + " (" +
            amount_of(record.nodes, "node") + ") by " +
            origin_of(conflict, i, of_certificate, origins);
  }
  if (conflict.winner) {
    text += "; two agree on " + to_string(conflict.votes[*conflict.winner].record.count());
  }
  return text;
}

/// "5 tasks: 3 new, 1 confirmed, 1 known already, 0 in conflict"
std::string to_text(const MergeReport::Tally& tally, const std::string& what) {
  return amount_of(tally.done, what) + ": " + std::to_string(tally.added) + " new, " +
         std::to_string(tally.confirmed) + " confirmed, " + std::to_string(tally.known) +
         " known already, " + std::to_string(tally.conflicts) + " in conflict";
}

Json json_of(const MergeReport::Tally& tally, const char* done) {
  return {{done, tally.done},
          {"new", tally.added},
          {"known", tally.known},
          {"confirmed", tally.confirmed},
          {"conflicts", tally.conflicts}};
}

/// The other draws are of all tasks alike.
std::uint64_t draws_by_nodes(const VerifyReport& report) {
  return report.draws - report.draws / 2;
}

/// The least number of wrong units that this sample would find with a probability of at least 95 %.
std::optional<std::uint64_t> least_noticed(const VerifyReport& report) {
  if (report.is_certificate && report.confirmed < report.units) {
    return static_cast<std::uint64_t>(
        std::ceil(share_noticed(report.draws / 2) * static_cast<double>(report.units)));
  }
  return min_wrong_noticed(report.units, report.confirmed);
}

std::string meaning(const VerifyReport& report) {
  if (report.confirmed == report.units || report.stopped) {
    return "";  // all units, or not a random sample
  }
  if (report.is_certificate && report.conflicts.empty()) {
    const std::string tasks =
        "more than " + format_share(share_noticed(report.draws / 2)) + " of all tasks";
    return " (" + amount_of(report.draws, "draw") + ", seed '" + report.seed + "'): if " +
           (report.nodes_differ > 0
                ? tasks + " were"
                : "tasks with more than " + format_share(share_noticed(draws_by_nodes(report))) +
                      " of the work, as the author's nodes say, or " + tasks + ", were") +
           " wrong, this would have shown with a probability of 95 %";
  }
  const auto noticed = least_noticed(report);
  if (!report.conflicts.empty() || !noticed) {
    return "";
  }
  return ": if " + std::to_string(*noticed) + " (" +
         format_share(static_cast<double>(*noticed) / static_cast<double>(report.units)) +
         ") or more were wrong, this would have shown with a probability of 95 %";
}

}  // namespace

std::string amount_of(std::uint64_t number, VerifyUnit unit) {
  return std::to_string(number) + " " + std::string(noun_of(unit, number));
}

std::string any_seed() {
  return std::to_string(std::uint64_t{std::random_device{}()} << 32 | std::random_device{}());
}

std::optional<std::uint64_t> min_wrong_noticed(std::uint64_t units, std::uint64_t sample) {
  if (sample == 0) {
    return std::nullopt;
  }
  // The chance to miss all `wrong` units is the product of the chances to miss each.
  double missed = 1;
  std::uint64_t wrong = 0;
  while (missed > 1 - sought_probability && wrong < units) {
    missed *= wrong + sample < units
                  ? static_cast<double>(units - sample - wrong) / static_cast<double>(units - wrong)
                  : 0;
    ++wrong;
  }
  return wrong;
}

bool VerifyReport::has_open_conflict() const {
  return std::ranges::any_of(conflicts, [](const Dispute& conflict) { return !conflict.winner; });
}

std::string confirmed_line(const VerifyReport& report) {
  return std::to_string(report.confirmed) + " of " + amount_of(report.units, report.unit) +
         " confirmed" + meaning(report);
}

std::string nodes_line(const VerifyReport& report) {
  return report.nodes_differ == 0
             ? ""
             : "nodes differ in " + std::to_string(report.nodes_differ) + " of " +
                   amount_of(report.checked, report.unit) +
                   ": another search counted them, or they are false" +
                   (report.draws > 0 ? "; the share of tasks alone counts" : "");
}

std::vector<std::string> conflict_lines(const VerifyReport& report) {
  std::vector<std::string> lines;
  for (const Dispute& conflict : report.conflicts) {
    lines.push_back(line_of(conflict, report.is_certificate, report.origins));
  }
  return lines;
}

std::string to_text(const VerifyReport& report) {
  std::string text = as_line(confirmed_line(report));
  if (const std::string line = nodes_line(report); !line.empty()) {
    text += as_line(line);
  }
  for (const std::string& line : conflict_lines(report)) {
    text += as_line(line);
  }
  if (!report.fault.empty()) {
    text += as_line(report.file + " is wrong: " + report.fault);
  }
  if (!report.unchecked.empty()) {
    text += as_line("the author's word, not checked: " + report.unchecked +
                    (report.unchecked.starts_with("second_count")
                         ? "; 'nqueens verify FOLDER' looks at a second count beside it"
                         : ""));
  }
  for (const std::string& host : report.suspects) {
    text += as_line(
        "everything that " + host + " had counted " +
        (report.stopped ? "is suspect, and not all of it was counted again" : "was counted again"));
  }
  if (report.repaired) {
    text += as_line(report.file + " is repaired: it holds the counts that two agree on" +
                    (report.has_open_conflict() || report.is_forged
                         ? "; 'nqueens resume' counts anew where no two do"
                         : ""));
  }
  return text;
}

std::string to_json(const VerifyReport& report) {
  const auto noticed =
      report.conflicts.empty() && !report.stopped ? least_noticed(report) : std::nullopt;
  Json json = {{"file", report.file}};
  json.update(json_of(report.problem));
  json.update({{"unit", noun_of(report.unit, 2)},
               {"units", report.units},
               {"chosen", report.chosen},
               {"checked", report.checked},
               {"confirmed", report.confirmed},
               {"noticed_with_95_percent", optional_json(noticed)},
               {"conflicts", json_of(report.conflicts, report.is_certificate, report.origins)},
               {"fault", optional_json(report.fault)},
               {"unchecked", optional_json(report.unchecked)},
               {"drawn", report.drawn},
               {"nodes_differ", report.nodes_differ},
               {"seed", report.seed},
               {"kernel_seconds", report.kernel_seconds},
               {"stopped", report.stopped},
               {"repaired", report.repaired},
               {"suspects", report.suspects},
               {"version", version()}});
  return dump(json);
}

std::string to_text(const MergeReport& report) {
  std::string text;
  for (const MergeReport::Input& input : report.inputs) {
    text += as_line(input.file + ": " + to_text(input.tasks, "task") +
                    (input.slices.done > 0 ? "; " + to_text(input.slices, "slice") : ""));
  }
  for (const Dispute& conflict : report.conflicts) {
    text += as_line(line_of(conflict, false, report.origins));
  }
  if (report.output.empty()) {
    return text + as_line("nothing is written");
  }
  const Progress& all = report.progress;
  return text +
         as_line(report.output + ": " + std::to_string(all.tasks_done) + " of " +
                 amount_of(all.tasks, "task") +
                 (all.slices_done > 0 ? " and " + amount_of(all.slices_done, "slice") : "") +
                 " of " + to_string(report.problem) + ", which add up to " + to_string(all.count));
}

std::string to_json(const MergeReport& report) {
  Json inputs = Json::array();
  for (const MergeReport::Input& input : report.inputs) {
    Json entry = {{"file", input.file}};
    entry.update(json_of(input.tasks, "tasks_done"));
    entry["slices"] = json_of(input.slices, "done");
    inputs.push_back(std::move(entry));
  }
  Json json = {{"inputs", std::move(inputs)},
               {"conflicts", json_of(report.conflicts, false, report.origins)},
               {"output", optional_json(report.output)}};
  json.update(json_of(report.problem));
  json.update({{"tasks", report.progress.tasks},
               {"tasks_done", report.progress.tasks_done},
               {"slices_done", report.progress.slices_done},
               {"count", to_string(report.progress.count)},
               {"fault", optional_json(report.fault)},
               {"version", version()}});
  return dump(json);
}

}  // namespace nqueens
