// The rule by which a job is cut into prefixes, in words.
#pragma once

#include <string>

#include "nqueens/job/job.hpp"

namespace nqueens {

/// What is counted, how the prefixes are found, in which order and with which weights, and what of
/// them is added up: for this job alone, so that nobody needs more to count a group again. Lines
/// that begin with '#' and are at most 100 characters long.
std::string certificate_rule(const Job& job);

}  // namespace nqueens
