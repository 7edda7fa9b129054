// What the charts of a history show over time: the rate, and the work done.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "report/html.hpp"
#include "report/run_log.hpp"

namespace nqueens {

/// What the workers count in a second, and the share of the work done, in steps of at least
/// `interval` seconds. Runs of merged files that were at work at the same time are added up.
std::pair<Series, Series> rate_and_work(const RunHistory& history, double interval);

/// Why the work of merged files cannot be told over time; empty if it can.
/// @param starts_without_log  of these files
std::string why_no_work(const RunHistory& history, std::uint64_t starts_without_log);

}  // namespace nqueens
