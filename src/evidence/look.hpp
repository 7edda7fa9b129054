// Checks all named files by themselves and against each other, before anything is counted. Writes
// nothing.
//
// The order matters. Checkpoints come first, since they have records of tasks. Certificates are
// compared with these and with each other. Results and logs have no tasks, so they come last.
#pragma once

#include <functional>
#include <vector>

#include "evidence/recount.hpp"
#include "evidence/source.hpp"
#include "judge/finding.hpp"

namespace nqueens {

/// @param sample  what to count again; null: nothing
/// @param with_logs  false: logs of checkpoints are older than a repair
/// @param ping  called now and then
/// @return what to count again: everything but certificates whose tasks are in another file
std::vector<RecountRequest> look_at(const Sources& sources, const Sample* sample, bool with_logs,
                                    const std::function<void()>& ping, Findings& findings);

}  // namespace nqueens
