// What a result file or a log of runs says of a number, held against the number itself or, if there
// is nothing else, against what is published.
//
// Both are text that anybody can write. So they prove nothing, and no number is ever taken from
// them; but a reader would believe them, and a file that says another number than its checkpoint
// must be noticed.
#pragma once

#include <optional>
#include <string>

#include "job/settings.hpp"
#include "judge/total.hpp"
#include "report/result.hpp"
#include "report/run_state.hpp"
#include "store/checkpoint.hpp"

namespace nqueens {

/// What a result file or a log of runs holds of a result.
struct ResultComparison {
  bool is_same = false;  ///< its job and number, and its fundamental solutions if they are known
  std::string fault{};   ///< why it is not; empty if the file only lacks something
  bool is_other_job = false;     ///< the fault: it is of another board, cut or part
  bool is_other_number = false;  ///< the fault: its number is another one
  bool is_of_job = false;        ///< it names the whole job and its number
  /// Fields that follow from the counts, but that the file lacks, or that need a second count which
  /// is not here: "agrees, count_sha256".
  std::string missing{};
  std::string other{};  ///< "agrees, false": the first such field with another value
};

/// @param json  the content of the file
ResultComparison compare_result(const RunResult& result, const std::string& json);

/// What a log of runs says of its job and of the result, held against a checkpoint.
struct LogComparison {
  std::string fault{};           ///< empty: nothing that it says is another
  bool is_other_job = false;     ///< the fault
  bool is_too_early = false;     ///< the fault: it has a result, and the job is not finished
  bool is_other_number = false;  ///< the fault
  bool is_same = false;          ///< it has the result, and that is the same
};

/// @param result  of the checkpoint; none: it is not finished
LogComparison compare_log(const RunState& log, const Checkpoint& checkpoint,
                          const RunResult* result);

/// Why a log of runs is not that of a job; empty if it is.
std::string fault_of_starts(const RunState& log, const Job& job);

/// The part that it is the result of; nothing if it is of a whole job, or no result.
std::optional<Part> part_of_result(const std::string& json);

/// The number of a whole job that it is the result of, without the cut; nothing if it has none.
std::optional<Total> total_of_result(const std::string& json);

/// Why a result alone cannot be right: it is damaged, its number is contradicted, or it claims to
/// agree with a number that is not published.
std::string fault_of_result(const std::string& json);

}  // namespace nqueens
