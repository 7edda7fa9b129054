// Reports conflicts, and how many wrong units a sample would have caught with 95 % probability.

#include <algorithm>
#include <cmath>

#include "core/number.hpp"
#include "evidence/recount.hpp"

namespace nqueens {
namespace {

std::string_view noun_of(RecountUnit unit, std::uint64_t number) {
  if (unit == RecountUnit::task) {
    return number == 1 ? "task" : "tasks";
  }
  return number == 1 ? "task or slice" : "tasks and slices";
}

/// The smallest share of wrong tasks that a sample of a certificate catches.
double share_of_tasks(const Recount& recount) {
  return share_noticed(recount.draws - recount.draws_by_nodes);
}

/// The smallest number of wrong units that this sample catches with at least 95 % probability.
std::optional<std::uint64_t> least_noticed(const Recount& recount) {
  if (recount.is_certificate && recount.confirmed < recount.units) {
    return static_cast<std::uint64_t>(
        std::ceil(share_of_tasks(recount) * static_cast<double>(recount.units)));
  }
  return min_wrong_noticed(recount.units, recount.confirmed);
}

std::string meaning(const Recount& recount) {
  if (recount.confirmed == recount.units || recount.stopped || !recount.conflicts.empty()) {
    return "";  // all units, or not a random sample
  }
  if (recount.is_certificate) {
    return " (" + amount_of(recount.draws, "draw") + ", seed '" + recount.seed +
           "'): a sample of this size misses an error in " + format_share(share_of_tasks(recount)) +
           " of the tasks" +
           (recount.draws_by_nodes > 0 && recount.nodes_differ == 0
                ? " (or of the work, " + format_share(share_noticed(recount.draws_by_nodes)) +
                      ", if the author's NODES are true)"
                : "") +
           " once in 20 times";
  }
  const auto noticed = least_noticed(recount);
  return noticed ? ": a sample of this size misses " + std::to_string(*noticed) + " wrong " +
                       std::string(noun_of(recount.unit, *noticed)) + " (" +
                       format_share(static_cast<double>(*noticed) /
                                    static_cast<double>(recount.units)) +
                       ") once in 20 times"
                 : "";
}

Json json_of(const Recount& recount) {
  const auto noticed =
      recount.conflicts.empty() && !recount.stopped ? least_noticed(recount) : std::nullopt;
  return {{"recount",
           {{"unit", noun_of(recount.unit, 2)},
            {"units", recount.units},
            {"chosen", recount.chosen},
            {"checked", recount.checked},
            {"confirmed", recount.confirmed},
            {"noticed_with_95_percent", optional_json(noticed)},
            {"drawn", recount.drawn},
            {"nodes_differ", recount.nodes_differ},
            {"seed", recount.seed},
            {"kernel_seconds", recount.kernel_seconds},
            {"repaired", recount.repaired},
            {"suspects", recount.suspects}}}};
}

void add_repair(const Recount& recount, Findings& findings) {
  for (const std::string& host : recount.suspects) {
    findings.add(Verdict::said, recount.file,
                 "everything that " + host + " had counted " +
                     (recount.stopped ? "is suspect, and not all of it was counted again"
                                      : "was counted again"));
  }
  if (recount.repaired) {
    findings.add(Verdict::counted, recount.file,
                 "is repaired: it holds the counts that two agree on; 'nqueens resume' counts the "
                 "others anew, and writes the result");
  }
}

}  // namespace

std::string amount_of(std::uint64_t number, RecountUnit unit) {
  return std::to_string(number) + " " + std::string(noun_of(unit, number));
}

std::uint64_t Sample::draws_of(std::uint64_t all) const {
  return fraction ? static_cast<std::uint64_t>(std::ceil(*fraction * static_cast<double>(all)))
                  : units.value_or(all);
}

std::optional<std::uint64_t> min_wrong_noticed(std::uint64_t units, std::uint64_t sample) {
  if (sample == 0) {
    return std::nullopt;
  }
  // The probability of missing all `wrong` units is a product over them.
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

void add_conflict(const std::filesystem::path& file, const Dispute& conflict, bool of_certificate,
                  const OriginTable& origins, Findings& findings) {
  std::string text = "CONFLICT: " + to_string(conflict.unit);
  Json counts = Json::array();
  for (const Vote& vote : conflict.votes) {
    const UnitRecord& record = vote.record;
    const std::string origin =
        of_certificate && counts.empty() ? "the certificate" : to_string(origins[record.origin]);
    text += (counts.empty() ? ": " : ", ") + to_string(record.count) + " (" +
            amount_of(record.nodes, "node") + ") by " + origin;
    counts.push_back({{"count", to_string(record.count)},
                      {"nodes", std::to_string(record.nodes)},
                      {"origin", origin}});
  }
  const auto settled = conflict.winner
                           ? std::optional(to_string(conflict.votes[*conflict.winner].record.count))
                           : std::nullopt;
  const Json detail = {
      {"conflict",
       {{"number", conflict.unit.task},
        {"slice", conflict.unit.is_slice() ? Json(conflict.unit.slice) : Json(nullptr)},
        {"counts", std::move(counts)},
        {"settled", optional_json(settled)}}}};
  if (settled) {
    findings.add(Verdict::counted, file, text + "; two agree on " + *settled, detail);
  } else {
    findings.disagrees(file, text, true, detail);
  }
}

void add_findings(const Recount& recount, Findings& findings) {
  const bool has_open = std::ranges::any_of(
      recount.conflicts, [](const Dispute& conflict) { return !conflict.winner; });
  std::string text = std::to_string(recount.confirmed) + " of " +
                     amount_of(recount.units, recount.unit) + " confirmed" + meaning(recount);
  if (recount.stopped) {
    text += ": " + std::to_string(recount.checked) + " of the " + std::to_string(recount.chosen) +
            " drawn were counted before it was stopped";
    findings.stop();
  }
  if (has_open) {
    findings.disagrees(recount.file, text, true, json_of(recount));
  } else {
    findings.add(recount.stopped ? Verdict::said : Verdict::counted, recount.file, text,
                 json_of(recount));
  }
  if (recount.nodes_differ > 0) {
    findings.add(Verdict::said, recount.file,
                 "nodes differ in " + std::to_string(recount.nodes_differ) + " of " +
                     amount_of(recount.checked, recount.unit) +
                     ": another search counted them, or they are false" +
                     (recount.draws_by_nodes > 0 ? "; the share of tasks alone counts" : ""));
  }
  for (const Dispute& conflict : recount.conflicts) {
    add_conflict(recount.file, conflict, recount.is_certificate, recount.origins, findings);
  }
  add_repair(recount, findings);
}

}  // namespace nqueens
