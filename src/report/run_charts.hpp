// The charts of a page about all runs of a job, each a section; empty if there is nothing to show.
#pragma once

#include <cstdint>
#include <string>

#include "report/run_log.hpp"

namespace nqueens {

/// @param starts_without_log  of merged files
std::string rate_and_work_sections(const RunHistory& history, std::uint64_t starts_without_log);

/// How busy hosts and ranks were: at most 40 bars each.
std::string load_sections(const RunHistory& history);

std::string length_section(const LengthHistogram& lengths);

/// How many workers had work at the end of the last run; empty if that is one of several merged
/// files.
std::string tail_section(const RunHistory& history);

/// @param is_live  the last run is at work
std::string faults_section(const RunHistory& history, bool is_live);

}  // namespace nqueens
