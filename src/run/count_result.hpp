// The result of a finished count, compared with the published count and the second count; the names
// of files beside a checkpoint, and what the log of runs beside it says.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "report/result.hpp"
#include "store/certificate.hpp"
#include "store/checkpoint.hpp"

namespace nqueens {

/// The result of a finished checkpoint, or of one part of it. Without fundamental solutions, and
/// with 0 ranks and workers.
RunResult result_of(const Checkpoint& checkpoint, const std::optional<Part>& part = {});

/// Why a total cannot be right: "adds up to 2688, but the published count is 2680 (OEIS A000170)".
/// Empty if it can, or if the job is an opened task.
std::string fault_of_total(const Job& job, Count total);

/// Why the number of a finished checkpoint cannot be right; empty if it can.
std::string fault_of(const Checkpoint& checkpoint);

/// "its second count is 2688". @param result  with a second count that differs
std::string difference_of_second(const RunResult& result);

/// A result beside that of the second count.
SecondResult compare(const RunResult& first, const RunResult& second);

/// The certificate of a finished count, without provenance. Throws as make_certificate(), and
/// Error(wrong_answer), likewise without the file's name, if the result is not consistent.
/// @param result  of this checkpoint, with its second count if there is one
Certificate certificate_of(const Checkpoint& checkpoint, const RunResult& result,
                           std::optional<std::uint64_t> prefixes = {});

void log_result(const RunResult& result);

/// Whether the result agrees with everything it was compared with.
bool is_consistent(const RunResult& result);

/// How the names of a checkpoint, its result and the log of its runs end.
inline constexpr const char* checkpoint_extension = ".ckpt";
inline constexpr const char* result_extension = ".result.json";
inline constexpr const char* run_log_extension = ".run.jsonl";

/// n18.ckpt -> n18 and the end, beside it.
std::filesystem::path path_beside(std::filesystem::path checkpoint, const std::string& end);

/// n18.ckpt -> n18.result.json, beside it.
inline std::filesystem::path result_path(const std::filesystem::path& checkpoint) {
  return path_beside(checkpoint, result_extension);
}

/// n18.ckpt -> n18.run.jsonl, the log of events of all runs.
inline std::filesystem::path run_log_path(const std::filesystem::path& checkpoint) {
  return path_beside(checkpoint, run_log_extension);
}

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

/// Compares the fundamental solutions, if there are any, with the published number. A difference is
/// logged and changes `agrees`.
void compare_fundamental(RunResult& result);

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
