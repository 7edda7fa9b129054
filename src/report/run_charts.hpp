// The charts of a page about all runs of a job, each a section; empty if there is nothing to show.
#pragma once

#include <string>

#include "report/run_log.hpp"

namespace nqueens {

/// Of a merged job, a line that there is no chart.
std::string rate_and_work_sections(const RunHistory& history);

/// How busy hosts and ranks were: at most 40 bars each.
std::string load_sections(const RunHistory& history);

std::string length_section(const LengthHistogram& lengths);

/// How many workers had work at the end of the last run; nothing of a merged job.
std::string tail_section(const RunHistory& history);

/// @param is_live  the last run is at work
std::string faults_section(const RunHistory& history, bool is_live);

}  // namespace nqueens
