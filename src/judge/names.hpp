// Names of a job's files beside its checkpoint: n20.ckpt -> n20.second.ckpt, n20.result.json,
// n20.run.jsonl, n20.report.html. One place, since a command that is given one of them looks for
// the others.
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <vector>

namespace nqueens {

inline constexpr const char* checkpoint_extension = ".ckpt";
inline constexpr const char* result_extension = ".result.json";
inline constexpr const char* run_log_extension = ".run.jsonl";
inline constexpr const char* report_extension = ".report.html";

/// n18.ckpt -> n18 plus `end`, in the same folder.
std::filesystem::path path_beside(std::filesystem::path checkpoint, const std::string& end);

inline std::filesystem::path result_path(const std::filesystem::path& checkpoint) {
  return path_beside(checkpoint, result_extension);
}

inline std::filesystem::path run_log_path(const std::filesystem::path& checkpoint) {
  return path_beside(checkpoint, run_log_extension);
}

/// n20.ckpt, n20.run.jsonl -> n20.report.html.
std::filesystem::path report_path(const std::filesystem::path& file);

/// n18.ckpt -> n18.second.ckpt, n18 -> n18.second; empty for an empty path.
std::filesystem::path second_path(const std::filesystem::path& checkpoint);

/// The inverse of second_path(); other names stay. A job and its second count share the first one's
/// lock.
std::filesystem::path first_path(const std::filesystem::path& checkpoint);

/// All names of a job's files: checkpoints of both counts, their generations, results and logs, and
/// the lock.
std::vector<std::filesystem::path> files_of_job(const std::filesystem::path& checkpoint);

inline bool is_second(const std::filesystem::path& checkpoint) {
  return first_path(checkpoint) != checkpoint;
}

/// Names of the checkpoints in a folder, even if only older generations exist; excludes second
/// counts beside their first. Throws Error(checkpoint) if it cannot be read.
std::set<std::filesystem::path> checkpoints_in(const std::filesystem::path& folder);

}  // namespace nqueens
