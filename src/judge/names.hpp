// The names of what a job leaves on disk, beside its checkpoint: n20.ckpt -> n20.second.ckpt,
// n20.result.json, n20.run.jsonl, n20.report.html. One place, since every command that is given one
// of these files looks for the others.
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

/// n18.ckpt -> n18 and the end, beside it.
std::filesystem::path path_beside(std::filesystem::path checkpoint, const std::string& end);

inline std::filesystem::path result_path(const std::filesystem::path& checkpoint) {
  return path_beside(checkpoint, result_extension);
}

/// The log of events of all runs.
inline std::filesystem::path run_log_path(const std::filesystem::path& checkpoint) {
  return path_beside(checkpoint, run_log_extension);
}

/// n20.ckpt, n20.run.jsonl -> n20.report.html, beside it.
std::filesystem::path report_path(const std::filesystem::path& file);

/// n18.ckpt -> n18.second.ckpt, n18 -> n18.second, beside it; empty for an empty path.
std::filesystem::path second_path(const std::filesystem::path& checkpoint);

/// The inverse; any other name stays as it is. A job and its second count have one lock, that of
/// the first.
std::filesystem::path first_path(const std::filesystem::path& checkpoint);

/// All names of files of a job: its checkpoint and that of its second count, their generations,
/// results and logs, and the lock.
std::vector<std::filesystem::path> files_of_job(const std::filesystem::path& checkpoint);

/// Whether a checkpoint has the name of a second count.
inline bool is_second(const std::filesystem::path& checkpoint) {
  return first_path(checkpoint) != checkpoint;
}

/// The names of the checkpoints in a folder, also if only older generations are there; not those of
/// second counts beside their first. Throws Error(checkpoint) if it cannot be read.
std::set<std::filesystem::path> checkpoints_in(const std::filesystem::path& folder);

}  // namespace nqueens
