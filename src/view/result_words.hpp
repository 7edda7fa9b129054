// A result in words, for the log of the program and for the page of `report`.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "report/json.hpp"

namespace nqueens {

/// "avx2, scalar" of "avx2,scalar".
std::string spaced(std::string names);

/// "3:05 min", "3:05 min (2:50 min on devices)".
std::string kernel_time(double seconds, double device_seconds);

/// "2 of 5 tasks were counted twice and agree; that took 0.15 s of kernel time (10.00 %)"
std::string words_of_checks(std::uint64_t confirmed, std::uint64_t tasks, double check_seconds,
                            double kernel_seconds);

/// "the second count, by another decomposition (symmetry full, depth 5), is the same"
/// @param cut  empty: left out
std::string words_of_second(const std::string& cut, bool agrees);

/// "2 workers were lost; others counted their tasks"
std::string words_of_lost(std::uint64_t workers);

/// "2 tasks were counted with different results; further counts settled them"
std::string words_of_disputes(std::uint64_t tasks);

/// What a result file says beside its number. Anybody may have written it, so fields may be missing
/// or have other types.
std::vector<std::string> sentences_of(const Json& result);

}  // namespace nqueens
