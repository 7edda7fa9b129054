// The charts of a page about all runs of a job, each a section; empty if there is nothing to show.
#pragma once

#include <string>

#include "report/run_state.hpp"

namespace nqueens {

/// The runs after the last merge, on a scale of their own: those of merged files may have been at
/// work at the same time.
RunState since_merge(RunState history);

std::string rate_and_work_sections(const RunState& history);

/// How busy hosts and ranks were: at most 40 bars each.
std::string load_sections(const RunState& history);

std::string length_section(const LengthHistogram& lengths);

/// How many workers had work at the end of the last run.
std::string tail_section(const RunState& history);

/// @param is_live  the last run is at work
std::string faults_section(const RunState& history, bool is_live);

}  // namespace nqueens
