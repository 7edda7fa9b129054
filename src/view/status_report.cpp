// Rows of tables about a checkpoint or a run, and their columns.

#include "view/status_report.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>

#include "core/number.hpp"
#include "core/text.hpp"
#include "report/json.hpp"
#include "report/version.hpp"
#include "view/progress.hpp"
#include "view/result_words.hpp"

namespace nqueens {
namespace {

std::string time_left(const StatusReport& status) {
  if (status.finished()) {
    return "none, finished";
  }
  if (status.is_whole_part()) {
    return "none, complete; 'nqueens merge' joins the parts";
  }
  return status.eta_seconds ? format_duration(*status.eta_seconds) + " at the rate so far"
                            : "unknown";
}

/// "2 tasks, 57 of 120 slices done (7 kB)"
std::string describe_slices(const StatusReport& status) {
  if (status.all.tasks_in_progress == 0) {
    return "no slices";
  }
  return fmt::format("{}, {} of {} done ({})", amount_of(status.all.tasks_in_progress, "task"),
                     status.all.slices_done, amount_of(status.all.slices, "slice"),
                     format_bytes(status.slices_bytes));
}

/// Until the last save.
std::string elapsed(const StatusReport& status) {
  return format_duration(status.runs.elapsed_seconds) + " in " +
         amount_of(status.runs.starts, "saved start");
}

std::string ago(double seconds) {
  return format_duration(std::max(seconds, 0.0)) + " ago";
}

/// null if 0: not yet.
Json json_of_time(double time) {
  return time > 0 ? Json(time) : Json(nullptr);
}

Json json_of(const LiveRun& live) {
  const RunProgress run = live.run.progress();
  Json json = {{"host", optional_json(live.run.start.host)},
               {"process", live.run.start.process},
               {"started_at", rounded(live.run.time)},
               {"updated_at", rounded(live.run.said_at)},
               {"saved_at", json_of_time(live.run.state.saved_at)},
               {"next_save_at", live.run.state.next_save_at},
               {"percent", 100 * run.now.share_done},
               {"tasks", run.now.tasks},
               {"tasks_done", run.now.tasks_done},
               {"count", to_string(run.now.count)},
               {"counted_per_second", counted_a_second(run)},
               {"time_left", time_left(run)},
               {"eta_seconds", optional_json(eta_seconds(run))},
               {"workers", run.now.workers},
               {"lost_workers", run.now.lost},
               {"groups", Json::array()}};
  for (const WorkerShare& each : live.run.state.groups) {
    json["groups"].push_back({{"rank", each.rank},
                              {"ranks", each.ranks},
                              {"workers", each.workers},
                              {"host", optional_json(each.host)},
                              {"kernel", optional_json(each.kernel)},
                              {"units", each.units},
                              {"kernel_seconds", each.busy},
                              {"heard_at", json_of_time(each.heard)}});
  }
  return json;
}

/// "name: value" lines, the values in one column.
std::string table_of(const TableRows& facts) {
  std::string text;
  for (const std::vector<std::string>& fact : facts) {
    text += as_line(fmt::format("{:<19}{}", fact[0] + ":", fact[1]));
  }
  return text;
}

/// Columns are as wide as their longest cell, and two blanks apart.
/// @param aligned  for each column r (right) or l (left)
std::string columns_of(const TableRows& rows, std::string_view aligned) {
  std::vector<std::size_t> widths(aligned.size());
  for (const std::vector<std::string>& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      widths[i] = std::max(widths[i], row[i].size());
    }
  }
  std::string text;
  for (const std::vector<std::string>& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::string blanks(widths[i] - row[i].size(), ' ');
      line += aligned[i] == 'r' ? blanks + row[i] + "  " : row[i] + blanks + "  ";
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += as_line(line);
  }
  return text;
}

std::string workers_of(const LiveRun& live) {
  TableRows rows = {{"rank", "workers", "units", "kernel time", "heard", "kernel", "host"}};
  for (const WorkerShare& each : live.run.state.groups) {
    rows.push_back({std::to_string(each.rank), std::to_string(each.workers),
                    std::to_string(each.units), format_duration(each.busy),
                    each.heard > 0 ? ago(live.moment() - each.heard) : "none yet", each.kernel,
                    each.host});
  }
  return rows.size() > 1 ? as_line("") + columns_of(rows, "rrrrrll") : "";
}

TableRows facts_of(const StatusReport& status, const LiveRun& live) {
  const RunNow& state = live.run.state;
  const double wait = state.next_save_at - live.run.said_at;
  const RunProgress run = live.run.progress();
  TableRows facts = facts_of(run, live.run.said_at);
  if (!eta_seconds(run)) {
    facts[1][1] = time_left(status);
  }
  facts.insert(
      facts.end(),
      {{std::string(status.job.problem.info().quantity()) + " so far",
        to_string(state.now.count) + ", " + rate_text(run)},
       {"this start", format_time(static_cast<std::int64_t>(live.run.time))},
       {"running for", format_duration(live.moment() - live.run.time)},
       {"in use by", status.lock_holder.value_or("nobody")},
       {"workers", std::to_string(state.now.workers) +
                       (state.now.lost > 0 ? fmt::format(", {} lost", state.now.lost) : "")},
       {"last save",
        fmt::format("{}, {}, next {}", ago(live.moment() - static_cast<double>(status.saved_at)),
                    format_share(status.wanted.share_done),
                    wait > 0 ? "in " + format_duration(wait) : "now")},
       {"all starts", elapsed(status) + ", " + amount_of(status.all.tasks_confirmed, "task") +
                          " counted twice"}});
  return facts;
}

std::vector<std::string> row_of(const StatusReport& status) {
  const std::string name = status.file.substr(status.file.rfind('/') + 1);
  const bool is_complete = status.finished() || status.is_whole_part();
  const auto in_words = [](const std::optional<double>& seconds) {
    return seconds ? format_duration(*seconds) : "unknown";
  };
  if (status.live) {
    const RunProgress run = status.live->run.progress();
    return {name, format_share(run.now.share_done), rate_text(run), in_words(eta_seconds(run)),
            amount_of(static_cast<std::uint64_t>(run.now.workers), "worker") + " on " +
                status.live->run.start.host};
  }
  return {name, format_share(status.wanted.share_done), to_string(status.all.count),
          status.finished()        ? "finished"
          : status.is_whole_part() ? "complete, to be merged"
                                   : in_words(status.eta_seconds),
          status.lock_holder.value_or(is_complete ? "" : "not running")};
}

}  // namespace

std::string to_json(const StatusReport& status) {
  Json json = {{"file", status.file},
               {"live", status.live ? json_of(*status.live) : Json(nullptr)},
               {"second_count",
                status.second.empty() ? Json(nullptr) : Json::parse(to_json(status.second[0]))}};
  json.update(json_of(status.job.problem, status.all.count));
  json.update({{"symmetry", to_string(status.job.symmetry)},
               {"depth", status.job.depth},
               {"finished", status.finished()},
               {"part", status.part ? Json(to_string(*status.part)) : Json(nullptr)},
               {"part_tasks", status.part ? Json(status.wanted.tasks) : Json(nullptr)},
               {"tasks", status.all.tasks},
               {"tasks_done", status.wanted.tasks_done},
               {"tasks_confirmed", status.all.tasks_confirmed},
               {"tasks_in_progress", status.all.tasks_in_progress},
               {"slices", status.all.slices},
               {"slices_done", status.all.slices_done},
               {"slices_bytes", status.slices_bytes},
               {"percent", 100 * status.wanted.share_done},
               {"nodes", std::to_string(status.all.nodes)},
               {"seconds", rounded(status.runs.elapsed_seconds)},
               {"kernel_seconds", rounded(status.runs.kernel_seconds)},
               {"device_seconds", rounded(status.runs.device_seconds)},
               {"eta_seconds", optional_json(status.eta_seconds)},
               {"starts", status.runs.starts},
               {"lost_workers", status.runs.lost_workers},
               {"saved_at", status.saved_at},
               {"kernel", optional_json(status.runs.kernels)},
               {"lock_holder", optional_json(status.lock_holder)},
               {"faults", status.faults},
               {"version", version()}});
  return dump(json);
}

TableRows facts_of(const RunProgress& run, std::optional<double> moment) {
  const auto eta = eta_seconds(run);
  TableRows facts = {
      {"done", fmt::format("{} of the work, {} of {}", format_share(run.now.share_done),
                           run.now.tasks_done, amount_of(run.now.tasks, "task"))},
      {"time left", remaining_time(run)}};
  if (moment && eta && *eta < 1000 * year_seconds) {
    facts.push_back({"expected end", format_time(static_cast<std::int64_t>(*moment + *eta))});
  }
  return facts;
}

TableRows facts_of(const StatusReport& status) {
  TableRows facts = {{"file", status.file},
                     {"job", to_string(status.job.problem) + ", " + describe_cut(status.job) +
                                 (status.part ? ", part " + to_string(*status.part) : "")}};
  const TableRows more =
      status.live
          ? facts_of(status, *status.live)
          : TableRows{
                {"done", format_share(status.wanted.share_done) + " of the work, " +
                             std::to_string(status.wanted.tasks_done) + " of " +
                             amount_of(status.wanted.tasks, "task")},
                {"in progress", describe_slices(status)},
                {std::string(status.job.problem.info().quantity()) + " so far",
                 to_string(status.all.count)},
                {"nodes so far", std::to_string(status.all.nodes)},
                {"counted twice", amount_of(status.all.tasks_confirmed, "task")},
                {"saved", format_time(status.saved_at)},
                {"elapsed", elapsed(status)},
                {"kernel time",
                 kernel_time(status.runs.kernel_seconds, status.runs.device_seconds)},
                {"time left", time_left(status)},
                {"kernels", status.runs.kernels.empty() ? "none yet" : spaced(status.runs.kernels)},
                {"lost for good", std::to_string(status.runs.lost_workers)},
                {"in use by", status.lock_holder.value_or("nobody")},
            };
  facts.insert(facts.end(), more.begin(), more.end());
  if (!status.missing_log.empty()) {
    facts.push_back(
        {"log of runs", "missing; if this was moved, copy " + status.missing_log + ", too"});
  }
  return facts;
}

std::string to_text(const StatusReport& status) {
  if (!status.second.empty() && status.second[0].live) {
    return table_of({{"first count", fmt::format("{}, {}", to_string(status.all.count),
                                                 format_share(status.wanted.share_done))}}) +
           as_line("") + to_text(status.second[0]);
  }
  return table_of(facts_of(status)) + (status.live ? workers_of(*status.live) : "") +
         (status.second.empty()
              ? ""
              : as_line("") + as_line("second count") + as_line("") + to_text(status.second[0]));
}

std::string to_json(const std::vector<StatusReport>& jobs) {
  std::string text;
  for (const StatusReport& job : jobs) {
    text += (text.empty() ? "" : ",") + to_json(job);
  }
  return "[" + text + "]";
}

std::string to_text(const std::vector<StatusReport>& jobs) {
  TableRows rows = {{"job", "done", "counted", "time left", "running"}};
  for (const StatusReport& job : jobs) {
    rows.push_back(row_of(job));
    for (const StatusReport& second : job.second) {
      rows.push_back(row_of(second));
    }
  }
  return columns_of(rows, "lrrrl");
}

}  // namespace nqueens
