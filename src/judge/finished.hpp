// Makes the result and certificate of a finished checkpoint and checks them for contradictions, in
// one place for every command that shows a finished count.
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

/// Judges a finished checkpoint. Throws like make_certificate(), without the file's name.
/// @param second  also finished; null: no second count
/// @param prefixes  of the job, if known
FinishedCount judge(const Checkpoint& first, const Checkpoint* second,
                    std::optional<std::uint64_t> prefixes = {});

/// The result of one part of a checkpoint, compared with nothing.
RunResult result_of_part(const Checkpoint& checkpoint, const Part& part);

/// The result of a certificate, which has no numbers by row.
RunResult result_of_certificate(const Certificate& certificate);

/// Result of checking a total by Burnside's lemma, with the solutions that rotations map to
/// themselves. Most wrong totals fail.
struct SymmetryCheck {
  std::optional<Count> fundamental{};  ///< solutions up to rotation and reflection
  std::string fault{};                 ///< why the total is wrong: "is ..."
};

/// Counts the symmetric solutions. Nothing if stopped.
/// @param problem  with Problem::has_fundamental()
std::optional<SymmetryCheck> check_by_symmetry(const Problem& problem, Count total,
                                               const KeepGoing& keep_going);

/// Adds the check to a result. A published total stands: if it fails the check, this machine
/// counted the symmetric solutions wrong.
void add_symmetry(const SymmetryCheck& check, RunResult& result);

inline bool is_consistent(const RunResult& result) {
  return result.fault.empty();
}

/// Loads the checkpoint of the second count beside a checkpoint; nothing if there is none. Throws
/// Error(checkpoint) if it is unusable or no second count of this job.
/// @param first  the job of that checkpoint
std::optional<LoadedCheckpoint> load_second(const std::filesystem::path& checkpoint,
                                            const Job& first);

/// The total, if the second count is finished.
std::optional<Total> total_of(const std::optional<LoadedCheckpoint>& second);

}  // namespace nqueens
