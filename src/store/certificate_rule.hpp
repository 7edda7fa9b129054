// The rule that cuts a job into prefixes, in words.
#pragma once

#include <string>

#include "job/job.hpp"

namespace nqueens {

/// What is counted, how to find the prefixes, their order and weights, and what is added up. For
/// this job alone, and complete: nobody needs more to count a group again. Lines begin with '#' and
/// have at most 100 characters.
std::string certificate_rule(const Job& job);

}  // namespace nqueens
