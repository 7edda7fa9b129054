// What a checkpoint and its log of runs hold, without running the job.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "report/run_page.hpp"
#include "report/status_report.hpp"
#include "run/checkpoint_keeper.hpp"

namespace nqueens {

/// Reads the newest whole generation and changes nothing on disk. Throws Error(checkpoint) if there
/// is none.
StatusReport checkpoint_status(const std::filesystem::path& path);

/// The checkpoints of a folder.
struct JobList {
  std::vector<StatusReport> jobs{};   ///< by name, each with its second count
  std::vector<std::string> faults{};  ///< why others are not there, a line each
};

/// Those of NAME.ckpt, or one of its generations. Throws Error(checkpoint) if there is none, or the
/// folder cannot be read.
JobList folder_status(const std::filesystem::path& folder);

/// What a count would do: its job, and what its checkpoint holds of it.
struct DryRun {
  std::string text;                     ///< "name: value" lines, or a JSON object
  std::vector<std::string> warnings{};  ///< of newer generations that are damaged
};

/// Changes nothing on disk and takes no lock. Throws Error as the count would: usage (the cut),
/// checkpoint (unusable or another job's).
DryRun dry_run(const JobSettings& settings, StartMode start, bool as_json);

/// One line for scripts about what is saved for such a start: a word that changes with all
/// progress, a blank, and a text. Empty if nothing is saved. Throws Error(checkpoint).
std::string saved_line(const JobSettings& settings, StartMode start);

/// The report of a job: reads NAME.run.jsonl, or a checkpoint and the log beside it, if there is
/// one. Throws Error(checkpoint) if the file is neither, or cannot be read.
RunPage run_page(const std::filesystem::path& file);

/// n20.ckpt, n20.run.jsonl -> n20.report.html, beside it.
std::filesystem::path report_path(const std::filesystem::path& file);

}  // namespace nqueens
