// Compares a result file or log of runs with the count itself or, without one, with published
// numbers.
//
// Anybody can write such a text, so it proves nothing, and no number is ever taken from it. But
// readers would believe it, so a number that differs from the checkpoint's must be reported.
#pragma once

#include <optional>
#include <string>

#include "job/settings.hpp"
#include "judge/total.hpp"
#include "report/result.hpp"
#include "report/run_state.hpp"
#include "store/checkpoint.hpp"

namespace nqueens {

/// How a result file or log of runs compares with a result.
struct ResultComparison {
  bool is_same = false;          ///< same job and number, and same fundamental solutions if known
  std::string fault{};           ///< why not; empty if the file only lacks something
  bool is_other_job = false;     ///< the fault: another board, cut or part
  bool is_other_number = false;  ///< the fault: another number
  bool is_of_job = false;        ///< names the whole job and its number
  /// Fields that are missing, or that need a second count to check: "agrees, count_sha256".
  std::string missing{};
  std::string other{};  ///< "agrees, false": the first such field with another value
};

/// @param json  content of the file
ResultComparison compare_result(const RunResult& result, const std::string& json);

/// How a log of runs compares with a checkpoint.
struct LogComparison {
  std::string fault{};           ///< empty: no contradiction
  bool is_other_job = false;     ///< the fault
  bool is_too_early = false;     ///< the fault: it has a result of an unfinished job
  bool is_other_number = false;  ///< the fault
  bool is_same = false;
};

/// @param result  of the checkpoint; null: not finished
LogComparison compare_log(const RunState& log, const Checkpoint& checkpoint,
                          const RunResult* result);

/// Why a log of runs is not of this job; empty if it is.
std::string fault_of_starts(const RunState& log, const Job& job);

/// The same for the job of a certificate, which does not say how tasks were cut into slices.
std::string fault_of_certified_starts(const RunState& log, Job job);

/// The part of a result; nothing for a whole job or other text.
std::optional<Part> part_of_result(const std::string& json);

/// The number of a whole job's result, without the cut; nothing if there is none.
std::optional<Total> total_of_result(const std::string& json);

/// Why a result must be wrong by itself: it is damaged, its number is contradicted, or it claims to
/// agree with a number that is not published. Empty if nothing contradicts it.
std::string fault_of_result(const std::string& json);

}  // namespace nqueens
