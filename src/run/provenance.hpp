// Provenance of a job, from its checkpoint and the log of its runs beside it.
#pragma once

#include <filesystem>
#include <optional>

#include "report/provenance.hpp"
#include "store/checkpoint.hpp"

namespace nqueens {

/// The few lines of a log of runs that a look at it needs.
struct SkimmedLog {
  RunHistory history{};  ///< starts, workers and ends only
  std::optional<RunEvent> last{};
};
/// Empty if there is no log.
SkimmedLog skim_log(const std::filesystem::path& log);

/// What is known of a job. Without a log: its hosts and kernels, when it was saved last, and how
/// long before that it began at the latest.
Provenance provenance_of(const RunHistory& history, const OriginTable& origins, const Runs& runs,
                         double saved_at);

/// The same for a checkpoint on disk.
Provenance provenance_of(const std::filesystem::path& path, const Checkpoint& checkpoint);

}  // namespace nqueens
