// Joins the tasks of all files, and assigns each start of a run to one file.

#include "evidence/merge.hpp"

#include <algorithm>
#include <ctime>
#include <iterator>
#include <optional>
#include <set>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include "core/number.hpp"
#include "core/text.hpp"
#include "evidence/hold.hpp"
#include "evidence/recount.hpp"
#include "judge/log_file.hpp"
#include "judge/names.hpp"
#include "judge/total.hpp"
#include "nqueens/error.hpp"
#include "store/checkpoint_files.hpp"
#include "system/file.hpp"
#include "system/lock_file.hpp"

namespace nqueens {
namespace {

/// Identifies a start: time, host and process.
using StartId = std::tuple<double, std::string, std::int64_t>;

StartId id_of(double time, const RunStart& start) {
  return {time, start.host, start.process};
}

/// A merged file and its provenance.
struct MergedFile {
  std::filesystem::path file;
  RunState log;
  Provenance provenance;
  Runs runs;
  std::int64_t saved_at = 0;
  std::set<StartId> own_starts{};  ///< not in files saved later
};

/// The runs of the file without the times of starts that other files have, too.
Runs own_runs(const MergedFile& file) {
  Runs runs = file.runs;
  for (const RunState::Run& run : file.log.runs) {
    if (!file.own_starts.contains(id_of(run.time, run.start))) {
      runs.elapsed_seconds -= run.now().seconds;
      for (const RunState::Point& point : run.points) {
        runs.kernel_seconds -= point.busy;
      }
    }
  }
  runs.kernel_seconds = std::max(runs.kernel_seconds, 0.0);
  runs.elapsed_seconds = std::max(runs.elapsed_seconds, 0.0);
  runs.starts = file.own_starts.size() + file.provenance.starts_without_log;
  return runs;
}

/// Assigns each start to one file, the one saved last: files may be copies of another or have
/// resumed from it.
/// @return the sums over all runs, each once; checks and losses may count twice
Runs share_starts(std::vector<MergedFile>& files) {
  std::vector<MergedFile*> latest_first;
  std::ranges::transform(files, std::back_inserter(latest_first), [](auto& file) { return &file; });
  std::ranges::stable_sort(latest_first, std::ranges::greater(), [](const MergedFile* file) {
    return std::pair(file->saved_at, file->provenance.starts.size());
  });
  std::set<StartId> known;
  std::set<std::pair<std::int64_t, double>> ends;  // identifies copies without their log
  Runs all;
  for (MergedFile* const file : latest_first) {
    for (const auto& [time, what] : file->provenance.starts) {
      if (known.insert(id_of(time, what)).second) {
        file->own_starts.insert(id_of(time, what));
      }
    }
    const bool is_new = ends.emplace(file->saved_at, file->runs.elapsed_seconds).second;
    if (!file->own_starts.empty() || (file->provenance.starts_without_log > 0 && is_new)) {
      all += own_runs(*file);
    }
  }
  return all;
}

/// The merged log of runs: the own starts of each file, renumbered. Results are left out, since
/// each is of one part.
std::string merged_log(const std::vector<MergedFile>& files) {
  std::string log;
  const auto write = [&log](RunEvent event) { log += as_line(encode(std::move(event))); };
  std::uint64_t starts = 0;
  for (const MergedFile& file : files) {
    const Provenance& known = file.provenance;
    write({.time = known.ended,
           .body = RunInput{
               .file = file.file.string(), .started = known.started, .ended = known.ended}});
    bool is_own = true;
    bool is_open = false;
    read_events(run_log_path(behind_links(file.file)), [&](RunEvent event) {
      auto* const start = std::get_if<RunStart>(&event.body);
      is_own = std::holds_alternative<RunInput>(event.body) ||
               (start != nullptr ? file.own_starts.contains(id_of(event.time, *start)) : is_own);
      if (!is_own || std::holds_alternative<RunNow>(event.body)) {
        return;
      }
      if (start != nullptr) {
        start->start = ++starts;
        is_open = true;
      } else if (std::holds_alternative<RunFinish>(event.body)) {
        event.body = RunStop{.reason = "all of it is counted", .saved = true};
      }
      is_open = is_open && !std::holds_alternative<RunStop>(event.body);
      write(std::move(event));
    });
    if (is_open) {
      write({.time = known.ended, .body = RunStop{.reason = "no word of its end", .saved = true}});
    }
  }
  return log;
}

Error exists_already(const std::filesystem::path& file) {
  return {ExitCode::usage,
          "'" + file.string() + "' exists; name a new file for the merged checkpoint"};
}

/// Writes the log of runs just before the checkpoint. An existing log with the same text is from a
/// merge of these files that was killed in between.
/// @return a warning, or nothing
std::string write_merged(const std::filesystem::path& output, const Checkpoint& merged,
                         const std::string& log, const LockFile& lock) {
  const std::filesystem::path path = run_log_path(output);
  if (std::filesystem::exists(path) && read_up_to(path, log.size() + 1) != log) {
    throw exists_already(path);
  }
  std::string fault;
  const std::string warning = save_checkpoint(output, 1, merged, [&] {
    lock.require_held();
    try {
      write_atomically(path, log);
    } catch (const Error& error) {
      fault = std::string(error.what()) + "; the log of runs of the parts is not merged";
    }
  });
  return warning + (warning.empty() || fault.empty() ? "" : "; ") + fault;
}

JoinedRecords::Tallies added(JoinedRecords& joined, const std::filesystem::path& file,
                             const QueueSnapshot& queue) {
  try {
    return joined.add(queue);
  } catch (const Error& error) {
    throw Error(error.code(), "checkpoint '" + file.string() + "' " + error.what());
  }
}

/// "5 tasks: 3 new, 1 confirmed, 1 known already, 0 in conflict"
std::string text_of(const JoinedRecords::Tally& tally, const std::string& what) {
  return amount_of(tally.done, what) + ": " + std::to_string(tally.added) + " new, " +
         std::to_string(tally.confirmed) + " confirmed, " + std::to_string(tally.known) +
         " known already, " + std::to_string(tally.conflicts) + " in conflict";
}

Json json_of(const JoinedRecords::Tally& tally) {
  return {{"done", tally.done},
          {"new", tally.added},
          {"known", tally.known},
          {"confirmed", tally.confirmed},
          {"conflicts", tally.conflicts}};
}

/// Reports what was written, and whether its total can be right.
void add_sum(const std::filesystem::path& output, const Checkpoint& merged, Findings& findings) {
  const Progress all = progress_of(merged.queue);
  const std::string sum = to_string(count_so_far(merged));
  findings.add(Verdict::proved, output,
               std::to_string(all.tasks_done) + " of " + amount_of(all.tasks, "task") +
                   (all.slices_done > 0 ? " and " + amount_of(all.slices_done, "slice") : "") +
                   " of " + to_string(merged.job.problem) + ", which add up to " + sum,
               {{"written",
                 {{"tasks", all.tasks},
                  {"tasks_done", all.tasks_done},
                  {"slices_done", all.slices_done},
                  {"count", sum}}}});
  const std::string fault = merged.finished() ? fault_of_total(total_of(merged)) : "";
  if (!fault.empty()) {
    findings.disagrees(
        output, "the merged count " + fault + "; find the fault with 'nqueens verify'", true);
  }
}

}  // namespace

Merged merge_checkpoints(std::span<const std::filesystem::path> files,
                         const std::filesystem::path& output, bool leaves_out_conflicts) {
  const LockFile lock(first_path(output));
  if (std::filesystem::exists(output)) {
    throw exists_already(output);
  }
  Merged result;
  Checkpoint merged;
  std::optional<JoinedRecords> joined;
  std::vector<MergedFile> parts;
  for (const std::filesystem::path& file : files) {
    const Checkpoint checkpoint = read_checkpoint(file);
    if (!joined) {
      merged.job = checkpoint.job;
      merged.check_seed = checkpoint.check_seed;
      merged.part = checkpoint.part;
      joined.emplace(checkpoint.job, checkpoint.queue.done.size());
    }
    if (merged.part != checkpoint.part) {
      merged.part.reset();  // several parts: the whole is to be counted
    }
    require_same_job(file, checkpoint.job, merged.job, "merge the checkpoints of one job only");
    require_own_slices(checkpoint.job, checkpoint.queue, file);
    const auto [tasks, slices] = added(*joined, file, checkpoint.queue);
    result.findings.add(
        Verdict::proved, file,
        text_of(tasks, "task") + (slices.done > 0 ? "; " + text_of(slices, "slice") : ""),
        {{"merged", {{"tasks", json_of(tasks)}, {"slices", json_of(slices)}}}});
    RunState log = log_beside(behind_links(file));
    Provenance provenance = provenance_of(log, checkpoint);
    parts.push_back({.file = file,
                     .log = std::move(log),
                     .provenance = std::move(provenance),
                     .runs = checkpoint.runs,
                     .saved_at = checkpoint.saved_at});
  }
  merged.runs = share_starts(parts);
  const auto conflicts = joined->conflicts();
  for (const auto& [conflict, file] : conflicts) {
    add_conflict(files[file], conflict, false, joined->origins(), result.findings);
  }
  if (conflicts.empty() || leaves_out_conflicts) {
    merged.queue = joined->take();
    merged.saved_at = std::time(nullptr);
    result.warning = write_merged(output, merged, merged_log(parts), lock);
    result.is_written = true;
    add_sum(output, merged, result.findings);
  }
  return result;
}

}  // namespace nqueens
