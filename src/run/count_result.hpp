// The result of a finished count, compared with the published count and the second count; and its
// file.
#pragma once

#include <filesystem>

#include "job/plan.hpp"
#include "queue/snapshot.hpp"
#include "report/result.hpp"
#include "store/checkpoint.hpp"

namespace nqueens {

/// What a job counts: the number, and of placements its parts by row of the board.
struct Total {
  Count count;
  std::vector<Count> profile;

  friend bool operator==(const Total&, const Total&) = default;
};

/// What the tasks that are done sum up to, and of placements what the prefixes hold above them.
Total total_of(const Job& job, const QueueSnapshot& queue);

/// The result of a finished checkpoint. Without fundamental solutions, and with 0 ranks and
/// workers.
RunResult result_of(const Checkpoint& checkpoint);

/// The sum of the finished tasks of one part of a job.
RunResult part_of_result(const Checkpoint& checkpoint, const Part& part);

/// A result beside that of the second count.
SecondResult compare(const RunResult& first, const RunResult& second);

/// Logs the result and what confirms it.
void log_result(const RunResult& result);

/// Whether the result agrees with everything it was compared with.
bool is_consistent(const RunResult& result);

/// n18.ckpt -> n18 and the end, beside it.
std::filesystem::path path_beside(std::filesystem::path checkpoint, const std::string& end);

/// n18.ckpt -> n18.result.json, beside it.
std::filesystem::path result_path(const std::filesystem::path& checkpoint);

/// n18.ckpt -> n18.run.jsonl, the log of events of all runs.
std::filesystem::path run_log_path(const std::filesystem::path& checkpoint);

/// n18.ckpt -> n18.second.ckpt, n18 -> n18.second, beside it; empty for an empty path.
std::filesystem::path second_path(const std::filesystem::path& checkpoint);

/// The inverse; any other name stays as it is. A job and its second count have one lock, that of
/// the first.
std::filesystem::path first_path(const std::filesystem::path& checkpoint);

/// Whether a checkpoint has the name of a second count.
inline bool is_second(const std::filesystem::path& checkpoint) {
  return first_path(checkpoint) != checkpoint;
}

/// Compares the fundamental solutions with the published number. A difference is logged and changes
/// `agrees`.
void compare_fundamental(RunResult& result);

/// What a result file, which need not be there, holds of a result.
HeldResult held_in(const std::filesystem::path& file, const RunResult& result);

}  // namespace nqueens
