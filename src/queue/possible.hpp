// What every true record obeys, whoever counted it and by whichever kernel. It is tested wherever a
// record is read: in a result that a worker sends, and in a checkpoint.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "queue/snapshot.hpp"

namespace nqueens {

/// Why no search can have found this of the unit; empty if one can.
/// @param placed  the parts of the count by row of the board, if placements are counted
std::string fault_of(const Job& job, const UnitId& unit, const TaskRecord& record,
                     std::span<const std::uint64_t> placed);

/// Units of a snapshot that are not done, since no search can have found what they had.
struct Impossible {
  std::uint64_t units = 0;
  std::string first{};  ///< "task 17, whose count 5 is no multiple of 2"
};

/// Makes those units of a snapshot not done.
Impossible clear_impossible(const Job& job, QueueSnapshot& queue);

}  // namespace nqueens
