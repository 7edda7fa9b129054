// `nqueens verify FOLDER`: all that a job has left, checked against itself, against what is
// published, and by counting again. Nothing is written.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "run/verification.hpp"

namespace nqueens {

enum class Verdict : std::uint8_t {
  proved,     ///< it follows from the files
  counted,    ///< it was counted again, and is the same
  said,       ///< the author's word: nothing here shows it
  disagrees,  ///< it contradicts something
  unusable,   ///< the file cannot be read, or is damaged
};
std::string_view to_string(Verdict verdict);

struct AuditLine {
  Verdict verdict = Verdict::said;
  std::string file{};
  std::string text{};
  bool is_count = false;  ///< of what disagrees: a count is wrong, not only what is said of it
};

struct AuditReport {
  std::string folder{};
  std::vector<AuditLine> lines{};
  std::uint64_t seed = 0;  ///< of the draws
  bool stopped = false;    ///< before all that was drawn was counted again

  /// wrong_answer if a count is wrong; else checkpoint if anything disagrees or is unusable; else
  /// runtime_error if it was stopped.
  [[nodiscard]] ExitCode code() const;
};

/// Audits as rank 0 of the crew the jobs of a folder, which are of one problem.
/// @param request  how much of each checkpoint, and of each certificate without one, to count
/// again; its file is the folder
/// Throws Error if it does not begin: checkpoint (the folder holds nothing of a job), usage (jobs
/// of several problems).
AuditReport audit(Crew& crew, const VerifyRequest& request);

/// A line for each, the verdict first.
std::string to_text(const AuditReport& report);
std::string to_json(const AuditReport& report);

}  // namespace nqueens
