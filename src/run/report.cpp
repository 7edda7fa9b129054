// Reads a log of runs, and adds what the checkpoint beside it knows.

#include "run/report.hpp"

#include <cerrno>
#include <fstream>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "core/error.hpp"
#include "run/count_result.hpp"
#include "run/provenance.hpp"
#include "run/second_count.hpp"
#include "run/status.hpp"
#include "system/file.hpp"

namespace nqueens {
namespace {

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

}  // namespace

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
  page.status = StatusReader().look_at(path, loaded);
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
