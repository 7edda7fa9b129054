// Reads logs of runs.

#include "run/provenance.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <string>
#include <utility>

#include "run/count_result.hpp"

namespace nqueens {
namespace {

/// Events that a log has few of.
constexpr std::array events = {RunInput::name, RunStart::name, RunWorkers::name, RunStop::name,
                               RunFinish::name};

}  // namespace

SkimmedLog skim_log(const std::filesystem::path& log) {
  SkimmedLog skimmed;
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(log, ignored)) {
    return skimmed;
  }
  std::ifstream lines(log);
  std::string last;
  for (std::string line; std::getline(lines, line) && !lines.eof();) {
    if (std::ranges::find(events, name_of_event(line)) != events.end()) {
      skimmed.history.add(line);
    }
    last = std::move(line);
  }
  skimmed.last = decode_run_event(last);
  return skimmed;
}

Provenance provenance_of(const RunHistory& history, const OriginTable& origins, const Runs& runs,
                         double saved_at) {
  Provenance provenance = provenance_of(history);
  for (OriginId id = unknown_origin + 1; id < origins.size(); ++id) {
    provenance.hosts.insert(origins[id].host);
  }
  provenance.hosts.erase("");
  provenance.hosts.erase(std::string(several));
  provenance.kernels = runs.kernels;
  if (history.runs.empty() ? history.inputs.empty() : history.runs.back().ended == 0) {
    provenance.ended = std::max(provenance.ended, saved_at);
  }
  if (provenance.started == 0 && saved_at > 0) {
    provenance.started = saved_at - runs.elapsed_seconds;
  }
  provenance.starts_without_log =
      runs.starts - std::min<std::uint64_t>(runs.starts, provenance.starts.size());
  return provenance;
}

Provenance provenance_of(const std::filesystem::path& path, const Checkpoint& checkpoint) {
  return provenance_of(skim_log(run_log_path(path)).history, checkpoint.queue.origins,
                       checkpoint.runs, static_cast<double>(checkpoint.saved_at));
}

}  // namespace nqueens
