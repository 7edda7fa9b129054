// Reads the log of runs beside a checkpoint, and the provenance of a count.
//
// Checkpoints have the hosts and kernels that counted; the log also has times and program versions.
// But a log may be torn, missing, or begin late. So provenance combines both, and marks starts that
// the log lacks.
#pragma once

#include <filesystem>
#include <functional>

#include "report/result.hpp"
#include "report/run_log.hpp"
#include "store/checkpoint.hpp"

namespace nqueens {

/// Visits all events of a log, except an incomplete last line. @return false if reading fails
bool read_events(const std::filesystem::path& log, const std::function<void(RunEvent)>& visit);

/// Has no runs if the first was killed before its first line was complete. Throws Error(checkpoint)
/// if the file cannot be read or is no log.
RunState read_log(const std::filesystem::path& log);

/// The log of runs beside a checkpoint; empty if there is none.
/// @param skims  reads only starts, workers, ends and the last state
RunState log_beside(const std::filesystem::path& checkpoint, bool skims = false);

/// The provenance of a job. Without a log: hosts and kernels, the time of the last save, and the
/// latest time at which the job can have begun.
Provenance provenance_of(const RunState& state, const OriginTable& origins, const Runs& runs,
                         double saved_at);

Provenance provenance_of(const RunState& state, const Checkpoint& checkpoint);

}  // namespace nqueens
