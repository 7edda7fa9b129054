// Bounds that hold for all searches: what their counts are multiples of, and how many solutions
// their nodes can find.

#include "queue/possible.hpp"

#include <algorithm>

namespace nqueens {
namespace {

/// Breaking the symmetry takes at most so many queens, whatever the depth: the one in the middle
/// and four on the lines around it.
constexpr int most_queens_of_symmetry = 5;

/// The node before the last two rows finds at most so many solutions: kernels fill these at once.
constexpr std::uint64_t most_solutions_of_node = 2;

std::string no_multiple(const char* what, Count count, std::uint64_t divisor) {
  return std::string("whose ") + what + " " + to_string(count) + " is no multiple of " +
         std::to_string(divisor);
}

/// Each queen placed is a node, and all have one weight. What lies above the slices of a task is
/// counted by the master.
std::string fault_of_placements(const Job& job, const UnitId& unit, const TaskRecord& record,
                                std::span<const std::uint64_t> placed) {
  const std::uint64_t weight = weight_bounds(job.problem, job.symmetry).most;
  for (const std::uint64_t part : placed) {
    if (part % weight != 0) {
      return no_multiple("row", part, weight);
    }
  }
  if (sum_of_parts(placed.first(static_cast<std::size_t>(job.depth))) != Count{}) {
    return "which has placements on the rows of its prefixes";
  }
  const Count found = Count{record.nodes} * weight;
  const bool is_in_slices = job.slice_depth > 0 && !unit.is_slice();
  return record.count() == found || (is_in_slices && record.count() > found)
             ? ""
             : "whose " + std::to_string(record.nodes) + " nodes do not make the count " +
                   to_string(record.count());
}

}  // namespace

std::string fault_of(const Job& job, const UnitId& unit, const TaskRecord& record,
                     std::span<const std::uint64_t> placed) {
  const WeightBounds weights = weight_bounds(job.problem, job.symmetry);
  const Count count = record.count();
  if (count % weights.divisor != 0) {
    return no_multiple("count", count, weights.divisor);
  }
  if (job.problem.info().by_row) {
    return fault_of_placements(job, unit, record, placed);
  }
  // A prefix that fills the board is a solution without a node.
  const int queens = std::max({job.depth, job.slice_depth, most_queens_of_symmetry});
  const bool is_found = queens >= job.problem.n ||
                        count <= Count{record.nodes} * (weights.most * most_solutions_of_node);
  return is_found ? ""
                  : "whose " + std::to_string(record.nodes) + " nodes cannot find " +
                        to_string(count) + " solutions";
}

Impossible clear_impossible(const Job& job, QueueSnapshot& queue) {
  Impossible found;
  const auto clear_in = [&](UnitRecords& units, const auto& unit_at) {
    for (std::uint64_t index = 0; index < units.done.size(); ++index) {
      if (!units.done[index]) {
        continue;
      }
      const UnitId unit = unit_at(index);
      const std::string fault = fault_of(job, unit, units.records[index], units.placed_by(index));
      if (!fault.empty()) {
        found.first = found.units++ == 0 ? to_string(unit) + ", " + fault : found.first;
        units.clear(index);
      }
    }
  };
  clear_in(queue, [](std::uint64_t index) { return UnitId{.task = index}; });
  for (auto& [task, slices] : queue.in_slices) {
    clear_in(slices, [task = task](std::uint64_t index) {
      return UnitId{.task = task, .slice = static_cast<SliceId>(index)};
    });
  }
  return found;
}

}  // namespace nqueens
