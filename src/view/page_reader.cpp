// Reads a checkpoint and its log for a page, and judges its result.

#include <map>
#include <numeric>
#include <utility>
#include <vector>

#include "judge/finished.hpp"
#include "judge/log_file.hpp"
#include "judge/names.hpp"
#include "judge/result_file.hpp"
#include "nqueens/error.hpp"
#include "system/file.hpp"
#include "view/page.hpp"
#include "view/status_reader.hpp"

namespace nqueens {
namespace {

void add_origins(const QueueSnapshot& queue, RunPage& page) {
  std::map<OriginId, WorkerShare> origins;
  for (TaskId task = 0; task < queue.done.size(); ++task) {
    if (!queue.done[task]) {
      continue;
    }
    const UnitRecord record = queue.records[task];
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

/// The result of the job or of the part, if that is finished.
std::optional<RunResult> result_in(const Checkpoint& checkpoint,
                                   const std::optional<LoadedCheckpoint>& second,
                                   const std::optional<Part>& part) {
  std::optional<RunResult> result;
  if (checkpoint.finished()) {
    result =
        judge(checkpoint, second && second->checkpoint.finished() ? &second->checkpoint : nullptr)
            .result;
  } else if (part && progress_of(checkpoint.queue, *part).finished()) {
    result = result_of_part(checkpoint, *part);
  }
  if (result) {
    result->resumed = checkpoint.runs.starts > 1;
  }
  return result;
}

RunPage page_of_log(const std::filesystem::path& log, RunPage page) {
  page.history = read_log(log);
  page.provenance = provenance_of(page.history);
  page.result = page.history.result;
  if (const auto fault = page.result.empty() ? "" : fault_of_result(page.result); !fault.empty()) {
    const auto total = total_of_result(page.result);
    page.is_wrong = total && !fault_of_total(*total).empty();
    page.faults.push_back("the result in '" + log.string() + "' " + fault);
  }
  if (page.history.runs.empty()) {
    throw Error(ExitCode::checkpoint, "no run has written into '" + log.string() +
                                          "' yet; name the checkpoint for what is saved");
  }
  return page;
}

}  // namespace

RunPage page_of(const std::filesystem::path& file) {
  RunPage page{.name = file.filename().string(), .history = {}};
  if (file.extension() == ".jsonl") {
    return page_of_log(file, std::move(page));
  }
  const std::filesystem::path path = behind_links(file);
  const LoadedCheckpoint loaded = load_existing_checkpoint(path, BadFiles::leave);
  page.status = StatusReader().look_at(path, loaded);
  // The page is the same from every folder.
  page.status->file = loaded.file.filename().string();
  for (StatusReport& each : page.status->second) {
    each.file = std::filesystem::path(each.file).filename().string();
  }
  page.faults = page.status->faults;
  page.is_wrong = !page.faults.empty();
  const std::filesystem::path log = run_log_path(file);
  if (std::filesystem::exists(log)) {
    page.history = read_log(log);
  }
  const auto second =
      page.status->second.empty() ? std::nullopt : load_second(path, loaded.checkpoint.job);
  auto result = result_in(loaded.checkpoint, second, part_of_result(page.history.result));
  const LogComparison held =
      compare_log(page.history, loaded.checkpoint, result ? &*result : nullptr);
  if (!held.fault.empty()) {
    page.faults.push_back("the log of runs '" + log.string() + "' " + held.fault +
                          (held.is_other_job ? "; nothing of it is in this report" : ""));
    page.is_wrong = page.is_wrong || held.is_other_number;
  }
  if (held.is_other_job) {
    page.history = {};
  }
  page.provenance = provenance_of(page.history, loaded.checkpoint);
  if (page.status->live) {
    page.provenance.ended = 0;
  } else if (!page.history.runs.empty() && page.history.inputs.empty() &&
             page.history.runs.back().start.part ==
                 (page.status->part ? to_string(*page.status->part) : "")) {
    page.history.runs.back().kept = page.status->wanted;
  }
  if (second) {
    page.provenance.add(provenance_of(log_beside(second_path(path), true), second->checkpoint));
  }
  if (page.history.runs.empty()) {
    add_origins(loaded.checkpoint.queue, page);
  }
  if (result) {
    if (!page.history.runs.empty()) {
      const std::vector<int>& ranks = page.history.runs.back().start.ranks;
      result->ranks = static_cast<int>(ranks.size());
      result->workers = std::reduce(ranks.begin(), ranks.end());
    }
    result->provenance = page.provenance;
    page.result = to_json(*result);
  }
  return page;
}

}  // namespace nqueens
