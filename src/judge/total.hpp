// Checks whether a finished total can be right.
//
// A total can be wrong although no single task shows it: a forged record, a part merged twice, a
// kernel bug that all workers share. Only this file decides, so count, status, report, certificate,
// merge, verify and compare agree about the same number. Three things can contradict a total: the
// published number, symmetry, and a second count by another decomposition.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "job/plan.hpp"
#include "store/certificate.hpp"
#include "store/checkpoint.hpp"

namespace nqueens {

/// The total of a whole job.
struct Total {
  Job job;
  Count count{};
  /// Placements by row of the board. Empty for solutions, and if only their sum is known.
  std::vector<Count> by_row{};
};

/// @param checkpoint  must be finished
Total total_of(const Checkpoint& checkpoint);
Total total_of(const Certificate& certificate);

/// The total of a finished checkpoint, otherwise the sum of what is done.
Count count_so_far(const Checkpoint& checkpoint);

/// Why a total must be wrong: "adds up to 2688, but the published count is 2680 (OEIS A000170)".
/// Empty if nothing contradicts it. An opened task is compared only with its second count.
/// @param second  total of the second count, if there is one
std::string fault_of_total(const Total& total, const std::optional<Total>& second = {});

/// Whether two totals are equal, also row by row if both are known by row.
bool same_total(const Total& left, const Total& right);

/// Whether a total is the published one; nothing if none is published, or for an opened task.
std::optional<bool> is_published(const Job& job, Count count);

/// Why a number of fundamental solutions must be wrong; empty if it can be right.
std::string fault_of_fundamental(const Problem& problem, Count fundamental);

/// Throws Error(checkpoint), without a file's name, unless the second job counts the same board by
/// another decomposition, that is with other prefixes. With the same prefixes, a copy of a wrong
/// count would confirm it.
void require_other_decomposition(const Job& first, const Job& second, const KeepGoing& keep_going);

}  // namespace nqueens
