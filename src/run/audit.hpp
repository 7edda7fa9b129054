// `nqueens verify FOLDER`: all that a job has left, checked against itself, against what is
// published, and by counting again. Nothing is written.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "nqueens/error.hpp"
#include "run/audit_lines.hpp"
#include "run/verification.hpp"

namespace nqueens {

struct AuditReport {
  std::string folder{};
  std::vector<AuditLine> lines{};
  std::string seed{};    ///< of the draws
  bool stopped = false;  ///< before all was looked at, and what was drawn counted again

  /// wrong_answer if a count is wrong; else checkpoint if anything disagrees or is unusable; else
  /// runtime_error if it was stopped.
  [[nodiscard]] ExitCode code() const;
};

/// Audits as rank 0 the jobs of a folder, which are of one problem.
/// @param request  how much of each checkpoint, and of each certificate without one, to count
/// again, of all files with one seed; its file is the folder
/// Throws Error if it does not begin: checkpoint (the folder holds nothing of a job), usage (jobs
/// of several problems).
AuditReport audit(WorkerPool& pool, VerifyRequest request);

/// What all lines come to, with the exit code: "nothing disagrees: 9 proved, 2 counted again, ...".
std::string summary_of(const AuditReport& report);

/// A line for each, the verdict first; the last one is the summary.
std::string to_text(const AuditReport& report);
std::string to_json(const AuditReport& report);

}  // namespace nqueens
