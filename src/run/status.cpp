// Sums over the tasks of a checkpoint, and what its lock and its log of runs say.

#include "run/status.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <fstream>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <utility>

#include "core/error.hpp"
#include "core/number.hpp"
#include "core/text.hpp"
#include "core/time.hpp"
#include "kernel/kernel.hpp"
#include "queue/units.hpp"
#include "report/json.hpp"
#include "run/count_result.hpp"
#include "run/provenance.hpp"
#include "run/second_count.hpp"
#include "system/clock.hpp"
#include "system/file.hpp"
#include "system/lock_file.hpp"
#include "system/process.hpp"

namespace nqueens {
namespace {

/// The finished share of the expected cost of the job or its part, from 0 to 1.
double share_done(const Plan& plan, const QueueSnapshot& queue, const Part& part = {}) {
  double done = 0;
  double all = 0;
  bool open = false;  // sums of floats are not exact
  for (TaskId task = 0; task < queue.done.size(); ++task) {
    if (part.has(task)) {
      all += static_cast<double>(plan.costs[task]);
      open = open || !queue.done[task];
      done += queue.done[task] ? static_cast<double>(plan.costs[task]) : 0;
    }
  }
  for (const auto& [task, slices] : queue.in_slices) {
    if (part.has(task)) {
      done += static_cast<double>(plan.costs[task]) *
              static_cast<double>(totals(slices).tasks_done) /
              static_cast<double>(slices.done.size());
    }
  }
  return open ? done / all : 1;
}

std::uint64_t tasks_done(const QueueSnapshot& queue, const Part& part) {
  std::uint64_t done = 0;
  for (TaskId task = 0; task < queue.done.size(); ++task) {
    done += queue.done[task] && part.has(task) ? 1 : 0;
  }
  return done;
}

/// As the count would use it: none while another job has its name.
CheckpointSettings used_checkpoint(const JobSettings& settings, StartMode start) {
  CheckpointSettings used = settings.checkpoint;
  if (used.is_late) {
    const LateUse use = use_of_late(settings, start);
    used.is_late = use != LateUse::at_once;
    used.path = use == LateUse::never ? "" : used.path;
  }
  return used;
}

std::optional<LoadedCheckpoint> load(const std::filesystem::path& name, StartMode start) {
  const std::filesystem::path path = behind_links(name);
  if (path.empty()) {
    return std::nullopt;
  }
  if (start == StartMode::fresh) {
    refuse_irregular("replace", path);
    return std::nullopt;
  }
  return load_checkpoint(path, BadFiles::leave);
}

/// Lines of "name: value", without those that do not apply.
std::string to_text(const Json& fields) {
  std::string text;
  for (const auto& [key, value] : fields.items()) {
    if (!value.is_null()) {
      text += key + ": " +
              (value.is_string()  ? one_line(value.get<std::string>())
               : key == "percent" ? format_share(value.get<double>() / 100)
                                  : dump(value)) +
              "\n";
    }
  }
  return text;
}

/// Empty if no run is at work, or none that has left a word. Between two lines its state may be
/// missing for a moment. The clock of another machine may be wrong: a log from there that seems old
/// is watched until there is more, at most for 12 s.
std::optional<LiveRun> find_live(const std::filesystem::path& checkpoint, bool is_held,
                                 bool is_elsewhere) {
  const std::filesystem::path log = run_log_path(checkpoint);
  const Clock::time_point begin = Clock::now();
  std::optional<LiveRun> live;
  while (true) {
    const auto [history, last] = skim_log(log);
    const auto* const now = last ? std::get_if<RunNow>(&last->body) : nullptr;
    std::error_code error;
    const auto written = std::filesystem::last_write_time(log, error);
    if (now != nullptr && !history.runs.empty() && !error) {
      const std::chrono::duration<double> age =
          std::filesystem::file_time_type::clock::now() - written;
      const bool is_renewed = live && live->updated_at != last->time;
      live = LiveRun{.started_at = history.runs.back().time,
                     .updated_at = last->time,
                     .start = history.runs.back().start,
                     .state = *now,
                     .age_seconds = is_renewed ? 0 : std::max(age.count(), 0.0)};
    }
    const bool has_ended = history.runs.empty() || !last ||
                           std::holds_alternative<RunStop>(last->body) ||
                           std::holds_alternative<RunFinish>(last->body);
    const double patience = !live ? 1 : (live->is_fresh() || !is_elsewhere ? 0 : 12);
    if (!is_held || has_ended || seconds_since(begin) >= patience) {
      return live;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
}

constexpr std::string_view log_end = ".jsonl";

/// Without runs if a run was killed before its first line was whole.
RunHistory read_log(const std::filesystem::path& file) {
  refuse_irregular("read", file);
  RunHistory history;
  std::ifstream lines(file);
  bool has_lines = false;
  for (std::string line; std::getline(lines, line);) {
    history.add(line);
    has_lines = has_lines || !lines.eof();
  }
  if (!lines.eof()) {
    throw file_error(ExitCode::checkpoint, "read", file, errno);
  }
  if (history.runs.empty() && has_lines) {
    throw Error(ExitCode::checkpoint,
                "'" + file.string() + "' holds no start of a job: it is not the log of its runs");
  }
  return history;
}

void add_origins(const QueueSnapshot& queue, RunPage& page) {
  std::map<OriginId, WorkerShare> origins;
  for (TaskId task = 0; task < queue.done.size(); ++task) {
    if (!queue.done[task]) {
      continue;
    }
    const TaskRecord& record = queue.records[task];
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

StatusReport status_of(const std::filesystem::path& path, const LoadedCheckpoint& loaded) {
  const Checkpoint& checkpoint = loaded.checkpoint;
  const QueueTotals sums = totals(checkpoint.queue);
  StatusReport status{.file = loaded.file.string(),
                      .job = checkpoint.job,
                      .tasks = checkpoint.queue.done.size(),
                      .tasks_done = sums.tasks_done,
                      .tasks_confirmed = sums.tasks_confirmed,
                      .tasks_in_progress = checkpoint.queue.in_slices.size(),
                      .slices = sums.slices,
                      .slices_done = sums.slices_done,
                      .slices_bytes = sums.slices * bytes_per_slice(checkpoint.job.problem.parts()),
                      .count = sums.count + count_above_tasks(checkpoint.job),
                      .nodes = sums.nodes,
                      .share_done = share_done(
                          plan_of(checkpoint.job, checkpoint.queue, loaded.file), checkpoint.queue),
                      .runs = checkpoint.runs,
                      .saved_at = checkpoint.saved_at,
                      .warnings = loaded.warnings};
  try {
    if (const auto second = second_path(path); has_generations(second)) {
      status.second.push_back(checkpoint_status(second));
    }
  } catch (const Error& error) {
    status.warnings.emplace_back(error.what());
  }
  if (status.share_done > 0) {
    status.eta_seconds = status.runs.elapsed_seconds * (1 - status.share_done) / status.share_done;
  }
  const auto holder = lock_holder(first_path(path));
  if (holder) {
    const ProcessIdentity& process = holder->process;
    status.lock_holder =
        (process.pid > 0 ? process.host + ", process " + std::to_string(process.pid)
                         : "an unknown process") +
        (holder->batch_job.empty() ? "" : ", job " + holder->batch_job) + ", seen " +
        format_duration(holder->age_seconds) + " ago";
  }
  const bool is_elsewhere = holder && (holder->process.host != this_process().host ||
                                       liveness(holder->process) == Liveness::unknown);
  if (auto live = find_live(path, holder.has_value(), is_elsewhere)) {
    if (live->is_fresh() && status.lock_holder) {
      status.live = std::move(live);
    } else {
      status.warnings.push_back("the run on " + live->start.host + " has said nothing for " +
                                format_duration(live->age_seconds) +
                                "; what follows is what it saved");
    }
  }
  return status;
}

}  // namespace

StatusReport checkpoint_status(const std::filesystem::path& name) {
  const std::filesystem::path path = behind_links(name);
  return status_of(path, load_existing_checkpoint(path, BadFiles::leave));
}

JobList folder_status(const std::filesystem::path& folder) {
  std::set<std::filesystem::path> names;
  std::error_code error;
  for (std::filesystem::directory_iterator files(folder, error);
       !error && files != std::filesystem::directory_iterator(); files.increment(error)) {
    std::filesystem::path name = files->path();
    if (number_from<int>(name.extension().string().erase(0, 1))) {
      name.replace_extension();
    }
    const bool comes_with_first = is_second(name) && has_generations(first_path(name));
    if (name.extension() == checkpoint_extension && !comes_with_first) {
      names.insert(name);
    }
  }
  if (error) {
    throw file_error(ExitCode::checkpoint, "read", folder, error.value());
  }
  if (names.empty()) {
    throw Error(ExitCode::checkpoint, "no checkpoint (NAME.ckpt) is in '" + folder.string() + "'");
  }
  JobList list;
  for (const std::filesystem::path& name : names) {
    try {
      list.jobs.push_back(checkpoint_status(name));
    } catch (const Error& fault) {
      list.faults.emplace_back(fault.what());
    }
  }
  return list;
}

DryRun dry_run(const JobSettings& settings, StartMode start, bool as_json) {
  const CheckpointSettings checkpoint = used_checkpoint(settings, start);
  const auto loaded = load(checkpoint.path, start);
  Plan plan;
  if (loaded) {
    const Job& found = loaded->checkpoint.job;
    require_same_job(loaded->file, found, wanted_job(settings.count, found));
    plan = plan_of(found, loaded->checkpoint.queue, loaded->file);
  } else {
    plan = make_plan(make_job(settings.count));
  }
  Json json = json_of(plan.job);
  json.update({{"prefixes", plan.prefixes},
               {"tasks", plan.tasks()},
               {"kernel", choose_kernel(settings.run.kernel, plan.job.problem.sequence).name},
               {"checkpoint", checkpoint.path.empty() ? "none" : checkpoint.path.string()}});
  // Null is what does not apply.
  for (const char* field : {"checkpoint_after_seconds", "part", "part_tasks", "goes_on_from",
                            "tasks_done", "percent"}) {
    json[field] = nullptr;
  }
  if (!checkpoint.path.empty() && checkpoint.is_late) {
    json["checkpoint_after_seconds"] = checkpoint.interval_seconds;
  }
  const Part part = settings.run.part.value_or(Part{});
  if (settings.run.part) {
    json["part"] = to_string(part);
    json["part_tasks"] = (plan.tasks() + part.parts - part.index) / part.parts;
  }
  if (loaded) {
    json["goes_on_from"] = loaded->file.string();
    json["tasks_done"] = tasks_done(loaded->checkpoint.queue, part);
    json["percent"] = 100 * share_done(plan, loaded->checkpoint.queue, part);
  }
  return {.text = as_json ? dump(json) + "\n" : to_text(json),
          .warnings = loaded ? loaded->warnings : std::vector<std::string>{}};
}

std::string saved_line(const JobSettings& settings, StartMode start) {
  const std::filesystem::path path = behind_links(used_checkpoint(settings, start).path);
  std::string mark;  // "12.0.73251.0"
  std::string text;  // "n18.ckpt: 12 of 40 tasks done"
  for (const std::filesystem::path& each : {path, second_path(path)}) {
    const auto loaded = load(each, start);
    if (!loaded) {
      continue;
    }
    const QueueTotals sums = totals(loaded->checkpoint.queue);
    for (const std::uint64_t sum :
         {sums.tasks_done, sums.slices_done, sums.nodes, sums.tasks_confirmed}) {
      mark += (mark.empty() ? "" : ".") + std::to_string(sum);
    }
    text += (text.empty() ? " " : "; ") + one_line(loaded->file.string()) + ": " +
            std::to_string(sums.tasks_done) + " of " +
            amount_of(loaded->checkpoint.queue.done.size(), "task") + " done";
    if (sums.slices > 0) {
      text += ", and " + std::to_string(sums.slices_done) + " of " +
              amount_of(sums.slices, "slice") + " of tasks in progress";
    }
  }
  return mark.empty() ? "" : mark + text + "\n";
}

RunPage run_page(const std::filesystem::path& file) {
  RunPage page{.name = file.filename().string(), .history = {}};
  if (file.extension() == log_end) {
    page.history = read_log(file);
    page.provenance = provenance_of(page.history);
    if (page.history.runs.empty()) {
      throw Error(ExitCode::checkpoint, "no run has written into '" + file.string() +
                                            "' yet; name the checkpoint for what is saved");
    }
    return page;
  }
  const std::filesystem::path path = behind_links(file);
  const LoadedCheckpoint loaded = load_existing_checkpoint(path, BadFiles::leave);
  page.status = status_of(path, loaded);
  if (const std::filesystem::path log = run_log_path(file); std::filesystem::exists(log)) {
    page.history = read_log(log);
  }
  page.provenance =
      provenance_of(page.history, loaded.checkpoint.queue.origins, loaded.checkpoint.runs,
                    static_cast<double>(loaded.checkpoint.saved_at));
  if (page.status->live) {
    page.provenance.ended = 0;
  }
  if (const auto second =
          page.status->second.empty() ? std::nullopt : load_second(path, loaded.checkpoint.job)) {
    page.provenance.add(provenance_of(second_path(path), second->checkpoint));
  }
  if (page.history.runs.empty()) {
    add_origins(loaded.checkpoint.queue, page);
  }
  return page;
}

std::filesystem::path report_path(const std::filesystem::path& file) {
  std::filesystem::path path = file;
  if (path.extension() == log_end) {
    path.replace_extension();
    if (path.extension() == ".run") {
      path.replace_extension();
    }
    return path += ".report.html";
  }
  return path_beside(file, ".report.html");
}

}  // namespace nqueens
