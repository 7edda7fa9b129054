// Whether a finished number can be right.
//
// A total may be wrong in a way that no single task shows: a forged record, a part that was merged
// twice, a fault of a kernel that all workers share. So whoever shows a total asks here first, and
// nowhere else: count, status, report, certificate, merge, verify and compare all say the same of
// the same numbers. Three things contradict a total: the number that is published, symmetry, and a
// second count of the board by another decomposition.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "job/plan.hpp"
#include "store/certificate.hpp"
#include "store/checkpoint.hpp"

namespace nqueens {

/// A number for a whole job.
struct Total {
  Job job;
  Count count{};
  /// Placements by row of the board. Empty for solutions, and if only the sum is known.
  std::vector<Count> by_row{};
};

/// @param checkpoint  finished
Total total_of(const Checkpoint& checkpoint);
Total total_of(const Certificate& certificate);

/// Why a total cannot be right: "adds up to 2688, but the published count is 2680 (OEIS A000170)".
/// Empty if nothing contradicts it. The total of an opened task is compared with its second count
/// alone.
/// @param second  of the second count, if there is one
std::string fault_of_total(const Total& total, const std::optional<Total>& second = {});

/// Whether two totals are the same; placements on every row, if both are known by row.
bool same_total(const Total& left, const Total& right);

/// Whether a total is the published one; nothing if none is published, or the job is an opened
/// task.
std::optional<bool> is_published(const Job& job, Count count);

/// Why a number of fundamental solutions cannot be right; empty if it can.
std::string fault_of_fundamental(const Problem& problem, Count fundamental);

/// Throws Error(checkpoint), without a file's name, unless the second job counts the same board by
/// another decomposition: it has to number other prefixes. A count of the same prefixes would
/// confirm a wrong number by a copy of it.
void require_other_decomposition(const Job& first, const Job& second, const KeepGoing& keep_going);

}  // namespace nqueens
