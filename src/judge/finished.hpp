// What a finished checkpoint comes to: its result, its certificate, and whether anything
// contradicts it. Made in one place for every command that shows a finished count.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "judge/total.hpp"
#include "report/result.hpp"
#include "store/certificate.hpp"
#include "store/checkpoint_files.hpp"

namespace nqueens {

struct FinishedCount {
  RunResult result{};         ///< without fundamental solutions, ranks, workers and provenance
  Certificate certificate{};  ///< without provenance; with the second count if the two agree
};

/// Judges a finished checkpoint. Throws as make_certificate(), without the file's name.
/// @param second  finished, too; none: there is no second count
/// @param prefixes  of the job, if they are known
FinishedCount judge(const Checkpoint& first, const Checkpoint* second,
                    std::optional<std::uint64_t> prefixes = {});

/// The result of one part of a checkpoint, which nothing is compared with.
RunResult result_of_part(const Checkpoint& checkpoint, const Part& part);

/// The result of a certificate, which has no numbers by row.
RunResult result_of_certificate(const Certificate& certificate);

/// What the solutions that turns leave as they are say of a total: with most numbers none go.
struct SymmetryCheck {
  std::optional<Count> fundamental{};  ///< solutions up to rotation and reflection
  std::string fault{};                 ///< why there is no such number: "is ..."
};

/// Counts them. Nothing if it is stopped.
/// @param problem  with Problem::has_fundamental()
std::optional<SymmetryCheck> check_by_symmetry(const Problem& problem, Count total,
                                               const KeepGoing& keep_going);

/// Adds what it says to a result. A published number stands: if no symmetric solutions go with it,
/// this machine counts them wrong.
void add_symmetry(const SymmetryCheck& check, RunResult& result);

/// Whether nothing contradicts the result.
inline bool is_consistent(const RunResult& result) {
  return result.fault.empty();
}

/// The checkpoint of the second count beside one; nothing if there is none. Throws
/// Error(checkpoint) if it is unusable, or no second count of this job.
/// @param first  the job of that checkpoint
std::optional<LoadedCheckpoint> load_second(const std::filesystem::path& checkpoint,
                                            const Job& first);

/// Its number if it is finished.
std::optional<Total> total_of(const std::optional<LoadedCheckpoint>& second);

}  // namespace nqueens
