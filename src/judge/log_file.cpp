// Reads logs of runs line by line.

#include "judge/log_file.hpp"

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <set>
#include <string_view>
#include <utility>

#include "judge/names.hpp"
#include "nqueens/error.hpp"
#include "system/file.hpp"

namespace nqueens {
namespace {

/// @return false if reading fails
bool read_lines(const std::filesystem::path& log,
                const std::function<void(std::string_view)>& read) {
  std::ifstream lines(log);
  for (std::string line; std::getline(lines, line) && !lines.eof();) {
    read(line);
  }
  return lines.eof();
}

}  // namespace

bool read_events(const std::filesystem::path& log, const std::function<void(RunEvent)>& visit) {
  return read_lines(log, [&visit](std::string_view line) {
    if (auto event = decode_run_event(line)) {
      visit(std::move(*event));
    }
  });
}

RunState read_log(const std::filesystem::path& log) {
  refuse_irregular("read", log);
  RunState state;
  if (!read_lines(log, [&state](std::string_view line) { state.read(line); })) {
    throw file_error(ExitCode::checkpoint, "read", log, errno);
  }
  if (state.runs.empty() && state.inputs.empty() && state.skipped > 0) {
    throw Error(ExitCode::checkpoint,
                "'" + log.string() + "' holds no start of a job: it is not the log of its runs");
  }
  return state;
}

RunState log_beside(const std::filesystem::path& checkpoint, bool skims) {
  const std::filesystem::path log = run_log_path(checkpoint);
  RunState state;
  std::error_code ignored;
  if (std::filesystem::is_regular_file(log, ignored)) {
    read_lines(log, [&](std::string_view line) { state.read(line, skims); });
  }
  return state;
}

Provenance provenance_of(const RunState& state, const OriginTable& origins, const Runs& runs,
                         double saved_at) {
  Provenance provenance = provenance_of(state);
  for (OriginId id = unknown_origin + 1; id < origins.size(); ++id) {
    provenance.hosts.insert(origins[id].host);
  }
  provenance.hosts.erase("");
  provenance.hosts.erase(std::string(several));
  provenance.kernels = runs.kernels;
  if (state.runs.empty() ? state.inputs.empty() : state.runs.back().ended == 0) {
    provenance.ended = std::max(provenance.ended, saved_at);
  }
  if (provenance.started == 0 && saved_at > 0) {
    provenance.started = saved_at - runs.elapsed_seconds;
  }
  std::set<std::uint64_t> logged;  // a start that saved nothing has the number of the next one
  for (const RunState::Run& run : state.runs) {
    logged.insert(run.start.start);
  }
  provenance.starts_without_log = runs.starts - std::min<std::uint64_t>(runs.starts, logged.size());
  return provenance;
}

Provenance provenance_of(const RunState& state, const Checkpoint& checkpoint) {
  return provenance_of(state, checkpoint.queue.origins, checkpoint.runs,
                       static_cast<double>(checkpoint.saved_at));
}

}  // namespace nqueens
