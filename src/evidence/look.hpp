// Looks at all files that are named before anything is counted: each is judged by itself, and held
// against the others. Nothing is written.
//
// The order matters. Checkpoints come first, since they have records of tasks; certificates are
// held against these and against each other; what has no tasks, results and logs, is held against
// both.
#pragma once

#include <functional>
#include <vector>

#include "evidence/recount.hpp"
#include "evidence/source.hpp"
#include "judge/finding.hpp"

namespace nqueens {

/// @param sample  what to count again; none: nothing
/// @param with_logs  false: those of checkpoints are older than a repair
/// @param ping  called now and then
/// @return what is to be counted again: all but certificates whose tasks another file has
std::vector<RecountRequest> look_at(const Sources& sources, const Sample* sample, bool with_logs,
                                    const std::function<void()>& ping, Findings& findings);

}  // namespace nqueens
