// What a finished count says: its total, compared with the published one and with the second count;
// and the file for that.
#pragma once

#include <filesystem>

#include "nqueens/job/plan.hpp"
#include "nqueens/queue/snapshot.hpp"
#include "nqueens/report/result.hpp"
#include "nqueens/store/checkpoint.hpp"

namespace nqueens {

/// What a job counts: the number, and of placements its parts by row of the board.
struct Total {
  Count count;
  std::vector<Count> profile;

  friend bool operator==(const Total&, const Total&) = default;
};

/// What the tasks that are done sum up to, and of placements what the prefixes hold above them.
Total total_of(const Job& job, const QueueSnapshot& queue);

/// The result of a checkpoint whose tasks are all done, in its second count as well where it has
/// one. Without fundamental solutions, and of 0 ranks.
RunResult result_of(const Checkpoint& checkpoint);

/// What the tasks of one part of a job sum up to; all that is done already counts.
RunResult part_of_result(const Checkpoint& checkpoint, const Part& part);

/// Tells the user what the result is and what confirms it.
void log_result(const RunResult& result);

/// Whether everything that the result was compared with agrees.
bool is_consistent(const RunResult& result);

/// n18.ckpt -> n18.result.json, beside it.
std::filesystem::path result_path(const std::filesystem::path& checkpoint);

/// Compares the fundamental solutions with the published number, and notes and logs where it
/// differs.
void compare_fundamental(RunResult& result);

/// Whether the file holds a result with the number of fundamental solutions.
bool holds_fundamental(const std::filesystem::path& file);

}  // namespace nqueens
