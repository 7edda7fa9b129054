// The charts of a page about runs, each with a line of text; empty where there is nothing to show.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "report/run_history.hpp"

namespace nqueens {

/// Those that did most come first.
std::vector<WorkerShare> loads_of_hosts(const RunHistory& history);
/// All ranks of all runs, each with its name in place of the host.
std::vector<WorkerShare> loads_of_ranks(const RunHistory& history);

std::string rate_chart(const RunHistory& history);
std::string work_chart(const RunHistory& history);
std::string load_chart(const std::string& what, const std::vector<WorkerShare>& loads);
std::string length_chart(const LengthHistogram& lengths);
std::string tail_chart(const RunHistory& history);
std::string fault_chart(const RunHistory& history);

}  // namespace nqueens
