// Reads the log of runs beside a checkpoint, and what it says of who counted.
//
// A checkpoint knows which hosts and kernels counted, the log also when and with which program. A
// log may be torn, missing, or begin late; so both are asked, and a start without a line in the log
// is said to be one.
#pragma once

#include <filesystem>
#include <functional>

#include "report/result.hpp"
#include "report/run_log.hpp"
#include "store/checkpoint.hpp"

namespace nqueens {

/// Visits all events of a log; a last line without an end is torn. @return false if it fails
bool read_events(const std::filesystem::path& log, const std::function<void(RunEvent)>& visit);

/// Without runs if one was killed before its first line was whole. Throws Error(checkpoint) if the
/// log cannot be read, or is none.
RunState read_log(const std::filesystem::path& log);

/// The log of runs beside a checkpoint. Empty if there is none.
/// @param skims  only what a look needs: starts, workers, ends and the last word
RunState log_beside(const std::filesystem::path& checkpoint, bool skims = false);

/// What is known of a job. Without a log: its hosts and kernels, when it was saved last, and how
/// long before that it began at the latest.
Provenance provenance_of(const RunState& state, const OriginTable& origins, const Runs& runs,
                         double saved_at);

Provenance provenance_of(const RunState& state, const Checkpoint& checkpoint);

}  // namespace nqueens
